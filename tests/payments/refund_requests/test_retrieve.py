"""Retrieve a refund request, only from its own account."""

import pytest

from tests.contributions import giving
from tests.infra.http.test_bad_input import is_problem
from tests.payments import asking
from tests.world import Person, World
from wellwish.base import ids
from wellwish.cards import erase

pytestmark = pytest.mark.anyio


async def test_shows_the_request(alice: Person) -> None:
    made = await asking.asked(alice)
    contribution = await giving.read(alice, made["card_id"], made["contribution_id"])
    assert contribution["money"]["payment_id"] == made["payment_id"]
    shown = {name: made[name] for name in ("status", "amount", "reason", "note", "refund_id", "decided_at")}
    assert shown == {
        "status": "open",
        "amount": {"amount": 1250, "currency": "EUR"},
        "reason": "I gave twice",
        "note": None,
        "refund_id": None,
        "decided_at": None,
    }


async def test_shows_nothing_to_others(alice: Person, mallory: Person) -> None:
    made = await asking.asked(alice)
    is_problem(await mallory.get(f"{asking.PATH}/{made['id']}"), 404, "not_found")
    is_problem(await alice.get(f"{asking.PATH}/{ids.new('rfr')}"), 404, "not_found")


async def test_is_erased_with_the_card(world: World, alice: Person) -> None:
    made = await asking.asked(alice)
    assert (await asking.decide(alice, made["id"], "approve")).status_code == 200
    await world.work()
    assert (await alice.delete(f"/api/cards/{made['card_id']}")).status_code == 200
    await erase.run(world.services, {"account_id": alice.account_id, "card_id": made["card_id"]})
    is_problem(await alice.get(f"{asking.PATH}/{made['id']}"), 404, "not_found")
