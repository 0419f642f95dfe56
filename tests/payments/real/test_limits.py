"""The form refuses amounts and currencies that Stripe does not accept, before any redirect to Stripe."""

from typing import Any

import pytest

from tests import make
from tests.contributions import giving
from tests.fakes.stripe import FakeStripe, money
from tests.occasions import making
from tests.payments import buying, striped
from tests.payments.giving import opened
from tests.web.visitor import Visitor, path_of
from tests.world import Person, World
from wellwish.base.money import EXPONENTS, MAX_MINOR_AMOUNT
from wellwish.infra.checkout.limits import limits
from wellwish.infra.checkout.stripe_money import on_the_wire

OPEN = {"add_money": "everyone", "add_cash": True}


async def gives(person: Person, currency: str, amount: int, method: str = "online") -> Any:
    card = await make.card(person, collection={**OPEN, "currency": currency})
    given = {"amount": amount, "currency": currency, "method": method}
    return await giving.post(person, card["id"], money=given)


@pytest.mark.parametrize(
    ("currency", "amount", "pointer", "words"),
    [
        ("EUR", 10, "/money/amount", "at least 50"),
        ("HUF", 10_000, "/money/amount", "at least 17500"),
        ("KWD", 1235, "/money/amount", "multiple of 10"),
        ("MGA", 550, "/money/amount", "multiple of 100"),
        ("JPY", 20, "/money/amount", "at least 50"),
        ("EUR", 100_000_000, "/money/amount", "at most 99999999"),
        ("ISK", 1_000_000, "/money/amount", "at most 999999"),
        ("KRW", 20, "/money/amount", "at least 50"),
        ("INR", 1_000_000_000, "/money/amount", "at most 999999999"),
        ("IRR", 100_000, "/money/currency", "does not accept IRR"),
    ],
)
async def test_refuses_what_stripe_would_refuse(
    currency: str, amount: int, pointer: str, words: str, world: World, alice: Person, stripe: FakeStripe
) -> None:
    await striped.own_key(stripe, alice)
    answer = await gives(alice, currency, amount)
    assert answer.status_code == 422, answer.text
    [fault] = answer.json()["errors"]
    assert (fault["pointer"], words in fault["detail"]) == (pointer, True)
    assert await world.owner.fetchval("select count(*) from payments") == 0
    # Cash uses no provider.
    assert (await gives(alice, currency, amount, "cash")).status_code == 201


async def test_refuses_a_refund_that_stripe_would_refuse(
    world: World, alice: Person, stripe: FakeStripe
) -> None:
    await striped.own_key(stripe, alice)
    made = (await gives(alice, "KWD", 1230)).json()
    payment_id = made["money"]["payment_id"]
    event = stripe.pay(await opened(world, made))
    assert await striped.call_back(world, stripe, event, alice.account_id, "whsec_ofalice00") == 204
    answer = await buying.refund(alice, payment_id, 5)
    assert answer.status_code == 422, answer.text
    [fault] = answer.json()["errors"]
    assert (fault["pointer"], "multiple of 10" in fault["detail"]) == ("/amount", True)
    assert (await buying.payment(alice, payment_id))["refunds"] == []
    assert (await buying.refund(alice, payment_id, 30)).status_code == 201
    await world.work()
    assert (await buying.payment(alice, payment_id))["refunded"]["amount"] == 30


@pytest.mark.parametrize(
    ("currency", "amount"),
    [
        ("EUR", 50), ("HUF", 17500), ("KWD", 1230), ("MGA", 500),
        ("IDR", 99_999_999_999), ("ISK", 999_999),
    ],
)  # fmt: skip
async def test_takes_the_smallest_and_the_largest_amount(
    currency: str, amount: int, world: World, alice: Person, stripe: FakeStripe
) -> None:
    await striped.own_key(stripe, alice)
    answer = await gives(alice, currency, amount)
    assert answer.status_code == 201, answer.text
    stripe.pay(await opened(world, answer.json()))


@pytest.mark.parametrize("currency", sorted(EXPONENTS))
def test_agrees_with_the_documentation_for_every_currency(currency: str) -> None:
    """The fake accepts our smallest and largest amount of each currency, and neither one step beyond."""
    found = limits("stripe", currency)
    if found is None:
        assert currency not in money.LEAST
        return
    wire = currency.lower()
    assert money.fault(on_the_wire(found.least, currency), wire) is None
    if found.least > found.step:
        assert money.fault(on_the_wire(found.least - found.step, currency), wire) is not None
    assert money.fault(on_the_wire(found.most, currency), wire) is None
    if found.most + found.step <= MAX_MINOR_AMOUNT:
        assert money.fault(on_the_wire(found.most + found.step, currency), wire) is not None


async def test_creates_a_card_in_a_currency_that_stripe_does_not_have_with_a_warning(
    alice: Person, stripe: FakeStripe
) -> None:
    def currencies(answer: Any) -> list[str]:
        return [each["code"] for each in answer.json().get("warnings", []) if "currency" in each["pointer"]]

    await striped.own_key(stripe, alice)
    body = await make.body(alice, collection={**OPEN, "currency": "IRR"})
    made = await alice.post("/api/cards", body)
    assert (made.status_code, currencies(made)) == (201, ["currency_not_accepted"])
    path = f"/api/cards/{made.json()['id']}"
    changed = await alice.patch(path, {"collection": {"currency": "EUR"}})
    assert (changed.status_code, currencies(changed)) == (200, [])
    changed = await alice.patch(path, {"collection": {"currency": "KPW"}})
    assert (changed.status_code, currencies(changed)) == (200, ["currency_not_accepted"])


async def test_saves_a_rule_in_a_currency_that_stripe_does_not_have_with_a_warning(
    alice: Person, stripe: FakeStripe
) -> None:
    def warned(answer: Any) -> list[tuple[str, str]]:
        assert answer.is_success, answer.text
        return [(each["pointer"], each["code"]) for each in answer.json().get("warnings", [])]

    expected = [("/collection/currency", "currency_not_accepted")]
    await striped.own_key(stripe, alice)
    body = await making.rule_body(alice, collection={"add_money": "everyone", "currency": "IRR"})
    made = await alice.post("/api/occasion-rules", body)
    assert (made.status_code, warned(made)) == (201, expected)
    path = f"/api/occasion-rules/{made.json()['id']}"
    assert warned(await alice.patch(path, {"title": "For {name}"})) == []
    assert warned(await alice.patch(path, {"collection": {"currency": "EUR"}})) == []
    assert warned(await alice.patch(path, {"collection": {"currency": "KPW"}})) == expected
    assert warned(await alice.patch(path, {"collection": {"add_money": "nobody"}})) == []
    # The control: the currency of the account, which a rule without one has, is accepted.
    body["collection"] = {"add_money": "everyone"}
    assert warned(await alice.post("/api/occasion-rules", body)) == []
    await alice.patch("/api/account", {"currency": "IRR"})
    assert warned(await alice.post("/api/occasion-rules", body)) == expected


async def test_the_page_shows_the_smallest_amount(world: World, stripe: FakeStripe) -> None:
    await striped.own_key(stripe, world.alice)
    for currency, words in (("EUR", "At least €0.50."), ("IRR", "Gifts are paused")):
        collection = {"add_money": "everyone", "currency": currency, "suggested_amounts": [20, 500]}
        card = await make.card(world.alice, collection=collection)
        visitor = Visitor(world)
        await visitor.open(path_of(card["sign_url"]))
        assert words in visitor.page
        assert ('value="500"' in visitor.page, 'value="20"' in visitor.page) == (currency == "EUR", False)
    card = await make.card(world.alice, collection={"add_money": "everyone", "currency": "EUR"})
    visitor = Visitor(world)
    answer = await visitor.sign(path_of(card["sign_url"]), gift="other", other="0.10")
    assert answer.status_code == 422
    assert "Choose an amount between the minimum and the maximum" in visitor.page
