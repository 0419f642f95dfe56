"""Delete the handover of a card."""

import pytest

from tests import make
from tests.cards.handovers.test_create import collected, hand_over
from tests.infra.http.test_bad_input import is_problem
from tests.world import Person

pytestmark = pytest.mark.anyio


async def test_deletes_it_once_so_that_another_can_be_recorded(alice: Person) -> None:
    card = await collected(alice)
    path = f"/api/cards/{card['id']}/handover"
    is_problem(await alice.delete(path), 404, "not_found")
    made = (await hand_over(alice, card["id"])).json()
    stale = {"If-Match": f'"{made["version"] - 1}"'}
    is_problem(await alice.delete(path, headers=stale), 412, "precondition_failed")
    answer = await alice.delete(path)
    assert answer.status_code == 200, answer.text
    assert answer.json()["handover"] is None
    assert answer.json() == await make.same(alice, card["id"])
    is_problem(await alice.delete(path), 404, "not_found")
    assert (await hand_over(alice, card["id"], method="cash")).status_code == 200
    await alice.post(f"/api/cards/{card['id']}/archive")
    is_problem(await alice.delete(path), 409, "card_state")


async def test_refuses_everyone_but_owners(alice: Person, bob: Person, mallory: Person) -> None:
    card = await collected(alice)
    await hand_over(alice, card["id"])
    await make.admin(alice, card["id"], bob, can_update=True)
    path = f"/api/cards/{card['id']}/handover"
    is_problem(await bob.delete(path), 403, "missing_privilege")
    is_problem(await mallory.delete(path), 404, "not_found")
    assert (await alice.get(f"/api/cards/{card['id']}")).json()["handover"] is not None
