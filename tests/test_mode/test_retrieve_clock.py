"""GET /api/test-clock"""

import pytest

from tests.test_mode.clocks import advance, read
from tests.world import Person
from wellwish.base import clock

pytestmark = pytest.mark.anyio


async def test_begins_at_the_real_time(alice: Person) -> None:
    tester = await alice.tester()
    before = clock.rfc3339(clock.now())
    found = await read(tester)
    assert (found["status"], found["advancing_to"]) == ("ready", None)
    assert before <= found["now"] <= clock.rfc3339(clock.now())
    await advance(tester, by="PT1H")
    assert (await read(tester))["now"] > clock.rfc3339(clock.now())


async def test_a_new_test_key_keeps_the_clock(alice: Person) -> None:
    tester = await alice.tester()
    await advance(tester, by="P3D")
    moved = await read(tester)
    assert (await read(await alice.tester()))["now"] >= moved["now"]


async def test_refuses_a_live_key(alice: Person) -> None:
    refused = await alice.get("/api/test-clock")
    assert (refused.status_code, refused.json()["code"]) == (403, "wrong_mode")
