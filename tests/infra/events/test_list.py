"""List the events of the account: newest first, or in commit order without gaps."""

from datetime import timedelta
from typing import Any

import asyncpg
import pytest

from tests import make
from tests.infra.http.test_bad_input import faults, is_problem
from tests.waiting import until
from tests.world import Person, World
from wellwish.base import clock, ids
from wellwish.infra import events


async def listed(person: Person, **params: Any) -> list[dict[str, Any]]:
    answer = await person.get("/api/events", params=params)
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


async def tailed(person: Person, count: int, **params: Any) -> list[dict[str, Any]]:
    """Waits for `count` events in commit order; open transactions in the database delay events."""

    async def complete() -> list[dict[str, Any]]:
        found = await listed(person, order="asc", **params)
        assert len(found) >= count, found
        return found

    return await until(complete, despite=AssertionError)


async def test_lists_the_events_of_a_card(alice: Person, bob: Person) -> None:
    card = await make.card(alice, title="Zanzibar", recipient="Maya", recipient_email="maya@example.com")
    path = f"/api/cards/{card['id']}"
    admin = await make.admin(alice, card["id"], bob)
    await alice.put(f"/api/card-admins/{admin['id']}", {"privilege": {}})
    await alice.delete(f"/api/card-admins/{admin['id']}")
    await alice.patch(path, {"title": "New"})
    await alice.post(f"{path}/close")
    await alice.post(f"{path}/reopen")
    await alice.post(f"{path}/close")
    await alice.post(f"{path}/archive")
    await alice.delete(path)
    found = await listed(alice)
    assert [event["type"] for event in reversed(found)] == [
        "card.created", "card_admin.added", "card_admin.updated", "card_admin.removed", "card.updated",
        "card.closed", "card.reopened", "card.closed", "card.archived", "card.deleted",
    ]  # fmt: skip
    assert {event["card_id"] for event in found} == {card["id"]}
    first = found[-1]
    assert first.keys() == {"object", "id", "type", "card_id", "test", "data", "created_at"}
    assert first["object"] == "event"
    assert ids.is_id("evt", first["id"])
    assert first["data"]["bundle_purchase_id"] == alice.bundle_purchase_id


async def test_events_contain_no_person_text_or_link(alice: Person, bob: Person) -> None:
    card = await make.card(alice, title="Zanzibar", recipient="Maya", recipient_email="maya@example.com")
    await make.admin(alice, card["id"], bob)
    await make.invitations(alice, card["id"], "carol@example.com", message="Xylophone")
    await alice.world.work()
    text = (await alice.get("/api/events")).text
    for hidden in ("Zanzibar", "Maya", "@example.com", "Xylophone", "/s/", "/c/", card["sign_url"][-22:]):
        assert hidden not in text


async def test_shows_only_the_accounts_own(alice: Person, bob: Person, mallory: Person) -> None:
    card = await make.card(alice)
    await make.admin(alice, card["id"], bob, can_update=True)
    await bob.patch(f"/api/cards/{card['id']}", {"title": "New"})
    for person in (bob, mallory):
        assert await listed(person) == []
        assert await listed(person, card_id=card["id"]) == []
    assert len(await listed(alice)) == 3


async def test_filters_by_type_and_card(alice: Person) -> None:
    cards = [await make.card(alice) for _ in range(2)]
    await alice.post(f"/api/cards/{cards[0]['id']}/close")
    assert [event["card_id"] for event in await listed(alice, type="card.closed")] == [cards[0]["id"]]
    assert len(await listed(alice, card_id=cards[0]["id"])) == 2
    assert len(await listed(alice, card_id=cards[0]["id"], type="card.created")) == 1
    assert faults(await alice.get("/api/events?type=card.lost")) == {"?type": "invalid_value"}


async def test_goes_through_all_pages_in_both_orders(alice: Person) -> None:
    for _ in range(5):
        await make.card(alice)
    await tailed(alice, 5)
    for order in ("desc", "asc"):
        seen: list[str] = []
        params: dict[str, Any] = {"order": order, "limit": 2}
        while True:
            page = (await alice.get("/api/events", params=params)).json()
            seen += [event["id"] for event in page["data"]]
            if page["next_cursor"] is None:
                break
            params["cursor"] = page["next_cursor"]
        assert seen == sorted(seen, reverse=order == "desc")
        assert len(seen) == 5


async def test_tails_after_an_event(alice: Person) -> None:
    await make.card(alice)
    (first,) = await tailed(alice, 1)
    assert await listed(alice, order="asc", after=first["id"]) == []
    card = await make.card(alice)
    (second,) = await tailed(alice, 1, after=first["id"])
    assert second["card_id"] == card["id"]


@pytest.mark.parametrize(
    "after", ["nonsense", "evt_01h455vb4pex5vsknk084sn02q", "card_01h455vb4pex5vsknk084sn02q"]
)
async def test_refuses_to_tail_after_an_unknown_event(after: str, alice: Person) -> None:
    is_problem(await alice.get(f"/api/events?order=asc&after={after}"), 400, "invalid_cursor")


async def test_refuses_to_tail_after_another_accounts_event(alice: Person, mallory: Person) -> None:
    await make.card(alice)
    (event,) = await listed(alice)
    is_problem(await mallory.get(f"/api/events?order=asc&after={event['id']}"), 400, "invalid_cursor")


async def test_leaves_no_gap_where_a_later_event_commits_first(
    world: World, clone: tuple[str, str], alice: Person
) -> None:
    """An event that starts before others and commits after them still reaches clients that tail."""
    slow = await asyncpg.connect(clone[0])
    late = ids.new("evt")
    transaction = slow.transaction()
    await transaction.start()
    try:
        await slow.execute(
            "insert into events (account_id, id, type, data, created_at) "
            "values ($1, $2, 'card.closed', '{}', now())",
            alice.account_id, late,
        )  # fmt: skip
        card = await make.card(alice)
        assert [event["card_id"] for event in await listed(alice)] == [card["id"]]
        # The control: the newest-first order already shows the younger event; commit order holds it back.
        assert await listed(alice, order="asc") == []
        await transaction.commit()
        found = await tailed(alice, 2)
        assert found[0]["id"] == late
    finally:
        await slow.close()


async def test_shows_ninety_days(alice: Person) -> None:
    await make.card(alice)
    try:
        clock.move(timedelta(days=89))
        alice.token = await alice.exchange()
        assert len(await listed(alice)) == 1
        clock.move(timedelta(days=2))
        alice.token = await alice.exchange()
        assert await listed(alice) == []
        assert await listed(alice, order="asc") == []
    finally:
        clock.move(timedelta())


async def test_knows_no_event_that_is_not_in_the_catalogue(world: World, alice: Person) -> None:
    async with world.services.db.transaction([alice.account_id]) as tx:
        with pytest.raises(KeyError):
            await events.record(tx, alice.account_id, "card.lost")


async def test_a_refused_request_records_no_event(world: World, alice: Person) -> None:
    """Events share the transaction of their change: a refused request leaves none."""
    card = await make.card(alice, external_id="order 7")
    other = await make.card(alice)
    before = await listed(alice)
    is_problem(
        await alice.patch(f"/api/cards/{other['id']}", {"external_id": "order 7"}), 409, "external_id_exists"
    )
    is_problem(await alice.post(f"/api/cards/{card['id']}/archive"), 409, "card_state")
    assert await listed(alice) == before
