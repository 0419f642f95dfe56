"""The demo in a terminal: the credentials stay on the screen, and a request is one short line."""

import os
import pty
import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from tests.listening import free_port

pytestmark = pytest.mark.process

REQUESTS = 12
ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


def read_until(terminal: int, has: Callable[[str], bool], text: str = "") -> str:
    while not has(text):
        text += os.read(terminal, 65536).decode()
    return text


def test_a_request_is_one_short_line(tmp_path: Path) -> None:
    port = free_port()
    given = {name: value for name, value in os.environ.items() if not name.startswith("WELLWISH_")}
    given.pop("DATABASE_URL", None)
    given |= {"WELLWISH_PORT": str(port), "WELLWISH_DATA_DIR": str(tmp_path / "data")}
    terminal, inside = pty.openpty()
    command = [sys.executable, "-P", "-m", "wellwish", "serve", "--demo"]
    process = subprocess.Popen(
        command, env=given, stdin=inside, stdout=inside, stderr=inside, start_new_session=True
    )
    os.close(inside)
    try:
        shown = read_until(terminal, lambda text: "Wellwish is listening" in text)
        for _ in range(REQUESTS):
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/livez", timeout=60) as answer:
                assert answer.status == 200
        shown = read_until(terminal, lambda text: text.count("/livez 200") == REQUESTS, shown)
        os.killpg(process.pid, signal.SIGINT)
        process.wait(60)
        with suppress(OSError):  # the end of a terminal
            shown = read_until(terminal, lambda _: False, shown)
    finally:
        process.kill()
        process.wait()
        os.close(terminal)
    assert "Client secret" in shown
    assert "\x1b[32mGET    /livez 200" in shown
    after = ESCAPE.sub("", shown).partition("Wellwish is listening")[2].splitlines()[1:]
    assert [len(line) for line in after if len(line) > 80 or line.startswith("{")] == []
    assert "Traceback" not in shown
