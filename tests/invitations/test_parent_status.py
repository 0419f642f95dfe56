"""A parent invitation is sent once the invitations of its members are sent, not once they are created."""

from typing import Any

import pytest

from tests import make
from tests.invitations.test_expand import group, invite, people, read, run
from tests.invitations.test_sync_group import now_has, synced
from tests.world import Person
from wellwish.invitations import sync_group
from wellwish.invitations.send import SEND

pytestmark = pytest.mark.anyio


async def hold(person: Person) -> None:
    """Delays the jobs that write the messages."""
    await person.world.owner.execute(
        "update jobs set run_at = run_at + interval '1 hour', ready = false where kind = $1", SEND
    )


async def release(person: Person) -> None:
    await person.world.owner.execute("update jobs set run_at = now(), ready = true where kind = $1", SEND)
    await person.world.work()


async def status(person: Person, parent: dict[str, Any]) -> str:
    """Returns the status, after checking that the list's filter agrees with the record."""
    shown = (await read(person, parent))["status"]
    path = f"/api/cards/{parent['card_id']}/invitations"
    for each in ("queued", "sent", "failed", "revoked"):
        found = (await person.get(path, params={"status": each})).json()["data"]
        assert [one["status"] for one in found] == ([each] if each == shown else [])
    return shown


async def test_is_queued_until_every_member_has_the_message(alice: Person) -> None:
    card = await make.card(alice)
    await group(alice, *people(3))
    parent = await invite(alice, card, "Team")
    assert await status(alice, parent) == "queued"
    await run(alice, parent)
    await hold(alice)
    before = await read(alice, parent)
    assert (before["status"], before["counts"]["queued"]) == ("queued", 3)
    assert await status(alice, parent) == "queued"
    await release(alice)
    after = await read(alice, parent)
    assert (after["status"], after["status_reason"], after["counts"]["sent"]) == ("sent", None, 3)
    assert after["version"] > before["version"]
    assert await status(alice, parent) == "sent"


@pytest.mark.parametrize("last", ["sent", "failed", "bounced", "suppressed", "declined", "revoked"])
async def test_one_queued_member_holds_it_and_any_outcome_ends_that(alice: Person, last: str) -> None:
    card = await make.card(alice)
    await group(alice, *people(3))
    parent = await invite(alice, card, "Team")
    await alice.world.work()
    change = "update invitations set status = $1, status_reason = $2 where delivery_id = 'p1@example.com'"
    await alice.world.owner.execute(change, "queued", "budget")
    shown = await read(alice, parent)
    assert (shown["status"], shown["status_reason"]) == ("queued", "budget")
    assert await status(alice, parent) == "queued"
    await alice.world.owner.execute(change, last, None)
    assert await status(alice, parent) == "sent"


async def test_later_members_are_waited_for_too(alice: Person) -> None:
    card = await make.card(alice)
    saved = await group(alice, *people(1))
    parent = await invite(alice, card, "Team")
    await alice.world.work()
    assert await status(alice, parent) == "sent"
    await now_has(alice, saved, "p0", "new")
    await synced(alice, saved)
    args = {"account_id": alice.account_id, "card_id": card["id"], "invite_id": parent["invite_id"]}
    await sync_group.run(alice.world.services, args)
    assert await status(alice, parent) == "queued", "a member is not processed yet"
    await run(alice, parent)
    await hold(alice)
    assert await status(alice, parent) == "queued"
    await release(alice)
    assert await status(alice, parent) == "sent"
    assert (await read(alice, parent))["counts"]["sent"] == 2


async def test_a_group_without_messages_stays_queued(alice: Person) -> None:
    card = await make.card(alice)
    await group(alice, *people(2))
    parent = await invite(alice, card, "Team", send=False)
    await alice.world.work()
    shown = await read(alice, parent)
    assert (shown["status"], shown["status_reason"]) == ("queued", "link_only")


async def test_an_empty_group_and_members_left_out_leave_nothing_to_wait_for(alice: Person) -> None:
    card = await make.card(alice)
    await group(alice)
    parent = await invite(alice, card, "Team")
    await alice.world.work()
    assert await status(alice, parent) == "sent"
    await group(alice, *people(2), name="Other")
    other = await invite(alice, card, "Other")
    await alice.post(f"/api/cards/{card['id']}/close")
    await alice.world.work()
    assert (await read(alice, other))["status"] == "failed"


async def test_the_filter_probes_one_member(alice: Person) -> None:
    card = await make.card(alice)
    await group(alice, *people(1200))
    parent = await invite(alice, card, "Team")
    await alice.world.work()
    await alice.world.owner.execute("vacuum analyze invitations")
    plan = await alice.world.owner.fetch(
        """
        explain (analyze, buffers, format text)
        select exists (
          select from invitations c where c.account_id = $1 and c.parent_id = $2 and c.status = 'queued')
        """,
        alice.account_id,
        parent["id"],
    )
    text = "\n".join(row[0] for row in plan)
    assert "invitations_queued_members" in text, text
