"""Payments to a card: created as for a contribution, and paid on the provider's page."""

from typing import Any

import httpx2

from tests.fakes.stripe import FakeStripe
from tests.world import Person, World
from wellwish.base import ids
from wellwish.payments import merchant
from wellwish.payments.open import NewPayment, open_payment


async def begun(person: Person, card_id: str, amount: int = 1000, currency: str = "EUR") -> dict[str, Any]:
    """Returns a pending payment with its link."""
    new = NewPayment(
        purpose="contribution",
        subject_id=ids.new("ctb"),
        card_id=card_id,
        merchant="account",
        title="Maya's card",
        amount=amount,
        currency=currency,
        follow="bundles.follow",
    )
    async with person.world.services.db.transaction([person.account_id]) as tx:
        paid_to = await merchant.find_merchant(tx, person.world.services, person.account_id)
        assert paid_to is not None
        row, url = await open_payment(tx, person.world.services, person.account_id, new, paid_to)
    return {"payment_id": row.id, "checkout_url": url}


async def opened(world: World, payment: dict[str, Any]) -> str:
    """Opens the payment link. Returns the provider's ID of the checkout session."""
    answer: httpx2.Response = await world.client.get(payment["checkout_url"])
    assert answer.status_code == 303, answer.text
    return answer.headers["location"].rpartition("/")[2]


async def paid_at_stripe(world: World, fake: FakeStripe, payment: dict[str, Any]) -> dict[str, Any]:
    """Pays on Stripe's page without a callback. Returns the event."""
    return fake.pay(await opened(world, payment))
