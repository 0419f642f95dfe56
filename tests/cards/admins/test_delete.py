"""Remove an admin from a card."""

import pytest

from tests import make
from tests.infra.http.test_bad_input import is_problem
from tests.world import Person, World

ALL = {"can_update": True, "invite_contributors": True, "admin_management": True}


async def test_removes_an_admin_and_ends_the_access_at_once(world: World, alice: Person, bob: Person) -> None:
    card = await make.card(alice)
    admin = await make.admin(alice, card["id"], bob, **ALL)
    assert (await bob.get(f"/api/cards/{card['id']}")).status_code == 200
    answer = await alice.delete(f"/api/card-admins/{admin['id']}")
    removed = answer.json()
    assert (answer.status_code, removed["status"], removed["removed_at"]) == (
        200,
        "removed",
        removed["updated_at"],
    )
    is_problem(await bob.get(f"/api/cards/{card['id']}"), 404, "not_found")
    is_problem(await alice.delete(f"/api/card-admins/{admin['id']}"), 404, "not_found")
    assert await world.owner.fetchval("select count(*) from card_grants") == 0


@pytest.mark.parametrize("privilege", [{}, {"can_update": True}, ALL])
async def test_lets_anyone_remove_themselves(
    privilege: dict[str, bool], alice: Person, bob: Person, mallory: Person
) -> None:
    card = await make.card(alice)
    admin = await make.admin(alice, card["id"], bob, **privilege)
    other = await make.admin(alice, card["id"], mallory)
    if "admin_management" not in privilege:
        is_problem(await bob.delete(f"/api/card-admins/{other['id']}"), 403, "missing_privilege")
    assert (await bob.delete(f"/api/card-admins/{admin['id']}")).status_code == 200
    is_problem(await bob.get(f"/api/cards/{card['id']}"), 404, "not_found")


async def test_removes_no_admin_with_a_privilege_that_the_caller_lacks(
    alice: Person, bob: Person, mallory: Person
) -> None:
    card = await make.card(alice)
    await make.admin(alice, card["id"], bob, admin_management=True)
    other = await make.admin(alice, card["id"], mallory, can_update=True)
    is_problem(await bob.delete(f"/api/card-admins/{other['id']}"), 403, "missing_privilege")
    await alice.put(f"/api/card-admins/{other['id']}", {"privilege": {"admin_management": True}})
    assert (await bob.delete(f"/api/card-admins/{other['id']}")).status_code == 200


async def test_leaves_the_other_cards_of_the_same_admin(alice: Person, bob: Person) -> None:
    cards = [await make.card(alice) for _ in range(2)]
    admins = [await make.admin(alice, card["id"], bob) for card in cards]
    await alice.delete(f"/api/card-admins/{admins[0]['id']}")
    assert [card["id"] for card in (await bob.get("/api/cards")).json()["data"]] == [cards[1]["id"]]
