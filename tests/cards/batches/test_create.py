"""Create a batch of cards: all of them, or none."""

import asyncio
from typing import Any

import pytest

from tests import make
from tests.later import day
from tests.world import Person
from wellwish.base import ids

pytestmark = pytest.mark.anyio
PATH = "/api/card-batches"


async def titles(person: Person) -> list[str]:
    return [each["title"] for each in (await person.get("/api/cards?limit=200")).json()["data"]]


async def outcome(person: Person, batch: dict[str, Any]) -> dict[str, Any]:
    """Runs the jobs and returns the batch."""
    await person.world.work()
    return (await person.get(f"{PATH}/{batch['id']}")).json()


async def test_creates_all_cards_in_order(alice: Person) -> None:
    body = await make.batch(alice, *(f"Card {number}" for number in range(50)), timezone="Asia/Tokyo")
    body["cards"][7] |= {"recipient": "Maya", "recipient_email": "maya@example.com"}
    body["cards"][7] |= {"contribution_end_date": day(9)}
    answer = await alice.post(PATH, body)
    assert answer.status_code == 201, answer.text
    assert answer.json()["status"] == "pending"
    assert await titles(alice) == []
    done = await outcome(alice, answer.json())
    assert (done["status"], done["cards_total"], len(done["card_ids"])) == ("completed", 50, 50)
    assert await titles(alice) == [f"Card {number}" for number in reversed(range(50))]
    card = (await alice.get(f"/api/cards/{done['card_ids'][7]}")).json()
    given = {
        name: card[name] for name in ("title", "sender", "timezone", "recipient", "contribution_end_date")
    }
    assert given == {
        "title": "Card 7",
        "sender": "Priya and friends",
        "timezone": "Asia/Tokyo",
        "recipient": "Maya",
        "contribution_end_date": day(9),
    }
    kept = await alice.world.owner.fetchrow("select body from card_batches where id = $1", done["id"])
    assert kept is not None
    assert kept["body"] is None


async def test_creates_none_with_capacity_for_one_less(alice: Person) -> None:
    world = alice.world
    person = await world.person("priya", 49)
    body = await make.batch(person, *(["Card"] * 50))
    answer = await person.post(PATH, body)
    assert (answer.status_code, answer.json()["code"]) == (409, "no_bundle_available")
    assert await world.owner.fetchval("select count(*) from card_batches") == 0
    body["cards"].pop()
    assert (await outcome(person, (await person.post(PATH, body)).json()))["status"] == "completed"
    assert len(await titles(person)) == 49


async def test_creates_none_if_capacity_is_spent_meanwhile(bob: Person) -> None:
    """Each of the two batches fits, but together they exceed the ten cards."""
    batches = [
        (await bob.post(PATH, await make.batch(bob, *([name] * 6)))).json() for name in ("One", "Other")
    ]
    done = [await outcome(bob, batch) for batch in batches]
    assert sorted(each["status"] for each in done) == ["completed", "failed"]
    failed = next(each for each in done if each["status"] == "failed")
    assert (failed["status_reason"], failed["card_ids"]) == ("no_bundle_available", [])
    assert len(await titles(bob)) == 6
    left = (await bob.get("/api/bundle-purchases/available")).json()["data"][0]["cards_remaining"]
    assert left == 4


async def test_a_repeat_with_the_same_key_creates_nothing_more(alice: Person) -> None:
    body = await make.batch(alice, "One", "Two")
    answers = await asyncio.gather(*(alice.post(PATH, body, key="batch-1") for _ in range(3)))
    assert {answer.status_code for answer in answers} <= {201, 409}
    again = await alice.post(PATH, body, key="batch-1")
    assert again.status_code == 201
    await outcome(alice, again.json())
    assert await titles(alice) == ["Two", "One"]


async def test_lists_every_fault_and_stores_nothing(alice: Person) -> None:
    body = await make.batch(alice, "Good", "Past", "Retired")
    body["cards"][1]["contribution_end_date"] = day(-2)
    body["cards"][2]["template_id"] = ids.new("tpl")
    for path in (PATH, f"{PATH}/check"):
        answer = await alice.post(path, body)
        assert answer.status_code == 422
        assert [(each["pointer"], each["code"]) for each in answer.json()["errors"]] == [
            ("/cards/1/contribution_end_date", "in_the_past"),
            ("/cards/2/template_id", "not_found"),
        ]
    del body["cards"][1]
    for path in (PATH, f"{PATH}/check"):
        assert (await alice.post(path, body)).status_code == 404
    assert await alice.world.owner.fetchval("select count(*) from card_batches") == 0


async def test_limits_the_cards(alice: Person) -> None:
    for cards in ([], (await make.batch(alice, *(["Card"] * 201)))["cards"]):
        answer = await alice.post(PATH, {"sender": "Priya", "cards": cards})
        assert answer.status_code == 422
        assert [each["pointer"] for each in answer.json()["errors"]] == ["/cards"]
