"""Replace the privileges of a card admin."""

import pytest

from tests import make
from tests.infra.http.test_bad_input import faults, is_problem
from tests.world import Person

ALL = {"can_update": True, "invite_contributors": True, "admin_management": True}


async def test_replaces_so_that_a_missing_key_is_false(alice: Person, bob: Person) -> None:
    card = await make.card(alice)
    admin = await make.admin(alice, card["id"], bob, **ALL)
    answer = await alice.put(f"/api/card-admins/{admin['id']}", {"privilege": {"can_update": True}})
    changed = answer.json()
    assert (answer.status_code, changed["version"]) == (200, 2)
    assert changed["privilege"] == {
        "can_update": True,
        "invite_contributors": False,
        "admin_management": False,
    }
    assert (await bob.get(f"/api/cards/{card['id']}")).json()["privilege"] == changed["privilege"]
    answer = await alice.put(f"/api/card-admins/{admin['id']}", {"privilege": {}})
    assert not any(answer.json()["privilege"].values())


@pytest.mark.parametrize("body", [{}, {"privilege": None}, {"privilege": []}, {"privileges": {}}])
async def test_needs_a_privilege_object(body: object, alice: Person, bob: Person) -> None:
    card = await make.card(alice)
    admin = await make.admin(alice, card["id"], bob, **ALL)
    assert faults(await alice.put(f"/api/card-admins/{admin['id']}", body)).keys() == {"/privilege"}


async def test_ends_a_privilege_at_once(alice: Person, bob: Person) -> None:
    card = await make.card(alice)
    admin = await make.admin(alice, card["id"], bob, can_update=True)
    path = f"/api/cards/{card['id']}"
    assert (await bob.patch(path, {"title": "New"})).status_code == 200
    await alice.put(f"/api/card-admins/{admin['id']}", {"privilege": {}})
    is_problem(await bob.patch(path, {"title": "Newer"}), 403, "missing_privilege")


async def test_gives_and_takes_only_what_the_admin_has(alice: Person, bob: Person, mallory: Person) -> None:
    card = await make.card(alice)
    await make.admin(alice, card["id"], bob, admin_management=True, can_update=True)
    other = await make.admin(alice, card["id"], mallory, can_update=True)
    path = f"/api/card-admins/{other['id']}"
    is_problem(await bob.put(path, {"privilege": ALL}), 403, "missing_privilege")
    assert (await bob.put(path, {"privilege": {"admin_management": True}})).status_code == 200
    await alice.put(path, {"privilege": ALL})
    is_problem(await bob.put(path, {"privilege": {}}), 403, "missing_privilege")


async def test_does_not_let_an_admin_raise_themselves(alice: Person, bob: Person) -> None:
    card = await make.card(alice)
    admin = await make.admin(alice, card["id"], bob, admin_management=True)
    path = f"/api/card-admins/{admin['id']}"
    is_problem(await bob.put(path, {"privilege": ALL}), 403, "missing_privilege")
    assert (await bob.put(path, {"privilege": {}})).status_code == 200
    is_problem(await bob.put(path, {"privilege": {"admin_management": True}}), 403, "missing_privilege")


async def test_refuses_an_outdated_version(alice: Person, bob: Person) -> None:
    card = await make.card(alice)
    admin = await make.admin(alice, card["id"], bob)
    path = f"/api/card-admins/{admin['id']}"
    stale = {"If-Match": '"7"'}
    is_problem(await alice.put(path, {"privilege": ALL}, headers=stale), 412, "precondition_failed")
    assert (await alice.put(path, {"privilege": ALL}, headers={"If-Match": '"1"'})).status_code == 200


async def test_refuses_a_removed_admin(alice: Person, bob: Person) -> None:
    card = await make.card(alice)
    admin = await make.admin(alice, card["id"], bob)
    await alice.delete(f"/api/card-admins/{admin['id']}")
    is_problem(await alice.put(f"/api/card-admins/{admin['id']}", {"privilege": {}}), 404, "not_found")
