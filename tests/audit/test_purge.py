"""Entries are deleted after 400 days."""

from datetime import datetime, timedelta

import pytest

from tests import make
from tests.audit.test_list import listed
from tests.world import Person
from wellwish.audit import purge
from wellwish.base import clock
from wellwish.infra.jobs import purge as batches

pytestmark = pytest.mark.anyio


async def aged(person: Person, days: float, now: datetime) -> None:
    """Writes an entry of this age."""
    at = now - timedelta(days=days)
    await person.world.owner.execute(
        """
        insert into audit_entries (account_id, id, action, actor, fields, created_at)
        values ($1, $2, 'card.close', 'operator', '[]', $3)
        """,
        person.account_id,
        purge.ids.earliest("aud", at),
        at,
    )


async def test_deletes_expired_entries_only(
    alice: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batches, "BATCH", 2)
    monkeypatch.setattr("wellwish.infra.jobs.accounts._PAGE", 1)
    now = await alice.world.owner.fetchval("select now()")  # the function uses the clock of the database
    for days in (401, 402, 403, 404, 399.9):
        await aged(alice, days, now)
    await aged(bob, 500, now)
    await purge.run(alice.world.services, {})
    count = "select count(*) from audit_entries where account_id = $1"
    assert await alice.world.owner.fetchval(count, alice.account_id) == 1
    assert await alice.world.owner.fetchval(count, bob.account_id) == 0


async def test_the_list_ends_with_the_retention(alice: Person) -> None:
    await aged(alice, 401, clock.now())
    await aged(alice, 399, clock.now())
    assert len(await listed(alice)) == 1
    earlier = clock.rfc3339(clock.now() - timedelta(days=500))
    assert len(await listed(alice, created_after=earlier)) == 1


async def test_the_service_cannot_change_entries(alice: Person) -> None:
    card = await make.card(alice)
    await alice.post(f"/api/cards/{card['id']}/close")
    services = alice.world.services
    for statement in ("delete from audit_entries", "update audit_entries set action = 'card.reopen'"):
        with pytest.raises(Exception, match="permission denied"):
            async with services.db.transaction([alice.account_id]) as tx:
                await tx.run(statement)
    async with services.db.transaction([alice.account_id]) as tx:
        await tx.value("select forget_audit_entries(:ids, 'aud_z', 100)", ids=[alice.account_id])
    assert len(await listed(alice)) == 1
