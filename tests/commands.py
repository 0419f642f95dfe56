"""Run command-line commands in the test process, ten times faster than in a new process."""

import io
import os
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import redirect_stderr, redirect_stdout
from typing import NamedTuple
from unittest.mock import patch

from tests.listening import free_port
from wellwish.cli.app import main


class Ended(NamedTuple):
    """The exit status and the output of a command."""

    returncode: int
    stdout: str
    stderr: str


def environment(clone: tuple[str, str]) -> dict[str, str]:
    """The environment for a command on a worker's database: the URLs of the owner and the runtime role."""
    owner, runtime = clone
    return {
        **os.environ,
        "DATABASE_URL": runtime,
        "WELLWISH_OWNER_DATABASE_URL": owner,
        "WELLWISH_SECRET_KEY": "00" * 32,
        "WELLWISH_PORT": str(free_port()),  # 8080 may be in use, by script/server for example
        "WELLWISH_BASE_URL": "http://localhost:8080",
        "WELLWISH_LOG_LEVEL": "error",
    }


def wellwish(given: Mapping[str, str], *words: str) -> Ended:
    """Runs ``wellwish WORDS`` with an environment that has a ``DATABASE_URL``, as a separate process would.

    Runs it in a thread, because a command starts its own event loop.
    """
    assert given.get("DATABASE_URL"), "the embedded server needs a process"
    out, err = io.StringIO(), io.StringIO()

    def run() -> int:
        try:
            main(words)
        except SystemExit as ended:
            return ended.code if isinstance(ended.code, int) else int(ended.code is not None)
        return 0

    with (
        patch.dict(os.environ, given, clear=True),
        redirect_stdout(out),
        redirect_stderr(err),
        ThreadPoolExecutor(1) as pool,
    ):
        status = pool.submit(run).result(180)
    return Ended(status, out.getvalue(), err.getvalue())
