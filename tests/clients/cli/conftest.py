"""The command `ww`, run in this process against a server that listens on a port."""

import asyncio
import io
import json
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import pytest

from tests.world import Person, World
from wellwish.accounts import demo
from wellwish.accounts.create import NewAccount, create
from wellwish.bundles.grant import grant
from wellwish_sdk import core
from wellwish_sdk.cli.app import run

SOURCE = Path(__file__).parents[3] / "clients/python/src"


class Ended(NamedTuple):
    """The exit status and the output of a command."""

    status: int
    out: str
    err: str

    @property
    def record(self) -> Any:
        """The output of ``--json``."""
        assert self.status == 0, self.err
        return json.loads(self.out)


class Ww:
    """Runs ``ww WORDS`` as a process would, in a thread."""

    def __init__(self, base_url: str, folder: Path) -> None:
        self.base_url = base_url
        self.profiles = folder / "config" / "profiles.json"

    def environment(self, **more: str) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if not name.startswith("WELLWISH_")}
        return {**kept, "WELLWISH_PROFILES": str(self.profiles), **more}

    async def __call__(self, *words: str, stdin: str | None = "", **environment: str) -> Ended:
        """``stdin``: the text of standard input; None keeps the current one."""
        return await asyncio.to_thread(self.blocking, *words, stdin=stdin, **environment)

    def blocking(self, *words: str, stdin: str | None = "", **environment: str) -> Ended:
        out, err = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.StringIO()
        given = sys.stdin if stdin is None else io.TextIOWrapper(io.BytesIO(stdin.encode()), "utf-8")
        with (
            patch.dict(os.environ, self.environment(**environment), clear=True),
            patch("sys.stdin", given),
            redirect_stdout(out),
            redirect_stderr(err),
        ):
            status = run(words)
        out.flush()
        written = out.buffer
        assert isinstance(written, io.BytesIO)
        return Ended(status, written.getvalue().decode(), err.getvalue())

    def start(self, *words: str) -> subprocess.Popen[str]:
        """Starts a process through the entry point of the package."""
        return subprocess.Popen(
            [sys.executable, "-P", "-c", "from wellwish_sdk.cli import main; main()", *words],
            env=self.environment(PYTHONPATH=str(SOURCE)),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    async def login(self, person: Person) -> None:
        ended = await self(
            "login",
            "--replace",
            "--base-url",
            self.base_url,
            "--api-key",
            person.api_key,
            stdin=f"{person.client_secret}\n",
        )
        assert ended.status == 0, ended.err


async def demo_account(world: World) -> str:
    """Creates the demo's account with cards and returns its ID."""
    async with world.services.db.transaction() as tx:
        account = await create(tx, NewAccount(name="Demo", email=demo.EMAIL))
        await grant(tx, account.id, 100)
        return account.id


@pytest.fixture
async def world(site: World) -> World:
    """The service on a port with an empty database, alice, bob and mallory."""
    return await site.renew()


@pytest.fixture
def ww(world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ww:
    """The command without a profile and without delays between retries."""
    monkeypatch.setattr(core, "_FIRST_WAIT_S", 0.0)
    return Ww(world.services.settings.base_url, tmp_path)


@pytest.fixture
async def alice_ww(ww: Ww, world: World) -> Ww:
    """The command with alice's profile."""
    await ww.login(world.alice)
    return ww
