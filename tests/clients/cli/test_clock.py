"""`ww clock advance`: moves the clock of test data, with a test key only."""

import pytest

from tests.clients.cli.conftest import Ww
from tests.clients.cli.test_trigger import working
from tests.test_mode.clocks import read
from tests.world import World
from wellwish_sdk.cli import clock


async def test_moves_the_clock_and_waits(world: World, ww: Ww, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "_POLL_S", 0.03)
    tester = await world.alice.tester()
    before = await read(tester)
    await ww.login(tester)
    async with working(world):
        for by in ("3d", "PT2H"):
            ended = await ww("clock", "advance", by, "--json")
            assert ended.status == 0, ended.err
            assert '"ready"' in ended.out
    assert (await read(tester))["now"] > before["now"]


async def test_says_what_is_wrong(world: World, ww: Ww) -> None:
    tester = await world.alice.tester()
    await ww.login(tester)
    refused = await ww("clock", "advance", "yesterday")
    assert (refused.status, "P3D" in refused.err) == (3, True), refused.err
    bare = await ww("clock", "advance", "3")
    said = "3 of what? Add a unit, such as 3d for days: s, m, h, d or w.\n"
    assert (bare.status, bare.err) == (2, said)
    await ww.login(world.alice)
    refused = await ww("clock", "advance", "3d")
    assert (refused.status, "wrong_mode" in refused.err) == (3, True), refused.err
