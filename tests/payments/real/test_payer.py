"""The payer's data on Stripe's page: never an address that may belong to somebody else."""

from typing import Any

import pytest

from tests import make
from tests.fakes.stripe import FakeStripe
from tests.payments import buying, striped
from tests.payments.giving import opened
from tests.payments.real.paying import begun
from tests.web.visitor import Visitor, path_of
from tests.world import Person, World

GIFT = {"gift": "other", "other": "10.00", "way": "online"}
OPEN = {"add_money": "everyone", "currency": "EUR"}


async def signed(
    world: World, stripe: FakeStripe, address: str = "noor@example.com", **fields: Any
) -> dict[str, Any]:
    """Signs with a gift through an invitation, without opening the payment page."""
    await striped.own_key(stripe, world.alice)
    card = await make.card(world.alice, collection=OPEN)
    [invite] = await make.invitations(world.alice, card["id"], address)
    visitor = Visitor(world)
    answer = await visitor.sign(path_of(invite["link"]), **GIFT, **fields)
    assert answer.status_code == 303, answer.text
    leads = await visitor.open(visitor.next)
    return {**invite, "checkout_url": leads.headers["refresh"].partition("url=")[2]}


async def shown(world: World, stripe: FakeStripe, made: dict[str, Any]) -> dict[str, Any]:
    return stripe.sessions[await opened(world, made)]


async def test_fills_in_the_invited_address(world: World, stripe: FakeStripe) -> None:
    session = await shown(world, stripe, await signed(world, stripe))
    assert session["customer_email"] == "noor@example.com"
    assert (session["submit_type"], session["_on_statement"]) == ("pay", "GROUP CARD")


async def test_tells_nothing_of_an_anonymous_author(world: World, stripe: FakeStripe) -> None:
    session = await shown(world, stripe, await signed(world, stripe, anonymous="yes", name=""))
    assert session["customer_email"] is None


async def test_tells_no_address_that_was_corrected_after_signing(world: World, stripe: FakeStripe) -> None:
    """The invitation may have reached somebody else by mistake, who signed through it."""
    made = await signed(world, stripe)
    await world.alice.patch(f"/api/cards/invitations/{made['invite_id']}", {"delivery_id": "ana@example.com"})
    await world.owner.execute("update invitations set delivery_id = 'ana@example.com', link_version = 2")
    assert (await shown(world, stripe, made))["customer_email"] is None


@pytest.mark.parametrize("revoked", [True, False])
async def test_tells_no_address_of_a_revoked_invitation(
    revoked: bool, world: World, stripe: FakeStripe
) -> None:
    made = await signed(world, stripe)
    if revoked:
        await world.owner.execute("update invitations set status = 'revoked'")
    assert ((await shown(world, stripe, made))["customer_email"] is None) == revoked


async def test_asks_for_the_address_of_a_giver_without_invitation(
    world: World, alice: Person, stripe: FakeStripe
) -> None:
    await striped.own_key(stripe, alice)
    assert (await shown(world, stripe, await begun(alice)))["customer_email"] is None


async def test_an_address_that_stripe_does_not_accept_costs_no_gift(world: World, stripe: FakeStripe) -> None:
    session = await shown(world, stripe, await signed(world, stripe, "nöör@example.com"))
    assert session["customer_email"] is None


async def test_opens_a_page_after_the_author_became_anonymous(world: World, stripe: FakeStripe) -> None:
    """The response with the page was lost, and Stripe refuses the same key with other parameters."""
    made = await signed(world, stripe)
    stripe.lost_after = 1.0
    assert (await world.client.get(made["checkout_url"])).status_code == 503
    stripe.lost_after = 0.0
    await world.owner.execute("update contributions set anonymous = true")
    assert (await world.client.get(made["checkout_url"])).status_code == 503
    assert (await shown(world, stripe, made))["customer_email"] is None


async def test_names_bundles_on_the_buyers_statement(world: World, alice: Person, stripe: FakeStripe) -> None:
    session = await shown(world, stripe, await buying.buy(alice, currency="EUR"))
    assert (session["_on_statement"], session["customer_email"]) == ("CARDS", None)
