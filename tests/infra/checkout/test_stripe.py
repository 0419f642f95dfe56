"""Buy bundles with Stripe: the whole flow against a fake API."""

import json
import time
from collections.abc import AsyncGenerator

import pytest
from stripe import HTTPClient

from tests.fakes.stripe import FakeStripe
from tests.payments import buying
from tests.payments.striped import at_stripe
from tests.world import Person, World
from wellwish.infra.checkout import ProviderRefusedError
from wellwish.infra.checkout.stripe_money import fee_from_the_wire, from_the_wire, on_the_wire
from wellwish.payments import poll


@pytest.fixture
async def stripe(world: World) -> AsyncGenerator[FakeStripe]:
    """Configures Stripe with the operator's key."""
    async with at_stripe(world) as fake:
        yield fake


async def call_back(world: World, fake: FakeStripe, event: dict[str, object], **signed: object) -> int:
    body = json.dumps(event).encode()
    headers = fake.sign(body, **signed)  # type: ignore[arg-type]
    return (await world.client.post("/callbacks/payments/stripe", content=body, headers=headers)).status_code


async def paid(world: World, fake: FakeStripe, alice: Person, **fields: str) -> dict[str, str]:
    """Makes a purchase that is paid at Stripe, without its callback."""
    made = await buying.buy(alice, 10, **fields)
    answer = await world.client.get(made["checkout_url"])
    while answer.status_code == 503:
        answer = await world.client.get(made["checkout_url"])
    assert answer.headers["location"].startswith("https://checkout.stripe.com/")
    session = answer.headers["location"].rpartition("/")[2]
    return {**made, "event": json.dumps(fake.pay(session))}


async def test_walks_the_whole_path(world: World, alice: Person, stripe: FakeStripe) -> None:
    made = await paid(world, stripe, alice, currency="EUR")
    assert await call_back(world, stripe, json.loads(made["event"])) == 204
    await world.work()
    for event in stripe.capture():
        assert await call_back(world, stripe, event) == 204
    shown = await buying.payment(alice, made["payment_id"])
    assert (shown["status"], shown["provider"], shown["fee"]) == (
        "succeeded", "stripe", {"amount": 30, "currency": "EUR"},
    )  # fmt: skip
    assert (await buying.purchase(alice, made["id"]))["status"] == "active"
    assert (await buying.refund(alice, made["payment_id"])).status_code == 201
    await world.work()
    assert (await buying.payment(alice, made["payment_id"]))["status"] == "refunded"
    # The callback about the refund arrives after the response and changes nothing.
    assert await call_back(world, stripe, stripe.events[-1]) == 204
    await world.work()
    assert await buying.in_the_ledger(world) == stripe.held() == {"EUR": -30}
    assert await buying.in_the_ledger(world, "clearing") == {}


async def test_finds_a_lost_callback_by_asking(world: World, alice: Person, stripe: FakeStripe) -> None:
    made = await paid(world, stripe, alice)
    await poll.run(world.services, {})
    await world.work()
    assert (await buying.purchase(alice, made["id"]))["status"] == "active"


async def test_opens_one_session_however_often_the_link_is_opened(
    world: World, alice: Person, stripe: FakeStripe
) -> None:
    made = await buying.buy(alice)
    pages = {(await world.client.get(made["checkout_url"])).headers["location"] for _ in range(5)}
    assert len(pages) == len(stripe.sessions) == 1


@pytest.mark.parametrize("signed", [{"at": time.time() - 360}, {"secret": "whsec_other"}])
async def test_refuses_what_stripe_did_not_sign_just_now(
    signed: dict[str, object], world: World, alice: Person, stripe: FakeStripe
) -> None:
    made = await paid(world, stripe, alice)
    assert await call_back(world, stripe, json.loads(made["event"]), **signed) == 401
    assert (await buying.payment(alice, made["payment_id"]))["status"] == "pending"


async def test_keeps_the_books_over_a_bad_line(
    world: World, alice: Person, stripe: FakeStripe, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(HTTPClient, "INITIAL_DELAY", 0.01)  # seconds before the library retries
    stripe.refused_before, stripe.lost_after = 0.2, 0.5
    made = [await paid(world, stripe, alice) for _ in range(6)]
    for _ in range(30):
        await poll.run(world.services, {})
    await world.work()
    assert {(await buying.payment(alice, each["payment_id"]))["status"] for each in made} == {"succeeded"}
    for each in made[:3]:
        assert (await buying.refund(alice, each["payment_id"])).status_code == 201
    stripe.refused_before = 0.0
    await world.work()
    stripe.lost_after = 0.0
    await poll.run(world.services, {})
    await world.work()
    assert len(stripe.sessions) == 6
    assert len(stripe.refunds) == 3
    assert await buying.in_the_ledger(world) == stripe.held()


async def test_books_a_dispute(world: World, alice: Person, stripe: FakeStripe) -> None:
    made = await paid(world, stripe, alice)
    await call_back(world, stripe, json.loads(made["event"]))
    intent = next(iter(stripe.intents))
    withdrawn = stripe.dispute(intent)
    assert await call_back(world, stripe, withdrawn) == 204
    assert (await buying.payment(alice, made["payment_id"]))["status"] == "disputed"
    for event in stripe.dispute_ends(withdrawn["data"]["object"]["id"], won=True):
        assert await call_back(world, stripe, event) == 204
    assert (await buying.payment(alice, made["payment_id"]))["status"] == "succeeded"
    assert await buying.in_the_ledger(world, "disputes") == {}
    assert await buying.in_the_ledger(world) == stripe.held()


async def test_books_a_refund_that_was_made_on_stripes_own_pages(
    world: World, alice: Person, stripe: FakeStripe
) -> None:
    made = await paid(world, stripe, alice)
    await call_back(world, stripe, json.loads(made["event"]))
    intent = next(iter(stripe.intents))
    event = stripe.refund(intent)
    for _ in range(2):
        assert await call_back(world, stripe, event) == 204
    await world.work()
    assert (await buying.payment(alice, made["payment_id"]))["status"] == "refunded"
    assert (await buying.purchase(alice, made["id"]))["status"] == "refunded"
    assert await buying.in_the_ledger(world) == stripe.held()


async def test_leaves_alone_what_another_program_sells(
    world: World, alice: Person, stripe: FakeStripe
) -> None:
    for event in stripe.other_programs():
        assert await call_back(world, stripe, event) == 204, event
    assert await world.owner.fetchval("select count(*) from provider_events") == 0


@pytest.mark.parametrize(
    ("amount", "currency", "wire"),
    [(1250, "EUR", 1250), (900, "JPY", 900), (500, "ISK", 50000), (7, "UGX", 700), (1850, "KWD", 1850),
     (200, "MGA", 2)],
)  # fmt: skip
def test_writes_amounts_as_stripe_does(amount: int, currency: str, wire: int) -> None:
    assert on_the_wire(amount, currency) == wire
    assert from_the_wire(wire, currency) == amount


@pytest.mark.parametrize(
    ("wire", "currency", "fee"),
    [(1530, "ISK", 15), (1550, "ISK", 16), (-1550, "ISK", -16), (-1540, "UGX", -15), (3, "MGA", 300),
     (31, "EUR", 31), (-31, "EUR", -31), (125, "KWD", 125)],
)  # fmt: skip
def test_rounds_a_fee_where_the_currency_has_no_fractions(wire: int, currency: str, fee: int) -> None:
    assert fee_from_the_wire(wire, currency) == fee


def test_takes_no_fraction_of_a_currency_without_fractions_for_an_amount() -> None:
    with pytest.raises(ValueError, match="not an amount"):
        from_the_wire(1530, "ISK")


@pytest.mark.parametrize(("amount", "currency"), [(1255, "KWD"), (150, "MGA")])
def test_refuses_what_stripe_cannot_take(amount: int, currency: str) -> None:
    with pytest.raises(ProviderRefusedError):
        on_the_wire(amount, currency)
