"""Add an admin to a card."""

import pytest

from tests import make
from tests.infra.http.test_bad_input import faults, is_problem
from tests.world import Person, World

NONE = {"can_update": False, "invite_contributors": False, "admin_management": False}


async def test_adds_an_admin_without_privileges(world: World, alice: Person) -> None:
    card = await make.card(alice)
    answer = await alice.post("/api/card-admins", {"card_id": card["id"], "email": "Dora@Example.com"})
    assert answer.status_code == 201
    admin = answer.json()
    assert admin == {
        "object": "card_admin",
        "id": admin["id"],
        "card_admin_id": admin["id"],
        "card_id": card["id"],
        "email": "Dora@example.com",
        "name": None,
        "privilege": NONE,
        "status": "invited",
        "removed_at": None,
        "version": 1,
        "created_at": admin["created_at"],
        "updated_at": admin["created_at"],
    }
    assert answer.headers["ETag"] == '"1"'
    rows = await world.owner.fetch("select type, data::text from events order by id")
    assert rows[-1][0] == "card_admin.added"
    assert "example.com" not in rows[-1][1]


async def test_sets_missing_keys_to_false(alice: Person) -> None:
    card = await make.card(alice)
    body = {
        "card_id": card["id"],
        "email": "dora@example.com",
        "name": "Dora",
        "privilege": {"can_update": True},
    }
    admin = (await alice.post("/api/card-admins", body)).json()
    assert admin["privilege"] == {**NONE, "can_update": True}
    assert admin["name"] == "Dora"


@pytest.mark.parametrize(
    ("privilege", "pointer"),
    [
        ({"can_update": 1}, "/privilege/can_update"),
        ({"can_update": "yes"}, "/privilege/can_update"),
        ([], "/privilege"),
        (True, "/privilege"),
    ],
)
async def test_refuses_a_privilege_that_is_no_boolean(privilege: object, pointer: str, alice: Person) -> None:
    card = await make.card(alice)
    body = {"card_id": card["id"], "email": "dora@example.com", "privilege": privilege}
    assert faults(await alice.post("/api/card-admins", body)) == {pointer: "wrong_type"}


async def test_warns_of_a_privilege_that_there_is_not(alice: Person) -> None:
    card = await make.card(alice)
    body = {"card_id": card["id"], "email": "dora@example.com", "privilege": {"can_upate": True}}
    answer = await alice.post("/api/card-admins", body)
    assert answer.json()["privilege"] == NONE
    (warning,) = answer.json()["warnings"]
    assert warning["pointer"] == "/privilege/can_upate"
    assert "'can_update'" in warning["detail"]


@pytest.mark.parametrize(
    "email", ["dora", "dora@", "@example.com", "a b@example.com", "d@example.com\n", "", None]
)
async def test_refuses_an_invalid_address(email: object, alice: Person) -> None:
    card = await make.card(alice)
    answer = await alice.post("/api/card-admins", {"card_id": card["id"], "email": email})
    assert faults(answer).keys() == {"/email"}


async def test_the_response_does_not_reveal_whether_the_email_is_known(alice: Person, bob: Person) -> None:
    card = await make.card(alice)
    known = (await alice.post("/api/card-admins", {"card_id": card["id"], "email": bob.email})).json()
    unknown = (await alice.post("/api/card-admins", {"card_id": card["id"], "email": "x@example.com"})).json()
    differ = {"id", "card_admin_id", "email", "created_at", "updated_at"}
    assert {key: value for key, value in known.items() if key not in differ} == {
        key: value for key, value in unknown.items() if key not in differ
    }


async def test_adds_a_removed_one_again(alice: Person, bob: Person) -> None:
    card = await make.card(alice)
    first = await make.admin(alice, card["id"], bob, can_update=True)
    await alice.delete(f"/api/card-admins/{first['id']}")
    again = await make.admin(alice, card["id"], bob)
    assert again["id"] != first["id"]
    assert again["privilege"] == NONE
    assert (await bob.get(f"/api/cards/{card['id']}")).json()["privilege"] == NONE


@pytest.mark.parametrize("wanted", ["can_update", "invite_contributors"])
async def test_grants_no_privilege_that_the_admin_lacks(wanted: str, alice: Person, bob: Person) -> None:
    card = await make.card(alice)
    await make.admin(alice, card["id"], bob, admin_management=True)
    body = {"card_id": card["id"], "email": "dora@example.com", "privilege": {wanted: True}}
    is_problem(await bob.post("/api/card-admins", body), 403, "missing_privilege")
    assert len((await alice.get(f"/api/card-admins/card/{card['id']}")).json()["data"]) == 1
    body["privilege"] = {"admin_management": True}
    assert (await bob.post("/api/card-admins", body)).status_code == 201


async def test_gives_access_to_that_card_only(alice: Person, bob: Person) -> None:
    card, other = await make.card(alice), await make.card(alice)
    await make.admin(alice, card["id"], bob, can_update=True)
    assert (await bob.get(f"/api/cards/{card['id']}")).status_code == 200
    is_problem(await bob.get(f"/api/cards/{other['id']}"), 404, "not_found")


@pytest.mark.parametrize("state", ["closed", "cancelled"])
async def test_adds_to_a_closed_card_and_to_no_cancelled_one(state: str, alice: Person) -> None:
    card = await make.card(alice)
    await alice.post(f"/api/cards/{card['id']}/{'close' if state == 'closed' else 'cancel'}")
    answer = await alice.post("/api/card-admins", {"card_id": card["id"], "email": "dora@example.com"})
    if state == "closed":
        assert answer.status_code == 201
    else:
        is_problem(answer, 409, "card_state")
