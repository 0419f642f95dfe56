"""Retrieve a payment, only from its own account."""

from tests.payments import buying
from tests.world import Person


async def test_reads_a_payment_with_its_version(alice: Person) -> None:
    made = await buying.buy(alice)
    answer = await alice.get(f"/api/payments/{made['payment_id']}")
    assert answer.headers["ETag"] == '"1"'
    assert answer.json()["status"] == "pending"
    assert answer.json()["refundable"] == {"amount": 0, "currency": "USD"}


async def test_shows_nothing_to_others(alice: Person, mallory: Person) -> None:
    made = await buying.buy(alice)
    assert (await mallory.get(f"/api/payments/{made['payment_id']}")).status_code == 404
