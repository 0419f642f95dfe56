"""People who left are deleted after 400 days."""

from datetime import timedelta

import pytest

from tests.people.test_create import kinds
from tests.people.test_sync import everyone, staff
from tests.world import Person
from wellwish.base import clock
from wellwish.people import purge

pytestmark = pytest.mark.anyio


async def test_deletes_who_left_long_ago_and_nobody_else(
    alice: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(purge, "BATCH", 2)
    monkeypatch.setattr("wellwish.infra.jobs.accounts._PAGE", 1)
    for person in (alice, bob):
        assert (await person.put("/api/people", {"people": staff(6)})).status_code == 200
    owner, now = alice.world.owner, clock.now()
    sql = "update people set left_at = $2 where account_id = $1 and external_id = any ($3)"
    await owner.execute(sql, alice.account_id, now - timedelta(days=401), ["e-0", "e-3", "e-4"])
    await owner.execute(sql, alice.account_id, now - timedelta(days=399), ["e-5"])
    await purge.run(alice.world.services, {})
    found = await everyone(alice)
    assert sorted(found) == ["e-1", "e-2", "e-5"]
    assert found["e-1"]["manager"] is None  # was e-0
    assert (await kinds(alice)).count("person.deleted") == 3
    assert len(await everyone(bob)) == 6
    before = await kinds(alice)
    await purge.run(alice.world.services, {})
    assert await kinds(alice) == before
