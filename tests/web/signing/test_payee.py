"""Who receives the money: before it is paid, and on every page and mail afterwards."""

import html

import pytest

from tests import make
from tests.contributions import giving
from tests.payments import buying, striped
from tests.web.signing.test_gift import card, given, pays, sign
from tests.web.visitor import Visitor, path_of
from tests.world import World
from wellwish.base import clock
from wellwish.base.language import LANGUAGES

pytestmark = pytest.mark.anyio

BACK = "If the card is cancelled, the money goes back to you."
ASK = "you can ask for a refund on the page after signing, and the organisers decide."


async def renamed(world: World) -> str:
    name = "Acme <Gifts> GmbH"
    assert (await world.alice.patch("/api/account", {"name": name})).status_code == 200
    return name


async def test_names_the_payee_and_the_way_to_a_refund_before_payment(world: World) -> None:
    name = await renamed(world)
    _, path = await card(world)
    visitor = Visitor(world)
    await visitor.open(path)
    page = html.unescape(visitor.page)
    assert f"\u2068{name}\u2069 receives the money, through a payment provider for tests." in page
    assert BACK in page
    assert ASK in page
    assert "card or wallet" not in page  # the provider decides which payment methods it offers
    async with striped.at_stripe(world) as fake:
        await striped.own_key(fake, world.alice)
        await visitor.open(path)
        assert "receives the money, through Stripe." in visitor.page


async def test_says_nothing_of_it_where_nobody_can_pay(world: World) -> None:
    """The control is a card with online payments."""
    for setting, is_said in (({"add_cash": True, "add_money": "nobody"}, False), ({}, True)):
        _, path = await card(world, **setting)
        visitor = Visitor(world)
        await visitor.open(path)
        assert ("receives the money" in visitor.page, BACK in visitor.page) == (is_said, is_said)


async def test_says_afterwards_payee_amount_date_and_number(world: World) -> None:
    name = await renamed(world)
    made, path = await card(world)
    visitor = Visitor(world)
    await sign(visitor, path, gift="500", receipt_email="noor@example.com")
    await visitor.open(f"{path}/signed")
    assert "Payment ID" not in visitor.page  # nothing is paid yet
    await pays(world, visitor, "succeed")
    [found] = await given(world, made)
    number = found["money"]["payment_id"]
    day = LANGUAGES["en"].long_day(clock.now(), made["timezone"])
    says = f"€5.00 to \u2068{name}\u2069 on {day}. Payment ID: \u2068{number}\u2069."
    for at in (f"{path}/signed", path):
        await visitor.open(at)
        assert says in html.unescape(visitor.page), at
    answer = await world.client.get("/outbox", headers={"Accept": "application/json"})
    [mail] = [each for each in answer.json()["data"] if each["kind"] == "gift"]
    assert f"You paid €5.00 on {day}" in mail["body"]
    assert "Paid to Acme" in mail["body"]
    assert number in mail["body"]
    elsewhere = Visitor(world)
    await elsewhere.open(f"{path_of(mail['link'])}/done")
    assert says in html.unescape(elsewhere.page)
    assert "All the best" not in elsewhere.page


async def test_every_page_and_mail_has_the_day_in_the_time_zone_of_the_card(world: World) -> None:
    """The time zones of account and card are at least half a day apart."""
    assert (await world.alice.patch("/api/account", {"timezone": "Pacific/Pago_Pago"})).status_code == 200
    made = await make.card(
        world.alice,
        timezone="Pacific/Kiritimati",
        collection={"add_money": "everyone", "currency": "EUR"},
    )
    path, visitor = path_of(made["sign_url"]), Visitor(world)
    await sign(visitor, path, gift="500", receipt_email="noor@example.com")
    await pays(world, visitor, "succeed")
    day = LANGUAGES["en"].long_day(clock.now(), "Pacific/Kiritimati")
    assert f"on {day}. Payment ID" in visitor.page
    answer = await world.client.get("/outbox", headers={"Accept": "application/json"})
    [mail] = [each for each in answer.json()["data"] if each["kind"] == "gift"]
    assert f"on {day}" in mail["body"]
    elsewhere = Visitor(world)
    await elsewhere.open(f"{path_of(mail['link'])}/done")
    assert f"on {day}. Payment ID" in elsewhere.page
    assert LANGUAGES["en"].long_day(clock.now(), "Pacific/Pago_Pago") != day  # the control


async def test_lists_each_payment_of_a_gift_that_grew(world: World) -> None:
    _, path = await card(world)
    visitor = Visitor(world)
    await sign(visitor, path, gift="500")
    await pays(world, visitor, "succeed")
    await visitor.open(path)
    await visitor.send(path, gift="1000", adds_to=visitor.value("adds_to"))
    await pays(world, visitor, "succeed")
    await visitor.open(f"{path}/signed")
    assert visitor.page.count("Payment ID") == 2
    for amount in ("€5.00 to", "€10.00 to"):
        assert amount in visitor.page


async def test_a_bundle_has_amount_date_and_number_too(world: World) -> None:
    made = await buying.buy(world.alice)
    back = path_of((await buying.press(world, made["checkout_url"], "succeed")).headers["location"])
    visitor = Visitor(world)
    await visitor.open(back)
    assert f"Payment ID: \u2068{made['payment_id']}\u2069." in visitor.page
    assert "$39.00 on " in visitor.page
    begun = await giving.gives(world.alice, (await giving.card(world.alice))["id"])
    await visitor.open(f"{path_of(begun['checkout_url'])}/done")
    assert "Payment ID" not in visitor.page
