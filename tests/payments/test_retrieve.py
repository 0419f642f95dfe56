"""Retrieve a payment, only from its own account."""

import pytest

from tests.contributions import giving
from tests.infra.http.test_bad_input import is_problem
from tests.payments import buying
from tests.world import Person, World

pytestmark = pytest.mark.anyio


async def test_reads_a_payment_with_its_version(alice: Person) -> None:
    made = await buying.buy(alice)
    answer = await alice.get(f"/api/payments/{made['payment_id']}")
    assert answer.headers["ETag"] == '"1"'
    assert answer.json()["status"] == "pending"
    assert answer.json()["refundable"] == {"amount": 0, "currency": "USD"}


async def test_shows_nothing_to_others(alice: Person, mallory: Person) -> None:
    made = await buying.buy(alice)
    assert (await mallory.get(f"/api/payments/{made['payment_id']}")).status_code == 404


async def test_a_member_reads_payments_for_cards_and_an_owner_those_for_bundles(
    world: World, alice: Person
) -> None:
    """The list, the single records and the transfers follow one rule."""
    gift = (await giving.gave(alice, (await giving.card(alice))["id"]))["money"]["payment_id"]
    bundle = (await buying.bought(alice))["payment_id"]
    for payment_id in (gift, bundle):
        assert (await buying.refund(alice, payment_id)).status_code == 201
    await world.work()
    refunds = {each: (await buying.payment(alice, each))["refunds"][0]["id"] for each in (gift, bundle)}

    async def readable(payment_id: str) -> set[bool]:
        listed = (await alice.get("/api/payments")).json()["data"]
        answers = [await alice.get(f"/api/payments/{payment_id}")]
        answers.append(await alice.get(f"/api/refunds/{refunds[payment_id]}"))
        for each in answers:
            assert each.is_success or is_problem(each, 403, "owner_required")
        return {
            payment_id in {each["id"] for each in listed},
            payment_id in (await alice.get("/api/movements.csv")).text,
            *(each.is_success for each in answers),
        }

    assert [await readable(each) for each in (gift, bundle)] == [{True}, {True}]
    await world.owner.execute("update memberships set role = 'member' where user_id = $1", alice.user_id)
    assert [await readable(each) for each in (gift, bundle)] == [{True}, {False}]
