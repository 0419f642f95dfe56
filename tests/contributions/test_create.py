"""The owner adds a contribution in another person's name."""

from typing import Any

import pytest

from tests import make
from tests.world import Person, World

pytestmark = pytest.mark.anyio

NOTE = {"name": "Grandma Ilse", "note": {"text": "Thirty!\nI remember the day."}}


async def add(person: Person, card_id: str, **fields: Any) -> Any:
    return await person.post(f"/api/cards/{card_id}/contributions", {**NOTE, **fields})


async def test_publishes_what_the_owner_adds(alice: Person) -> None:
    card = await make.card(alice, moderation="pre")
    answer = await add(alice, card["id"])
    assert answer.status_code == 201
    made = answer.json()
    assert (made["name"], made["source"], made["invite_id"]) == ("Grandma Ilse", "owner", None)
    assert made["note"]["text"] == "Thirty!\nI remember the day."
    assert (made["note"]["status"], made["note"]["media"]) == ("published", [])
    assert (made["note"]["pen"], made["note"]["ink"], made["note"]["paper"]) == ("kalam", "navy", "cream")
    assert made["note"]["published_at"] is not None
    read = await alice.get(f"/api/cards/{card['id']}/contributions/{made['id']}")
    assert read.json() == made
    assert read.headers["ETag"] == '"1"'


async def test_records_an_event_without_a_name(alice: Person) -> None:
    card = await make.card(alice)
    made = (await add(alice, card["id"])).json()
    events = (await alice.get("/api/events", params={"type": "contribution.created"})).json()["data"]
    assert [each["data"] for each in events] == [
        {
            "contribution_id": made["id"],
            "note_id": made["note"]["id"],
            "card_id": card["id"],
            "status": "published",
        }
    ]


async def test_is_added_once_for_one_key(alice: Person) -> None:
    card = await make.card(alice)
    answers = [await alice.post(f"/api/cards/{card['id']}/contributions", NOTE, key="one") for _ in range(2)]
    assert answers[0].content == answers[1].content
    listed = (await alice.get(f"/api/cards/{card['id']}/contributions")).json()["data"]
    assert len(listed) == 1


@pytest.mark.parametrize(
    ("fields", "pointer", "code"),
    [
        ({"name": None}, "/name", "required"),
        ({"name": "x" * 101}, "/name", "too_long"),
        ({"name": "two\nlines"}, "/name", "control_character"),
        ({"note": {}}, "/note/text", "required"),
        ({"note": {"media": []}}, "/note/text", "required"),
        ({"note": {"text": " \n "}}, "/note/text", "required"),
        ({"note": {"text": "x" * 2001}}, "/note/text", "too_long"),
        ({"note": {"text": "Hi", "pen": "comic"}}, "/note/pen", "invalid_value"),
        ({"note": {"text": "Hi", "ink": "red"}}, "/note/ink", "invalid_value"),
        ({"note": {"text": "Hi", "paper": "grey"}}, "/note/paper", "invalid_value"),
        ({"note": {"text": "Hi", "visibility": "nobody"}}, "/note/visibility", "invalid_value"),
        ({"anonymous": "yes"}, "/anonymous", "wrong_type"),
        ({"amount": 5}, "/amount", "unknown_field"),
    ],
)
async def test_refuses_an_invalid_note(
    fields: dict[str, Any], pointer: str, code: str, alice: Person
) -> None:
    card = await make.card(alice)
    answer = await add(alice, card["id"], **fields)
    assert answer.status_code == 422
    assert [(each["pointer"], each["code"]) for each in answer.json()["errors"]] == [(pointer, code)]
    assert (await alice.get(f"/api/cards/{card['id']}/contributions")).json()["data"] == []


async def test_takes_the_longest_note_and_name(alice: Person) -> None:
    card = await make.card(alice)
    answer = await add(alice, card["id"], name="x" * 100, note={"text": "ü" * 2000})
    assert answer.status_code == 201
    assert answer.json()["note"]["text"] == "ü" * 2000


async def test_refuses_a_closed_and_a_cancelled_card(alice: Person) -> None:
    card = await make.card(alice)
    await alice.post(f"/api/cards/{card['id']}/close")
    assert (await add(alice, card["id"])).json()["code"] == "card_closed"
    await alice.post(f"/api/cards/{card['id']}/cancel")
    assert (await add(alice, card["id"])).json()["code"] == "card_state"


async def test_refuses_when_the_card_is_full(alice: Person) -> None:
    card = await make.card(alice, contribution_limit=1)
    made = (await add(alice, card["id"])).json()
    refused = await add(alice, card["id"])
    assert (refused.status_code, refused.json()["code"]) == (409, "card_full")
    await alice.delete(f"/api/cards/{card['id']}/contributions/{made['id']}")
    assert (await add(alice, card["id"])).status_code == 201


async def test_counts_in_the_list_of_cards(alice: Person) -> None:
    card = await make.card(alice)
    await add(alice, card["id"])
    await make.invitations(alice, card["id"], "ana@example.com")
    row = (await alice.get("/api/cards")).json()["data"][0]
    assert row["counts"] == {**make.COUNTS, "invited": 1, "contributed": 1, "pending": 1}


async def test_leaves_adding_to_the_owner(alice: Person, bob: Person) -> None:
    card = await make.card(alice)
    await make.admin(alice, card["id"], bob, can_update=True, invite_contributors=True)
    answer = await add(bob, card["id"])
    assert (answer.status_code, answer.json()["code"]) == (403, "missing_privilege")


async def test_is_erased_with_the_card(world: World, alice: Person) -> None:
    card = await make.card(alice)
    await add(alice, card["id"])
    assert (await alice.delete(f"/api/cards/{card['id']}")).is_success
    await world.owner.execute("update jobs set run_at = now() - interval '1 minute'")
    await world.work()
    assert await world.owner.fetchval("select count(*) from contributions") == 0


async def test_keeps_the_unit_of_a_card_that_somebody_signed(world: World, alice: Person) -> None:
    """The card's unit of capacity stays used even if the note is removed. The control is an unsigned card."""
    used = "select cards_used from bundle_purchases where id = $1"
    signed, unsigned = await make.card(alice), await make.card(alice)
    made = (await add(alice, signed["id"])).json()
    await alice.delete(f"/api/cards/{signed['id']}/contributions/{made['id']}")
    for card, left in ((signed, 2), (unsigned, 1)):
        assert (await alice.post(f"/api/cards/{card['id']}/cancel")).is_success
        assert await world.owner.fetchval(used, alice.bundle_purchase_id) == left
