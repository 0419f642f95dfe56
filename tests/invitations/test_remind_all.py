"""Remind the invitees who have not signed a card."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from tests import make
from tests.later import another_time, day, frozen_at
from tests.world import Person
from wellwish.base import clock
from wellwish.delivery import budget, suppression

pytestmark = pytest.mark.anyio
REASONS = ("not_sent", "reminded_today", "messaged_today", "reminder_limit", "message_limit", "suppressed")
NONE_SKIPPED = dict.fromkeys(REASONS, 0)


async def remind(person: Person, card: dict[str, Any], *, key: str = "", **asked: Any) -> Any:
    return await person.post(f"/api/cards/{card['id']}/remind", asked, **({"key": key} if key else {}))


async def counted(
    person: Person, card: dict[str, Any], *, preview: bool = False, **asked: Any
) -> tuple[int, dict[str, int]]:
    """Returns the number of reminded invitees, and the reasons of those skipped."""
    answer = await remind(person, card, preview=preview, **asked)
    assert answer.status_code == 200, answer.text
    run = answer.json()
    assert run["preview"] == preview
    return run["reminded"], {reason: many for reason, many in run["skipped"].items() if many}


async def invited(person: Person, *addresses: str) -> dict[str, Any]:
    card = await make.card(person)
    await make.invitations(person, card["id"], *addresses)
    await person.world.work()
    return card


async def reminders(person: Person) -> list[str]:
    rows = await person.world.owner.fetch("select recipient from messages where kind = 'reminder' order by 1")
    return [row["recipient"] for row in rows]


async def test_reminds_those_who_have_not_signed(alice: Person) -> None:
    with frozen_at(f"{day(3)}T10:00"):
        alice.token = None
        card = await invited(alice, "ana@example.com", "bo@example.com", "cy@example.com", "di@example.com")
        for status, address in (("contributed", "bo"), ("declined", "cy"), ("opened", "di")):
            query = "update invitations set status = $1 where delivery_id = $2"
            await alice.world.owner.execute(query, status, f"{address}@example.com")
        assert await counted(alice, card, preview=True) == (2, {})
        assert await counted(alice, card) == (2, {})
        await alice.world.work()
        assert await reminders(alice) == ["ana@example.com", "di@example.com"]
        sent = "select count(*) from events where type = 'invitation.reminded'"
        assert await alice.world.owner.fetchval(sent) == 2
    alice.token = None


async def test_a_preview_changes_nothing(alice: Person) -> None:
    card = await invited(alice, "ana@example.com")
    query = "select (select count(*) from throttles), (select sum(asked + version) from invitations)"
    before = await alice.world.owner.fetchrow(query)
    for _ in range(3):
        assert (await remind(alice, card, preview=True)).json()["skipped"] == NONE_SKIPPED
    assert await alice.world.owner.fetchrow(query) == before
    assert await alice.world.work() == 0
    await remind(alice, card)  # the control
    assert await alice.world.owner.fetchrow(query) != before


async def test_reminds_each_once_a_day(alice: Person) -> None:
    with another_time():
        with frozen_at(f"{day(3)}T10:00"):
            alice.token = None
            card = await invited(alice, "ana@example.com")
            assert await counted(alice, card) == (1, {})
            assert await counted(alice, card, preview=True) == (0, {"reminded_today": 1})
            assert await counted(alice, card) == (0, {"reminded_today": 1})
        clock.move(timedelta(days=1))
        alice.token = None
        assert await counted(alice, card) == (1, {})
    alice.token = None


@pytest.mark.parametrize(
    ("zone", "minutes", "is_today"),
    [("UTC", 1, True), ("UTC", 13 * 60 + 59, True), ("UTC", 14 * 60, False), ("Asia/Tokyo", 5 * 60, False)],
)
async def test_can_skip_those_who_had_a_message_on_the_day_of_the_card(
    alice: Person, zone: str, minutes: int, *, is_today: bool
) -> None:
    with another_time():
        with frozen_at(f"{day(3)}T10:00"):
            alice.token = None
            card = await make.card(alice, timezone=zone)
            await make.invitations(alice, card["id"], "ana@example.com")
            await alice.world.work()
        clock.move(timedelta(minutes=minutes))
        alice.token = None
        expected = (0, {"messaged_today": 1}) if is_today else (1, {})
        assert await counted(alice, card, preview=True, skip_messaged_today=True) == expected
        assert await counted(alice, card, skip_messaged_today=True) == expected
        if is_today:  # the control: without the setting, the invitee is reminded
            assert await counted(alice, card) == (1, {})
    alice.token = None


async def test_two_at_once_remind_once(alice: Person) -> None:
    with frozen_at(f"{day(3)}T10:00"):
        alice.token = None
        card = await invited(alice, *(f"p{number}@example.com" for number in range(5)))
        answers = await asyncio.gather(*(remind(alice, card) for _ in range(4)))
        assert sorted(answer.json()["reminded"] for answer in answers) == [0, 0, 0, 5]
        await alice.world.work()
        assert len(await reminders(alice)) == 5
    alice.token = None


async def test_the_key_makes_a_repeat_harmless(alice: Person) -> None:
    card = await invited(alice, "ana@example.com")
    answers = [await remind(alice, card, key="once") for _ in range(2)]
    assert [answer.json()["reminded"] for answer in answers] == [1, 1]
    await alice.world.work()
    assert len(await reminders(alice)) == 1


async def test_says_why_others_are_skipped(alice: Person) -> None:
    world = alice.world
    with frozen_at(f"{day(3)}T10:00"):
        alice.token = None
        card = await make.card(alice)
        await make.invitations(alice, card["id"], "link@example.com", send=False)
        await make.invitations(alice, card["id"], "most@example.com", "quiet@example.com", "full@example.com")
        await world.work()
        await make.invitations(alice, card["id"], "queued@example.com")
        most = "update invitations set reminders_sent = 5 where delivery_id = 'most@example.com'"
        await world.owner.execute(most)
        services = world.services
        async with services.db.transaction([alice.account_id]) as tx:
            sealed = suppression.seal(services.keys, suppression.key("email", "quiet@example.com"))
            await suppression.suppress(tx, sealed, alice.account_id, "unsubscribed", everywhere=False)
            for _ in range(budget.TO_ONE_ADDRESS_FOR_ONE_CARD):
                await budget.within_day(tx, services, card["id"], ["email:full@example.com"])
        skipped = {"not_sent": 2, "reminder_limit": 1, "suppressed": 1, "message_limit": 1}
        assert await counted(alice, card, preview=True) == (0, skipped)
        assert await counted(alice, card) == (0, skipped)
    alice.token = None


async def test_reminds_the_members_of_a_group(alice: Person) -> None:
    card = await make.card(alice)
    members = [{"email": "mo@example.com"}, {"email": "no@example.com"}]
    group = (await alice.post("/api/groups", {"name": "Kitchen", "members": members})).json()
    invitee = {"delivery_type": "group", "delivery_id": group["id"]}
    await alice.post("/api/cards/invitations", {"card_id": card["id"], "invitees": [invitee]})
    await alice.world.work()
    assert await counted(alice, card) == (2, {})


async def test_refuses_a_closed_card_and_others(alice: Person, bob: Person, mallory: Person) -> None:
    card = await invited(alice, "ana@example.com")
    await make.admin(alice, card["id"], bob, can_update=True)
    assert (await remind(bob, card)).status_code == 403
    assert (await remind(mallory, card)).status_code == 404
    await alice.post(f"/api/cards/{card['id']}/close")
    answer = await remind(alice, card)
    assert (answer.status_code, answer.json()["code"]) == (409, "card_closed")
    assert await reminders(alice) == []
