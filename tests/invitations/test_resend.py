"""Resend an invitation."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from tests import make
from tests.world import Person, World
from wellwish.base import clock
from wellwish.base.settings import Settings

pytestmark = pytest.mark.anyio
RESEND = "/api/cards/invitations/resend"


async def messages(person: Person) -> int:
    return await person.world.owner.fetchval("select count(*) from messages")


async def invited(person: Person, address: str = "ana@example.com", **fields: Any) -> dict[str, Any]:
    card = await make.card(person)
    [made] = await make.invitations(person, card["card_id"], address, **fields)
    await person.world.work()
    return made


async def resend(person: Person, invitation: dict[str, Any], **given: Any) -> Any:
    return await person.post(RESEND, {"invite_id": invitation["invite_id"]}, **given)


async def test_sends_once_more_with_the_same_link(alice: Person) -> None:
    made = await invited(alice)
    answer = await resend(alice, made)
    assert answer.status_code == 201
    assert answer.json()["invite_id"] == made["invite_id"]
    assert answer.json()["link"] == made["link"]
    await alice.world.work()
    assert await messages(alice) == 2
    after = (await alice.get(f"/api/cards/invitations/{made['invite_id']}")).json()
    assert (after["status"], after["sent_count"]) == ("sent", 2)
    versions = await alice.world.owner.fetch("select distinct link_version from messages")
    assert [each["link_version"] for each in versions] == [1]


async def test_each_resend_sends_a_message(alice: Person) -> None:
    made = await invited(alice)
    for _ in range(3):
        assert (await resend(alice, made)).status_code == 201
    await alice.world.work()
    assert await messages(alice) == 4


async def test_past_five_an_hour_nothing_is_queued(alice: Person) -> None:
    made = await invited(alice)
    assert [(await resend(alice, made)).status_code for _ in range(5)] == [201] * 5
    await alice.world.work()
    refused = await resend(alice, made)
    assert (refused.status_code, refused.json()["code"]) == (429, "too_many_resends")
    assert 0 < int(refused.headers["Retry-After"]) <= 3600
    assert await alice.world.work() == 0
    assert await messages(alice) == 6


async def test_the_hour_passes_but_the_day_of_the_address_does_not(alice: Person) -> None:
    now = clock.now()
    try:
        later(alice, now.replace(hour=12, minute=0, second=0) + timedelta(days=1) - now)
        made = await invited(alice)
        for _ in range(5):
            assert (await resend(alice, made)).status_code == 201
        later(alice, timedelta(hours=1, seconds=1))
        refused = await resend(alice, made)
        assert (refused.status_code, refused.json()["code"]) == (429, "too_many_resends")
        assert 10 * 3600 < int(refused.headers["Retry-After"]) <= 11 * 3600
        later(alice, timedelta(hours=12))
        assert (await resend(alice, made)).status_code == 201
    finally:
        clock.move(timedelta())


def later(person: Person, by: timedelta) -> None:
    """Moves the clock and discards the token, which has expired by then."""
    clock.move(by)
    person.token = None


async def test_two_at_once_are_counted_both(alice: Person) -> None:
    made = await invited(alice)
    answers = await asyncio.gather(*(resend(alice, made) for _ in range(12)))
    assert sorted(answer.status_code for answer in answers) == [201] * 5 + [429] * 7
    await alice.world.work()
    assert await messages(alice) == 6


async def test_an_address_has_a_budget_over_all_accounts(
    clone: tuple[str, str], settings: Settings, world: World
) -> None:
    async with World.over(replace(settings, demo=False), *clone) as outside:
        await outside.empty()
        await outside.settle()
        cards = [await make.card(person) for person in (outside.alice,) * 4]
        made = [
            (await make.invitations(outside.alice, card["card_id"], "ana@example.com"))[0] for card in cards
        ]
        for each in made:
            for _ in range(5):
                assert (await resend(outside.alice, each)).status_code == 201
        [other] = await make.invitations(
            outside.bob, (await make.card(outside.bob))["card_id"], "ANA@example.com"
        )
        refused = await resend(outside.bob, other)
        assert (refused.status_code, refused.json()["code"]) == (429, "too_many_resends")
        assert int(refused.headers["Retry-After"]) <= 24 * 3600


@pytest.mark.parametrize("status", ["contributed", "declined", "revoked", "suppressed"])
async def test_refuses_answered_and_ended_invitations(alice: Person, status: str) -> None:
    made = await invited(alice)
    await alice.world.owner.execute("update invitations set status = $1", status)
    answer = await resend(alice, made)
    assert (answer.status_code, answer.json()["code"]) == (409, "invitation_not_resendable")


@pytest.mark.parametrize("status", ["failed", "bounced"])
async def test_a_failed_one_is_queued_again(alice: Person, status: str) -> None:
    made = await invited(alice)
    await alice.world.owner.execute("update invitations set status = $1", status)
    assert (await resend(alice, made)).json()["status"] == "queued"


async def test_a_failed_one_whose_address_was_invited_again_stays(alice: Person) -> None:
    made = await invited(alice)
    await alice.world.owner.execute("update invitations set status = 'failed'")
    await make.invitations(alice, made["card_id"], "ana@example.com")
    assert (await resend(alice, made)).status_code == 409


async def test_refuses_a_closed_card(alice: Person) -> None:
    made = await invited(alice)
    await alice.post(f"/api/cards/{made['card_id']}/close")
    answer = await resend(alice, made)
    assert (answer.status_code, answer.json()["code"]) == (409, "card_closed")


async def test_sends_only_messages_with_the_current_link(alice: Person) -> None:
    made = await invited(alice, send=False)
    answer = await resend(alice, made)
    assert (answer.json()["send"], answer.json()["status_reason"]) == (True, None)
    await alice.world.work()
    assert await messages(alice) == 1


async def test_sends_nothing_to_a_label(alice: Person) -> None:
    card = await make.card(alice)
    invitee = {"delivery_type": "group", "delivery_id": "#birthdays"}
    answer = await alice.post("/api/cards/invitations", {"card_id": card["card_id"], "invitees": [invitee]})
    [made] = answer.json()["data"]
    again = await resend(alice, made)
    assert again.status_code == 201
    assert again.json()["warnings"][0]["code"] == "nothing_sent"
    assert await alice.world.work() == 0


async def test_a_group_goes_to_those_who_have_not_signed(alice: Person) -> None:
    card = await make.card(alice)
    members = [{"email": f"p{index}@example.com"} for index in range(4)]
    await alice.post("/api/groups", {"name": "Team", "members": members})
    invitee = {"delivery_type": "group", "delivery_id": "Team"}
    answer = await alice.post("/api/cards/invitations", {"card_id": card["card_id"], "invitees": [invitee]})
    [parent] = answer.json()["data"]
    await alice.world.work()
    assert await messages(alice) == 4
    await alice.world.owner.execute(
        "update invitations set status = 'contributed' where delivery_id < 'p2@example.com' and not is_parent"
    )
    again = await resend(alice, parent)
    assert again.status_code == 201
    assert again.json()["invite_id"] == parent["invite_id"]
    await alice.world.work()
    assert await messages(alice) == 6
    events = (await alice.get("/api/events", params={"type": "invitation.resent"})).json()["data"]
    assert len(events) == 3


async def test_the_same_key_resends_once(alice: Person) -> None:
    made = await invited(alice)
    first, second = await resend(alice, made, key="again"), await resend(alice, made, key="again")
    assert first.content == second.content
    await alice.world.work()
    assert await messages(alice) == 2


async def test_is_for_the_owner_and_admins_who_invite(alice: Person, bob: Person, mallory: Person) -> None:
    made = await invited(alice)
    for other in (bob, mallory):
        answer = await resend(other, made)
        assert answer.status_code == 404
        assert answer.json()["errors"][0]["pointer"] == "/invite_id"
    admin = await make.admin(alice, made["card_id"], bob, can_update=True)
    assert (await resend(bob, made)).status_code == 403
    await alice.put(
        f"/api/card-admins/{admin['card_admin_id']}", {"privilege": {"invite_contributors": True}}
    )
    assert (await resend(bob, made)).status_code == 201


@pytest.mark.parametrize(
    "invite_id", ["inv_01h455vb4pex5vsknk084sn02q", "card_01h455vb4pex5vsknk084sn02q", "x"]
)
async def test_an_unknown_id_is_not_found(alice: Person, invite_id: str) -> None:
    answer = await alice.post(RESEND, {"invite_id": invite_id})
    assert answer.status_code == 404


async def test_the_id_is_required(alice: Person) -> None:
    answer = await alice.post(RESEND, {})
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["pointer"] == "/invite_id"
