"""The return from Stripe: the page shows the result of the payment in each state."""

import html

import pytest

from tests.contributions import giving
from tests.fakes.stripe import FakeStripe
from tests.payments import buying, striped
from tests.payments.giving import opened
from tests.payments.real.paying import begun, gave, told
from tests.payments.real.test_change_of_mind import CHOICES, giver_of
from tests.web.visitor import path_of
from tests.world import Person, World
from wellwish.base import ids


async def test_leaves_the_payment_page_without_paying(world: World, stripe: FakeStripe) -> None:
    _, giver = await giver_of(world, stripe)
    await giver.choose("ten")
    [session] = stripe.sessions.values()
    visitor = giver.visitor
    back = await visitor.request("GET", path_of(session["cancel_url"]))
    page = await visitor.open(path_of(back.headers["location"]))
    assert "You left the payment page. You can finish paying now or later." in visitor.page
    assert "Finish paying" in visitor.page
    assert "refresh" not in page.headers
    # Another browser has no contribution to this card.
    other = await world.client.get(session["cancel_url"])
    assert "You left the payment page" in other.text
    assert "refresh" not in other.headers
    # The link itself identifies payers who left, even while Stripe does not respond.
    stripe.refused_before = 1.0
    other = await world.client.get(session["cancel_url"])
    assert ("You left the payment page" in other.text, "refresh" in other.headers) == (True, False)
    stripe.refused_before = 0.0
    # The control: after paying, the page shows it before Stripe has reported it.
    stripe.pay(session["id"])
    back = await visitor.request("GET", path_of(session["success_url"]))
    page = await visitor.open(path_of(back.headers["location"]))
    assert ("refresh" in page.headers, "You chipped in €10.00." in visitor.page) == (False, True)
    await visitor.request("GET", path_of(session["cancel_url"]))
    await visitor.open(path_of(back.headers["location"]).replace("back", "left"))
    assert "You left" not in visitor.page


@pytest.mark.parametrize(
    ("state", "words"),
    [
        ("succeeded", "Your payment went through"),
        ("refunded", "Your payment was refunded"),
        ("disputed", "Your payment is on hold"),
        ("failed", "Your payment was declined"),
    ],
)
async def test_the_page_of_a_payment_says_its_state(
    state: str, words: str, world: World, alice: Person, stripe: FakeStripe
) -> None:
    made = await gave(world, stripe, alice) if state != "failed" else await begun_and_declined(world, stripe)
    [intent] = stripe.intents
    if state == "refunded":
        assert (await buying.refund(alice, made["payment_id"])).status_code == 201
        await world.work()
    if state == "disputed":
        await told(world, stripe, alice, stripe.dispute(intent))
    page = await world.client.get(f"{made['checkout_url']}/done")
    assert words in html.unescape(page.text)
    assert ("Thank you" in page.text) == (state == "succeeded")


async def begun_and_declined(world: World, stripe: FakeStripe) -> dict[str, str]:
    await gave(world, stripe, world.bob)
    stripe.intents.clear()
    made = await begun(world.bob)
    session = await opened(world, made)
    await told(world, stripe, world.bob, stripe.debit(session), stripe.debit_ends(session, succeeded=False))
    return made


async def test_says_at_once_that_a_gift_was_paid(world: World, stripe: FakeStripe) -> None:
    """Between the report and the resulting job, the page accepts no second payment."""
    card, giver = await giver_of(world, stripe)
    await giver.choose("ten")
    event = stripe.pay(giver.tabs[0])

    await striped.call_back(world, stripe, event, world.alice.account_id, "whsec_ofalice00")
    assert "You chipped in €10.00. Thank you." in await giver.says()
    await giver.visitor.open(giver.path)
    await giver.visitor.send(giver.path, **CHOICES["twenty"])
    assert len(stripe.sessions) == 1
    assert (await giving.read(world.alice, card["id"], await only(world, card["id"])))["money"] is not None
    assert await world.owner.fetchval("select count(*) from payments") == 1


async def only(world: World, card_id: str) -> str:
    [found] = (await world.alice.get(f"/api/cards/{card_id}/contributions")).json()["data"]
    return found["id"]


async def test_asks_stripe_at_the_return(world: World, stripe: FakeStripe) -> None:
    """While Stripe does not respond, the page shows no result of the debit; the next reload asks again."""
    _, giver = await giver_of(world, stripe)
    await giver.choose("ten")
    stripe.debit(giver.tabs[0])
    done = path_of(stripe.sessions[giver.tabs[0]]["success_url"])
    stripe.refused_before = 1.0
    page = await world.client.get(done)
    assert ("Confirming your payment" in page.text, page.headers["refresh"]) == (True, "3")
    stripe.refused_before = 0.0
    page = await world.client.get(done)
    assert ("Your bank is processing the payment" in page.text, "refresh" in page.headers) == (True, False)
    event = stripe.debit_ends(giver.tabs[0])
    await told(world, stripe, world.alice, event)
    assert "Your payment went through" in (await world.client.get(done)).text
    assert (stripe.charges != {}, await buying.in_the_ledger(world)) == (True, stripe.held())


async def test_believes_only_the_session_of_the_payment(world: World, stripe: FakeStripe) -> None:
    """The holder of the account's key can change the metadata."""
    _, giver = await giver_of(world, stripe)
    await giver.choose("ten")
    session = stripe.sessions[giver.tabs[0]]
    stripe.pay(giver.tabs[0])
    mine = dict(session["metadata"])
    for changed in ({"payment_id": ids.new("pay")}, {"account_id": world.mallory.account_id}):
        session["metadata"] = {**mine, **changed}
        page = await world.client.get(path_of(session["success_url"]))
        assert "Confirming your payment" in page.text
        assert await buying.in_the_ledger(world) == {}
    session["metadata"] = mine
    assert "Your payment went through" in (await world.client.get(path_of(session["success_url"]))).text
