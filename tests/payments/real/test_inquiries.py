"""A bank's inquiry withdraws nothing: the owners learn of it in time to refund and avoid a dispute."""

from typing import Any

import pytest

from tests.contributions import giving
from tests.fakes.stripe import FakeStripe
from tests.payments import buying, striped
from tests.payments.real.paying import right, told
from tests.world import Person, World

pytestmark = pytest.mark.anyio
KIND = "payment.inquiry_opened"


async def mails(world: World) -> list[dict[str, Any]]:
    await world.work()
    answer = await world.client.get("/outbox", headers={"Accept": "application/json"})
    return [each for each in answer.json()["data"] if each["kind"] == "payment_inquiry"]


async def given(world: World, stripe: FakeStripe, alice: Person) -> dict[str, Any]:
    """Returns the payment of a gift that was paid at the account's own Stripe."""
    await striped.own_key(stripe, alice)
    made = await giving.gives(alice, (await giving.card(alice))["id"])
    opened = await world.client.get(made["checkout_url"])
    await told(world, stripe, alice, stripe.pay(opened.headers["location"].rpartition("/")[2]))
    await world.work()
    return await buying.payment(alice, made["money"]["payment_id"])


@pytest.mark.parametrize("status", ["warning_needs_response", "warning_under_review"])
async def test_tells_the_owners_once_and_books_nothing(
    status: str, world: World, alice: Person, stripe: FakeStripe
) -> None:
    paid = await given(world, stripe, alice)
    [intent] = stripe.intents
    opened = stripe.inquire(intent, status)
    await told(world, stripe, alice, opened, opened)
    await striped.polled(world)
    after = await buying.payment(alice, paid["id"])
    assert (after["status"], after["refundable"]) == ("succeeded", paid["refundable"])
    listed = (await alice.get("/api/events", params={"type": KIND})).json()["data"]
    assert [each["data"]["payment_id"] for each in listed] == [paid["id"]]
    assert listed[0]["card_id"] == paid["card_id"]
    [mail] = await mails(world)
    assert mail["recipient"] == "alice@example.com"
    assert mail["subject"].startswith("A bank has asked about a payment of €12.50: ")
    assert "If you refund the payment in full now" in mail["body"]
    assert f"/desk/cards/{paid['card_id']}/money" in mail["body"]
    assert paid["id"] in mail["body"]
    assert "Grandma Ilse" not in mail["body"] + mail["subject"]
    await right(world, stripe)


async def test_any_number_of_inquiries_about_a_payment_is_one_mail(
    world: World, alice: Person, stripe: FakeStripe
) -> None:
    """An account can sign as many as it likes."""
    await given(world, stripe, alice)
    [intent] = stripe.intents
    for _ in range(3):
        await told(world, stripe, alice, stripe.inquire(intent))
    assert (await buying.events(alice)).count(KIND) == 3
    assert len(await mails(world)) == 1


async def test_a_refund_after_an_inquiry_ends_it(world: World, alice: Person, stripe: FakeStripe) -> None:
    paid = await given(world, stripe, alice)
    [intent] = stripe.intents
    opened = stripe.inquire(intent)
    assert (await buying.refund(alice, paid["id"])).status_code == 201
    await world.work()
    await striped.polled(world)
    closed = stripe.inquiry_ends(opened["data"]["object"]["id"])
    await told(world, stripe, alice, opened, closed)
    assert (await buying.payment(alice, paid["id"]))["status"] == "refunded"
    await right(world, stripe)


async def test_sends_no_mail_about_money_that_went_back(
    world: World, alice: Person, stripe: FakeStripe
) -> None:
    paid = await given(world, stripe, alice)
    [intent] = stripe.intents
    await told(world, stripe, alice, stripe.refund(intent))
    await told(world, stripe, alice, stripe.inquire(intent))
    assert await mails(world) == []
    assert KIND in await buying.events(alice)
    assert (await buying.payment(alice, paid["id"]))["status"] == "refunded"


async def test_a_dispute_is_no_inquiry(world: World, alice: Person, stripe: FakeStripe) -> None:
    """The control: the funds are withdrawn, and ``charge.dispute.created`` says nothing more."""
    paid = await given(world, stripe, alice)
    [intent] = stripe.intents
    withdrawn = stripe.dispute(intent)
    [created] = stripe.told("charge.dispute.created")
    await told(world, stripe, alice, created, withdrawn)
    assert (await buying.payment(alice, paid["id"]))["status"] == "disputed"
    assert KIND not in await buying.events(alice)
    assert await mails(world) == []


async def test_says_nothing_to_an_account_about_its_own_payment_for_a_bundle(
    world: World, alice: Person, stripe: FakeStripe
) -> None:
    """The money for a bundle belongs to the operator, and the account is the payer."""
    made = await buying.buy(alice)
    opened = await world.client.get(made["checkout_url"])
    stripe.pay(opened.headers["location"].rpartition("/")[2])
    [intent] = stripe.intents
    stripe.inquire(intent)
    await striped.polled(world)
    assert (await buying.payment(alice, made["payment_id"]))["status"] == "succeeded"
    assert KIND not in await buying.events(alice)
    assert await mails(world) == []
