"""Ten thousand events by the Python client and `ww listen`, across two restarts, exactly once each."""

import signal
import sys
from pathlib import Path
from typing import Final

import pytest

from tests.clients.tails import COUNT, follow, serving
from tests.webhooks.receivers import receiving
from tests.world import World
from wellwish.base.settings import Settings

pytestmark = [pytest.mark.load, pytest.mark.anyio]

HEAD: Final = """
import asyncio, os, sys
from wellwish_sdk import AsyncWellwish, Wellwish
pair = (os.environ["WELLWISH_API_KEY"], os.environ["WELLWISH_CLIENT_SECRET"])
given = {"base_url": os.environ["WELLWISH_BASE_URL"], "retries": 8}
"""
BLOCKING: Final = """
for event in Wellwish(*pair, **given).events.tail(after=sys.argv[1], poll_s=0.05):
    print(event.id, flush=True)
"""
ASYNCHRONOUS: Final = """
async def main():
    async for event in AsyncWellwish(*pair, **given).events.tail(after=sys.argv[1], poll_s=0.05):
        print(event.id, flush=True)
asyncio.run(main())
"""
WW: Final = "from wellwish_sdk.cli import main; main()"


@pytest.mark.parametrize("program", [BLOCKING, ASYNCHRONOUS], ids=["blocking", "asyncio"])
async def test_python_follows_each_once(
    world: World, clone: tuple[str, str], settings: Settings, tmp_path: Path, program: str
) -> None:
    """The killed program restarts with the last ID that it wrote."""
    with serving(world, clone[1], settings) as server:
        seen = await follow(server, sys.executable, "-P", "-c", HEAD + program, cwd=tmp_path)
        assert seen == await server.ids()
    assert len(seen) == COUNT


@pytest.mark.parametrize("count", [1000, pytest.param(COUNT, marks=pytest.mark.full)])
async def test_ww_listen_forwards_each_once(
    world: World, clone: tuple[str, str], settings: Settings, tmp_path: Path, count: int
) -> None:
    """Ctrl-C stops the command between two events; the receiver gets each event once, in order."""
    with serving(world, clone[1], settings) as server:
        async with receiving() as receiver:
            words = ("listen", "--forward-to", receiver.url, "--after")
            command = (sys.executable, "-P", "-c", WW, *words)
            seen = await follow(server, *command, cwd=tmp_path, count=count, place=2, by=signal.SIGINT)
        assert seen == await server.ids()
    assert receiver.ids == seen[1:]
    assert len(seen) == count
