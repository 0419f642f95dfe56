"""Remind invitees who have not signed, in the mornings of the card's time zone."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from tests import make
from tests.later import another_time, pass_until, set_to
from tests.world import Person
from wellwish.cards import wake_jobs
from wellwish.delivery import budget
from wellwish.infra.jobs import Worker
from wellwish.invitations import remind
from wellwish.worker import JOBS

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def _clock() -> Iterator[None]:
    with another_time():
        set_to("2031-05-01T08:00")
        yield


async def sent(person: Person) -> list[str]:
    """Returns the creation times of all messages, invitations included."""
    rows = await person.world.owner.fetch("select created_at from messages order by created_at, id")
    return [f"{row['created_at']:%m-%dT%H:%M}" for row in rows]


async def days(person: Person, month: str, first: int, last: int) -> None:
    """Runs the worker every six hours from the first to the last day."""
    for day in range(first, last + 1):
        for hour in (3, 9, 15, 21):
            await pass_until(person, f"2031-{month}-{day:02}T{hour:02}:00")


async def test_reminds_each_morning_and_five_times_at_most(alice: Person) -> None:
    card = await make.card(alice)
    await make.invitations(alice, card["card_id"], "ana@example.com", reminder="daily")
    await pass_until(alice, "2031-05-01T08:01")
    await days(alice, "05", 2, 12)
    mornings = [f"05-0{day}T09:00" for day in range(2, 7)]
    assert await sent(alice) == ["05-01T08:01", *mornings]
    events = (await alice.get("/api/events", params={"type": "invitation.reminded"})).json()["data"]
    assert [each["data"]["reminders_sent"] for each in events] == [5, 4, 3, 2, 1]


async def test_automatic_reminders_follow_the_card(alice: Person) -> None:
    card = await make.card(alice, auto_reminders=True, contribution_end_date="2031-05-20")
    await make.invitations(alice, card["card_id"], "ana@example.com")
    await pass_until(alice, "2031-05-01T08:01")
    await days(alice, "05", 2, 14)
    assert await sent(alice) == ["05-01T08:01", "05-13T09:00"]
    await alice.patch(f"/api/cards/{card['card_id']}", {"contribution_end_date": "2031-05-28"})
    await days(alice, "05", 15, 30)
    assert (await sent(alice))[2:] == ["05-21T09:00", "05-27T09:00"]


async def test_automatic_reminders_switched_on_and_off(alice: Person) -> None:
    card = await make.card(alice)
    await make.invitations(alice, card["card_id"], "ana@example.com")
    await pass_until(alice, "2031-05-01T08:01")
    await alice.patch(f"/api/cards/{card['card_id']}", {"auto_reminders": True})
    await days(alice, "05", 2, 7)
    assert await sent(alice) == ["05-01T08:01", "05-06T09:00"]
    await alice.patch(f"/api/cards/{card['card_id']}", {"auto_reminders": False})
    await days(alice, "05", 8, 15)
    assert len(await sent(alice)) == 2


async def test_reminders_switched_on_late_are_not_made_up_for(alice: Person) -> None:
    card = await make.card(alice, contribution_end_date="2031-05-20")
    await make.invitations(alice, card["card_id"], "ana@example.com")
    await pass_until(alice, "2031-05-15T08:01")
    await alice.patch(f"/api/cards/{card['card_id']}", {"auto_reminders": True})
    await days(alice, "05", 16, 22)
    assert (await sent(alice))[1:] == ["05-19T09:00"]


async def test_moves_with_the_time_zone(alice: Person) -> None:
    card = await make.card(alice, timezone="Asia/Kathmandu")
    await make.invitations(alice, card["card_id"], "ana@example.com", reminder="daily")
    await pass_until(alice, "2031-05-01T08:01")
    await pass_until(alice, "2031-05-02T03:14")
    await pass_until(alice, "2031-05-02T03:15")
    await alice.patch(f"/api/cards/{card['card_id']}", {"timezone": "Pacific/Apia"})
    await pass_until(alice, "2031-05-02T19:59")
    await pass_until(alice, "2031-05-02T20:00")
    assert await sent(alice) == ["05-01T08:01", "05-02T03:15", "05-02T20:00"]


async def test_a_morning_without_a_worker_is_made_up_for_the_next_morning(alice: Person) -> None:
    card = await make.card(alice)
    await make.invitations(alice, card["card_id"], "ana@example.com", reminder="once")
    await pass_until(alice, "2031-05-01T08:01")
    await pass_until(alice, "2031-05-05T03:00")  # no worker ran on the morning of the 4th
    assert len(await sent(alice)) == 1
    await pass_until(alice, "2031-05-05T09:00")
    await days(alice, "05", 6, 9)
    assert (await sent(alice))[1:] == ["05-05T09:00"]


async def test_sends_one_reminder_for_all_missed_mornings(alice: Person) -> None:
    card = await make.card(alice)
    await make.invitations(alice, card["card_id"], "ana@example.com", reminder="daily")
    await pass_until(alice, "2031-05-01T08:01")
    await pass_until(alice, "2031-05-20T11:00")
    await pass_until(alice, "2031-05-20T20:00")
    assert (await sent(alice))[1:] == ["05-20T11:00"]


async def test_sends_no_reminder_after_the_card_has_closed(alice: Person) -> None:
    card = await make.card(alice)
    await make.invitations(alice, card["card_id"], "ana@example.com", reminder="daily")
    await pass_until(alice, "2031-05-01T08:01")
    await alice.post(f"/api/cards/{card['card_id']}/close")
    await days(alice, "05", 2, 10)
    assert len(await sent(alice)) == 1
    await alice.post(f"/api/cards/{card['card_id']}/reopen")
    await pass_until(alice, "2031-05-10T21:30")
    await days(alice, "05", 11, 11)
    assert (await sent(alice))[1:] == ["05-11T09:00"]


@pytest.mark.parametrize("status", ["contributed", "declined", "revoked", "suppressed", "bounced", "failed"])
async def test_reminds_only_those_from_whom_something_is_awaited(status: str, alice: Person) -> None:
    card = await make.card(alice)
    given = ("ana@example.com", "ben@example.com")
    await make.invitations(alice, card["card_id"], *given, reminder="daily")
    await pass_until(alice, "2031-05-01T08:01")
    await alice.world.owner.execute(
        "update invitations set status = $1 where delivery_id = 'ana@example.com'", status
    )
    await pass_until(alice, "2031-05-02T09:00")
    rows = await alice.world.owner.fetch("select recipient from messages order by created_at, id")
    assert [row["recipient"] for row in rows].count("ana@example.com") == 1
    assert [row["recipient"] for row in rows].count("ben@example.com") == 2


async def test_sends_no_reminder_before_the_invitation(alice: Person) -> None:
    card = await make.card(alice)
    await make.invitations(alice, card["card_id"], "ana@example.com", reminder="daily", send=False)
    [made] = await make.invitations(alice, card["card_id"], "ben@example.com", reminder="daily")
    await alice.world.owner.execute("delete from jobs where kind = 'invitations.send'")
    await pass_until(alice, "2031-05-01T08:01")  # plans the reminder for the next day
    await pass_until(alice, "2031-05-02T09:00")
    assert await sent(alice) == []
    await alice.world.owner.execute("update invitations set status = 'sent' where id = $1", made["id"])
    await pass_until(alice, "2031-05-03T09:00")
    assert await sent(alice) == ["05-03T09:00"]


async def test_the_budget_of_an_address_holds(alice: Person) -> None:
    given: dict[str, Any] = {"reminder": "daily"}
    card = await make.card(alice)
    [made] = await make.invitations(alice, card["card_id"], "ana@example.com", **given)
    await pass_until(alice, "2031-05-01T08:01")
    set_to("2031-05-02T08:00")
    async with alice.world.services.db.transaction([alice.account_id]) as tx:
        for _ in range(budget.TO_ONE_ADDRESS_FOR_ONE_CARD):
            await budget.within_day(tx, alice.world.services, card["card_id"], ["email:ana@example.com"])
    await days(alice, "05", 2, 3)
    assert (await sent(alice))[1:] == ["05-03T09:00"]
    assert made["id"]


async def test_an_address_corrected_begins_anew(alice: Person) -> None:
    card = await make.card(alice)
    [made] = await make.invitations(alice, card["card_id"], "ana@exmaple.com", reminder="once")
    await pass_until(alice, "2031-05-03T08:00")
    path = f"/api/cards/invitations/{made['id']}"
    assert (await alice.patch(path, {"delivery_id": "ana@example.com"})).status_code == 200
    await pass_until(alice, "2031-05-03T08:01")
    await days(alice, "05", 4, 9)
    assert (await sent(alice))[2:] == ["05-06T09:00"]


async def test_reminds_the_members_of_a_group(alice: Person) -> None:
    card = await make.card(alice)
    members = [{"email": f"p{each}@example.com"} for each in range(3)]
    group = (await alice.post("/api/groups", {"name": "Team", "members": members})).json()
    invitee = {"delivery_type": "group", "delivery_id": group["id"]}
    given = {"card_id": card["card_id"], "invitees": [invitee], "reminder": "once"}
    assert (await alice.post("/api/cards/invitations", given)).status_code == 201
    await pass_until(alice, "2031-05-01T08:01")
    await days(alice, "05", 2, 5)
    assert (await sent(alice))[3:] == ["05-04T09:00"] * 3


async def test_reminds_once_however_many_workers_there_are(
    alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(remind, "_CHUNK", 7)
    card = await make.card(alice)
    people = [f"p{each}@example.com" for each in range(30)]
    await make.invitations(alice, card["card_id"], *people, reminder="daily")
    await pass_until(alice, "2031-05-01T08:01")
    set_to("2031-05-02T09:00")
    services, args = alice.world.services, {"account_id": alice.account_id, "card_id": card["card_id"]}
    workers = [Worker(services.db, services, JOBS) for _ in range(3)]
    await asyncio.gather(
        *(worker.drain() for worker in workers), *(remind.run(services, args) for _ in range(4))
    )
    await alice.world.work()
    assert len(await sent(alice)) == 60


async def test_waits_in_the_database_for_the_next_morning(alice: Person) -> None:
    card = await make.card(alice, timezone="Asia/Kathmandu")
    await make.invitations(alice, card["card_id"], "ana@example.com", "ben@example.com", reminder="weekly")
    await alice.world.work()
    rows = await alice.world.owner.fetch("select run_at from jobs where kind = $1", wake_jobs.REMIND)
    assert [f"{row['run_at']:%m-%dT%H:%M}" for row in rows] == ["05-08T03:15"]


async def test_has_no_job_without_reminders(alice: Person) -> None:
    card = await make.card(alice)
    await make.invitations(alice, card["card_id"], "ana@example.com")
    await make.invitations(alice, card["card_id"], "ben@example.com", reminder="none")
    assert not await alice.world.owner.fetchval("select count(*) from jobs where kind = $1", wake_jobs.REMIND)
