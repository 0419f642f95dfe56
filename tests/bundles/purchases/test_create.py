"""Buy a bundle: the purchase becomes available once the provider confirms the payment."""

import asyncio
import json
from datetime import datetime, timedelta

import pytest

from tests import make
from tests.later import another_time
from tests.payments import buying
from tests.world import Person, World
from wellwish.base import clock, ids
from wellwish.bundles.grant import grant


async def test_buys_a_bundle_on_the_sandboxs_page(world: World, alice: Person) -> None:
    made = await buying.buy(alice, 10, currency="eur")
    assert (made["status"], made["payment_status"]) == ("pending", "pending")
    assert made["price"] == {"amount": 3500, "currency": "EUR"}
    back = await buying.press(world, made["checkout_url"], "succeed")
    assert back.headers["location"] == made["checkout_url"] + "/done"
    assert "Your payment went through" in (await world.client.get(back.headers["location"])).text
    await world.work()
    kept = await buying.purchase(alice, made["id"])
    assert (kept["status"], kept["payment_status"], kept["cards_remaining"]) == ("active", "paid", 10)
    paid = await buying.payment(alice, made["payment_id"])
    assert (paid["status"], paid["bundle_purchase_id"]) == ("succeeded", made["id"])
    assert paid["fee"] == {"amount": 78, "currency": "EUR"}
    card = await make.card(alice, bundle_purchase_id=made["id"])
    assert card["bundle_purchase_id"] == made["id"]
    assert await buying.in_the_ledger(world) == await buying.at_the_provider(world) == {"EUR": 3500 - 78}
    assert await buying.in_the_ledger(world, "clearing") == {}
    assert await buying.in_the_ledger(world, "sales") == {"EUR": -3500}


@pytest.mark.parametrize(("currency", "amount"), [("JPY", 5900), ("KWD", 12000), ("USD", 3900)])
async def test_takes_currencies_without_and_with_three_decimals(
    currency: str, amount: int, world: World, alice: Person
) -> None:
    made = await buying.bought(alice, 10, currency=currency)
    assert (await buying.payment(alice, made["payment_id"]))["amount"] == {
        "amount": amount,
        "currency": currency,
    }
    assert await buying.in_the_ledger(world) == await buying.at_the_provider(world)


@pytest.mark.parametrize(
    ("buttons", "status", "purchase"),
    [
        (("decline",), "failed", "failed"),
        (("cancel",), "cancelled", "failed"),
        (("challenge", "succeed"), "succeeded", "active"),
        (("challenge", "decline"), "failed", "failed"),
        (("call_back_twice",), "succeeded", "active"),
    ],
)
async def test_a_purchase_follows_the_result_of_its_payment(
    buttons: tuple[str, ...], status: str, purchase: str, world: World, alice: Person
) -> None:
    made = await buying.buy(alice)
    await buying.press(world, made["checkout_url"], *buttons)
    await world.work()
    assert (await buying.payment(alice, made["payment_id"]))["status"] == status
    assert (await buying.purchase(alice, made["id"]))["status"] == purchase
    done = await world.client.get(made["checkout_url"], follow_redirects=True)
    assert done.url.path.endswith("/done")
    assert await buying.in_the_ledger(world) == await buying.at_the_provider(world)


async def test_lasts_as_long_as_the_catalogue_says_from_when_it_was_paid(world: World, alice: Person) -> None:
    made = await buying.buy(alice, 100)
    assert made["expires_at"] is None
    with another_time():
        clock.move(timedelta(minutes=30))
        await buying.press(world, made["checkout_url"], "succeed")
        await world.work()
        paid_at = (await buying.payment(alice, made["payment_id"]))["succeeded_at"]
    kept = await buying.purchase(alice, made["id"])
    purchased, expires = (datetime.fromisoformat(kept[each]) for each in ("purchased_at", "expires_at"))
    assert expires - purchased == timedelta(days=730)
    assert timedelta() <= purchased - datetime.fromisoformat(paid_at) < timedelta(minutes=1)
    other = await buying.bought(alice, 10)
    assert (await buying.purchase(alice, other["id"]))["expires_at"] is None


async def test_a_purchase_paid_after_it_failed_is_like_one_paid_at_once(world: World, alice: Person) -> None:
    made = await buying.buy(alice, 100)
    await buying.press(world, made["checkout_url"], "never_call_back")
    [paid] = await buying.told(world, made["payment_id"])
    ended = {**json.loads(paid), "id": ids.new("sev"), "kind": "cancelled", "fee": None}
    for body, status in ((json.dumps(ended), "failed"), (paid, "active")):
        assert await buying.call_back(world, body) == 204
        await world.work()
        assert (await buying.purchase(alice, made["id"]))["status"] == status
    kept = await buying.purchase(alice, made["id"])
    purchased, expires = (datetime.fromisoformat(kept[each]) for each in ("purchased_at", "expires_at"))
    assert expires - purchased == timedelta(days=730)
    assert await world.owner.fetchval("select count(*) from messages where kind = 'receipt'") == 1


async def test_hides_the_purchase_and_its_payment_from_other_accounts(
    world: World, alice: Person, mallory: Person
) -> None:
    made = await buying.bought(alice)
    assert (await mallory.get(f"/api/payments/{made['payment_id']}")).status_code == 404
    assert made["id"] not in [
        each["id"] for each in (await mallory.get("/api/bundle-purchases")).json()["data"]
    ]


async def test_sends_a_receipt_once(world: World, alice: Person) -> None:
    made = await buying.bought(alice, 10, currency="JPY")
    for body in await buying.told(world, made["payment_id"]):
        await buying.call_back(world, body)
    await world.work()
    rows = await world.owner.fetch("select recipient, subject, body from messages where kind = 'receipt'")
    assert [(row[0], row[1]) for row in rows] == [(alice.email, "Receipt: Ten cards, ¥5,900")]
    assert made["payment_id"] in rows[0][2]


async def test_records_events_in_order(world: World, alice: Person) -> None:
    await buying.bought(alice)
    assert [each for each in await buying.events(alice) if each.startswith(("payment", "bundle"))] == [
        "bundle_purchase.created", "payment.succeeded", "bundle_purchase.active",
    ]  # fmt: skip


async def test_one_key_makes_one_purchase(alice: Person) -> None:
    offer = await buying.bundle(alice)
    body, key = {"bundle_id": offer["id"]}, ids.new("req")
    answers = await asyncio.gather(*(alice.post("/api/bundle-purchases", body, key=key) for _ in range(6)))
    made = {answer.json()["id"] for answer in answers if answer.status_code == 201}
    assert len(made) == 1
    assert {answer.status_code for answer in answers} <= {201, 409}
    # The control: other keys create other purchases.
    assert (await alice.post("/api/bundle-purchases", body, key=ids.new("req"))).json()["id"] not in made


async def test_needs_a_key(alice: Person) -> None:
    offer = await buying.bundle(alice)
    answer = await alice.post("/api/bundle-purchases", {"bundle_id": offer["id"]})
    assert (answer.status_code, answer.json()["code"]) == (400, "idempotency_key_required")


@pytest.mark.parametrize("bundle_id", ["bdl_01h455vb4pex5vsknk084sn02q", "nonsense", "\N{SNOWMAN}"])
async def test_refuses_a_bundle_that_is_not_sold(bundle_id: str, alice: Person) -> None:
    answer = await alice.post("/api/bundle-purchases", {"bundle_id": bundle_id}, key=ids.new("req"))
    assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (404, "/bundle_id")


@pytest.mark.parametrize("currency", ["CHF", "XXX", "EURO", 978])
async def test_refuses_a_currency_without_a_price(currency: object, alice: Person) -> None:
    offer = await buying.bundle(alice)
    body = {"bundle_id": offer["id"], "currency": currency}
    answer = await alice.post("/api/bundle-purchases", body, key=ids.new("req"))
    assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (422, "/currency")


async def test_is_for_owners_only(world: World, alice: Person) -> None:
    await world.owner.execute("update memberships set role = 'member' where user_id = $1", alice.user_id)
    offer = await buying.bundle(alice)
    answer = await alice.post("/api/bundle-purchases", {"bundle_id": offer["id"]}, key=ids.new("req"))
    assert (answer.status_code, answer.json()["code"]) == (403, "owner_required")


async def test_records_when_few_cards_are_left_and_when_none(world: World, alice: Person) -> None:
    made = await buying.bought(alice, 10)
    for _ in range(10):
        await make.card(alice, bundle_purchase_id=made["id"])
    kinds = ("bundle_purchase.low", "bundle_purchase.exhausted")
    kept = [each for each in await buying.told_events(alice) if each[0] in kinds]
    assert kept == [
        ("bundle_purchase.low", {"bundle_purchase_id": made["id"], "cards_remaining": 1}),
        ("bundle_purchase.exhausted", {"bundle_purchase_id": made["id"], "cards_remaining": 0}),
    ]


async def test_reports_the_last_card_of_a_small_bundle(alice: Person) -> None:
    async with alice.world.services.db.transaction([alice.account_id]) as tx:
        granted = await grant(tx, alice.account_id, 2)
    await make.card(alice, bundle_purchase_id=granted.id)
    low = ("bundle_purchase.low", {"bundle_purchase_id": granted.id, "cards_remaining": 1})
    assert low in await buying.told_events(alice)
