"""The event at the end of a card: emitted once and in order, whichever process handles it first."""

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests import make
from tests.later import another_time, frozen_at, pass_until, set_to
from tests.world import Person
from wellwish.cards import end, wake_jobs
from wellwish.infra.jobs import Worker
from wellwish.worker import JOBS

pytestmark = pytest.mark.anyio

END = "2031-05-20T12:00:00Z"


@pytest.fixture(autouse=True)
def _clock() -> Iterator[None]:
    with another_time():
        set_to("2031-05-01T08:00")
        yield


async def event_types(person: Person, card: dict[str, Any]) -> list[str]:
    person.token = None
    # In commit order, an event appears only after all older transactions of the server have ended, even those
    # of other test workers. Therefore this reads newest first, and reverses.
    listed = reversed((await person.get("/api/events")).json()["data"])
    return [
        each["type"] for each in listed if each["card_id"] == card["id"] and each["type"] != "card.created"
    ]


async def stored(person: Person, card: dict[str, Any]) -> dict[str, Any]:
    rows = await person.world.owner.fetch("select state, closed_at from cards where id = $1", card["id"])
    return dict(rows[0])


async def test_records_that_a_card_closed_at_its_end(alice: Person) -> None:
    card = await make.card(alice, contribution_end_date=END)
    with frozen_at("2031-05-20T11:59:59.999"):
        await alice.world.work()
        assert await event_types(alice, card) == []
    with frozen_at("2031-05-20T12:00:00"):
        await alice.world.work()
        assert await event_types(alice, card) == ["card.closed"]
    shown = (await alice.get(f"/api/cards/{card['id']}")).json()
    assert (shown["status"], shown["closed_at"]) == ("closed", "2031-05-20T12:00:00.000Z")
    await pass_until(alice, "2031-06-20T12:00:00")
    assert await event_types(alice, card) == ["card.closed"]


async def test_a_late_worker_gives_the_end_as_the_time_of_closing(alice: Person) -> None:
    card = await make.card(alice, contribution_end_date=END)
    await pass_until(alice, "2031-05-23T03:00:00")
    assert (await stored(alice, card))["closed_at"].isoformat() == "2031-05-20T12:00:00+00:00"
    assert await event_types(alice, card) == ["card.closed"]


async def test_records_once_with_many_workers(alice: Person) -> None:
    card = await make.card(alice, contribution_end_date=END)
    await alice.world.work()
    set_to("2031-05-20T12:00:01")
    workers = [Worker(alice.world.services.db, alice.world.services, JOBS) for _ in range(4)]
    await asyncio.gather(*(worker.drain() for worker in workers))
    args = {"account_id": alice.account_id, "card_id": card["id"]}
    await asyncio.gather(*(end.run(alice.world.services, args) for _ in range(4)))
    assert await event_types(alice, card) == ["card.closed"]


async def test_an_end_that_was_moved_counts(alice: Person) -> None:
    card = await make.card(alice, contribution_end_date=END)
    await alice.world.work()
    later = {"contribution_end_date": "2031-06-01T12:00:00Z"}
    assert (await alice.patch(f"/api/cards/{card['id']}", later)).status_code == 200
    await pass_until(alice, "2031-05-21T12:00:00")
    assert await event_types(alice, card) == ["card.updated"]
    await alice.patch(f"/api/cards/{card['id']}", {"contribution_end_date": "2031-05-22T12:00:00Z"})
    await pass_until(alice, "2031-05-22T12:00:00")
    assert await event_types(alice, card) == ["card.updated", "card.updated", "card.closed"]


async def test_a_removed_end_date_does_not_close_the_card(alice: Person) -> None:
    card = await make.card(alice, contribution_end_date=END)
    await alice.patch(f"/api/cards/{card['id']}", {"contribution_end_date": None})
    await pass_until(alice, "2031-06-20T12:00:00")
    assert (await stored(alice, card))["state"] == "open"


async def test_an_end_given_later_closes(alice: Person) -> None:
    card = await make.card(alice)
    await alice.patch(f"/api/cards/{card['id']}", {"contribution_end_date": END})
    await pass_until(alice, "2031-05-20T12:00:00")
    assert (await event_types(alice, card))[-1] == "card.closed"


async def test_a_date_moves_with_the_time_zone(alice: Person) -> None:
    card = await make.card(alice, contribution_end_date="2031-05-20", timezone="Pacific/Apia")
    await alice.patch(f"/api/cards/{card['id']}", {"timezone": "Pacific/Pago_Pago"})
    await pass_until(alice, "2031-05-21T10:59:59")
    assert (await stored(alice, card))["state"] == "open"
    await pass_until(alice, "2031-05-21T11:00:00")
    assert (await stored(alice, card))["state"] == "closed"


async def test_closes_again_after_a_reopening(alice: Person) -> None:
    card = await make.card(alice, contribution_end_date=END)
    await pass_until(alice, "2031-05-20T13:00:00")
    until = {"contribution_end_date": "2031-05-25T12:00:00Z"}
    assert (await alice.post(f"/api/cards/{card['id']}/reopen", until)).status_code == 200
    await pass_until(alice, "2031-05-25T12:00:00")
    assert await event_types(alice, card) == ["card.closed", "card.reopened", "card.closed"]


@pytest.mark.parametrize(
    ("operation", "event"),
    [("reopen", "card.reopened"), ("archive", "card.archived"), ("cancel", "card.cancelled")],
)
async def test_an_operation_before_the_job_records_the_end_first(
    operation: str, event: str, alice: Person
) -> None:
    card = await make.card(alice, contribution_end_date=END)
    set_to("2031-05-20T12:00:01")
    alice.token = None
    body = {"contribution_end_date": "2031-07-01T12:00:00Z"} if operation == "reopen" else {}
    assert (await alice.post(f"/api/cards/{card['id']}/{operation}", body)).status_code == 200
    await alice.world.work()
    assert await event_types(alice, card) == ["card.closed", event]


async def test_a_change_after_the_end_records_it_once(alice: Person) -> None:
    card = await make.card(alice, contribution_end_date=END)
    set_to("2031-05-20T12:00:01")
    alice.token = None
    assert (await alice.patch(f"/api/cards/{card['id']}", {"title": "Late"})).status_code == 200
    await alice.world.work()
    assert sorted(await event_types(alice, card)) == ["card.closed", "card.updated"]


async def test_a_card_closed_by_hand_does_not_close_once_more(alice: Person) -> None:
    card = await make.card(alice, contribution_end_date=END)
    await alice.post(f"/api/cards/{card['id']}/close")
    await pass_until(alice, "2031-05-20T12:00:00")
    assert await event_types(alice, card) == ["card.closed"]


async def test_a_deleted_card_is_unchanged(alice: Person) -> None:
    card = await make.card(alice, contribution_end_date=END)
    assert (await alice.delete(f"/api/cards/{card['id']}")).status_code == 200
    await pass_until(alice, "2031-05-20T12:00:00")
    assert await event_types(alice, card) == ["card.deleted"]


async def test_creates_the_jobs_of_the_end_with_the_card(alice: Person) -> None:
    """The jobs are created with the card, and none of them runs before its time."""
    card = await make.card(alice, contribution_end_date=END, timezone="UTC")
    await make.card(alice)  # the control: a card without an end has none
    rows = await alice.world.owner.fetch(
        """
        select kind, key, args, run_at, ready, account_id from jobs
        where args ->> 'card_id' is not null order by kind
        """
    )
    mail, end = [(wake_jobs.MAIL_ORGANISERS, "2031-05-19T09:00"), (wake_jobs.END, "2031-05-20T12:00")]
    assert [(row["kind"], f"{row['run_at']:%Y-%m-%dT%H:%M}") for row in rows] == sorted([mail, end])
    for row in rows:
        assert row["key"] == f"{row['kind']}:{card['id']}"
        assert json.loads(row["args"]) == {"account_id": alice.account_id, "card_id": card["id"]}
        assert (row["ready"], row["account_id"]) == (False, alice.account_id)


async def test_survives_a_restart(alice: Person) -> None:
    """The job is stored in the database, where any worker finds it at the end."""
    await make.card(alice, contribution_end_date=END)
    await alice.world.work()
    rows = await alice.world.owner.fetch(
        "select run_at, locked_until from jobs where kind = $1", wake_jobs.END
    )
    assert [(f"{row['run_at']:%Y-%m-%dT%H:%M}", row["locked_until"]) for row in rows] == [
        ("2031-05-20T12:00", None)
    ]
