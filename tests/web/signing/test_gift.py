"""Chip in on the signing page without scripts: the panel's choices, and redirects to the provider."""

from typing import Any

import pytest

from tests import make
from tests.contributions import giving
from tests.payments import buying, striped
from tests.web.visitor import Visitor, path_of
from tests.world import World
from wellwish.base.money import Money

pytestmark = pytest.mark.anyio


async def card(world: World, **collection: Any) -> tuple[dict[str, Any], str]:
    made = await make.card(
        world.alice, recipient="Maya", collection={"add_money": "everyone", "currency": "EUR", **collection}
    )
    return made, path_of(made["sign_url"])


async def given(world: World, made: dict[str, Any]) -> list[dict[str, Any]]:
    return (await world.alice.get(f"/api/cards/{made['id']}/contributions")).json()["data"]


async def pays(world: World, visitor: Visitor, *buttons: str) -> str:
    """Follows the redirect to the provider, presses its buttons, and comes back. Returns the final path."""
    leads = await visitor.open(visitor.next)
    url = leads.headers["refresh"].partition("url=")[2]
    for button in buttons:
        opened = await visitor.request("GET", path_of(url))
        while opened.status_code == 303:
            url = opened.headers["location"]
            opened = await visitor.request("GET", path_of(url))
        answer = await visitor.press(path_of(url), form_token=visitor.token(), button=button)
        url = answer.headers["location"]
    await world.work()
    back = await visitor.request("GET", path_of(url))
    assert back.status_code == 303, back.text
    path = path_of(back.headers["location"])
    await visitor.open(path)
    return path


async def sign(visitor: Visitor, path: str, **fields: Any) -> None:
    answer = await visitor.sign(path, **fields)
    assert answer.status_code == 303, visitor.page


async def test_offers_amounts_and_says_the_fee_before(world: World) -> None:
    _, path = await card(world, suggested_amounts=[500, 1500], min_amount=200, max_amount=10_000)
    visitor = Visitor(world)
    await visitor.open(path)
    for words in ("Chip in for a gift", ">€5<", ">€15<", "Other", "From €2.00 to €100.00."):
        assert words in visitor.page, words
    assert "The payment provider keeps a fee of €0.48 from a gift of €15.00." in visitor.page
    assert "Hide my amount from others" in visitor.page
    assert "Give cash in person" not in visitor.page


async def test_estimates_the_fee_once_its_known_fees_agree(world: World) -> None:
    """Stripe reports a fee only with the payment; gifts of other accounts and currencies do not count."""
    visitor, says = Visitor(world), "The payment provider keeps a fee of about"
    async with striped.at_stripe(world) as fake:
        for person in (world.bob, world.alice):
            await striped.own_key(fake, person)
        made, path = await card(world, suggested_amounts=[1500])
        others = (world.bob, 1500, "EUR", 700), (world.alice, 1500, "USD", 900)
        for person, amount, currency, fee in others:
            await striped.paid_with_fee(world, fake, person, Money(amount, currency), fee)
        await visitor.open(path)
        assert "The payment provider keeps a fee from each gift." in visitor.page
        assert says not in visitor.page
        for amount, fee in ((5000, 100), (1000, 40), (2000, 55)):
            await striped.paid_with_fee(world, fake, world.alice, Money(amount, "EUR"), fee)
        await visitor.open(path)
        assert f"{says} €0.48 from a gift of €15.00." in visitor.page
        begun = await giving.gives(world.alice, made["id"], money={"amount": 2500, "currency": "EUR"})
        assert begun["expected_fee"] == {"amount": 63, "currency": "EUR"}


@pytest.mark.parametrize("setting", ["contributors", "recipient", "admins", "nobody"])
async def test_has_no_panel_where_money_is_off_for_the_reader(setting: str, world: World) -> None:
    _, path = await card(world, add_money=setting)
    visitor = Visitor(world)
    await visitor.open(path)
    assert "Chip in for a gift" not in visitor.page


@pytest.mark.parametrize(
    ("buttons", "status", "words"),
    [
        (("succeed",), "paid", "You chipped in €15.00. Thank you."),
        (("challenge", "succeed"), "paid", "You chipped in €15.00. Thank you."),
        (("decline",), "failed", "Your payment of €15.00 didn"),
        (("cancel",), "cancelled", "Your payment of €15.00 was cancelled"),
    ],
)
async def test_pays_and_comes_back_to_what_was_signed(
    buttons: tuple[str, ...], status: str, words: str, world: World
) -> None:
    made, path = await card(world, suggested_amounts=[500, 1500])
    visitor = Visitor(world)
    await sign(visitor, path, gift="1500", text="All the best")
    assert visitor.next == f"{path}/signed?pay=1"
    back = await pays(world, visitor, *buttons)
    assert back == f"{path}/signed?back=1"
    assert words in visitor.page
    assert "All the best" in visitor.page
    [found] = await given(world, made)
    assert (found["money"]["status"], found["note"]["status"]) == (status, "published")


async def test_gives_only_money_and_adds_a_note_later(world: World) -> None:
    made, path = await card(world)
    visitor = Visitor(world)
    await sign(visitor, path, gift="other", other="12,50", text="")
    await pays(world, visitor, "succeed")
    [found] = await given(world, made)
    assert (found["note"], found["money"]["amount"]["amount"]) == (None, 1250)
    await sign(visitor, path, text="And all the best")
    assert visitor.next == f"{path}/signed"
    [found] = await given(world, made)
    assert (found["note"]["text"], found["money"]["status"]) == ("And all the best", "paid")


async def test_tries_again_after_it_failed_and_pays_once(world: World) -> None:
    made, path = await card(world)
    visitor = Visitor(world)
    await sign(visitor, path, gift="500")
    await pays(world, visitor, "decline")
    assert f'href="{path}#gift-panel">Try again' in visitor.page
    await sign(visitor, path, gift="500")
    await pays(world, visitor, "succeed")
    [found] = await given(world, made)
    assert (found["money"]["status"], found["money"]["amount"]["amount"]) == ("paid", 500)
    await sign(visitor, path, gift="500")  # the earlier form, from another tab
    assert visitor.next == f"{path}/signed"
    assert await world.owner.fetchval("select count(*) from payments") == 2
    assert (await giving.balances(world.alice))[f"pot:{made['id']}"] == 500


async def test_a_form_sent_twice_is_one_payment(world: World) -> None:
    _, path = await card(world)
    visitor = Visitor(world)
    await visitor.open(path)
    for _ in range(2):
        assert (await visitor.send(path, gift="500")).status_code == 303
    assert await world.owner.fetchval("select count(*) from payments") == 1


async def test_hides_the_amount_of_a_payment_that_was_begun_before(world: World) -> None:
    made, path = await card(world)
    visitor = Visitor(world)
    await sign(visitor, path, gift="500", text="All the best")
    await sign(visitor, path, gift="500", text="All the best", hide_amount="yes")
    assert visitor.next == f"{path}/signed?pay=1"
    [found] = await given(world, made)
    assert (found["money"]["hide_amount"], found["money"]["status"]) == (True, "pending")
    await visitor.open(path)
    assert 'name="hide_amount" value="yes" checked' in visitor.page
    await sign(visitor, path, gift="500", text="All the best", hide_amount=None)
    [found] = await given(world, made)
    assert found["money"]["hide_amount"] is False
    assert await world.owner.fetchval("select count(*) from payments") == 1


@pytest.mark.parametrize(
    ("other", "says"),
    [
        ("", "Enter an amount in figures"),
        ("a lot", "Enter an amount in figures"),
        ("1.234", "Enter an amount in figures"),
        ("-5", "Enter an amount in figures"),
        ("0", "Choose an amount between"),
        ("1.99", "Choose an amount between"),
        ("100.01", "Choose an amount between"),
        ("999999999999", "Choose an amount between"),
    ],
)
async def test_explains_a_refused_amount_and_keeps_the_rest(other: str, says: str, world: World) -> None:
    made, path = await card(world, min_amount=200, max_amount=10_000)
    visitor = Visitor(world)
    answer = await visitor.sign(path, gift="other", other=other, text="All the best")
    assert answer.status_code == 422
    assert says in visitor.page
    assert "All the best" in visitor.page
    assert await given(world, made) == []
    assert await world.owner.fetchval("select count(*) from payments") == 0


@pytest.mark.parametrize(
    ("currency", "other", "minor", "form"),
    [
        ("IQD", "IQD 25,000", 25_000_000, "25000"),
        ("KWD", "1.250", 1250, "1.25"),
        ("JPY", "¥1,500", 1500, "1500"),
    ],
)
async def test_promises_an_amount_as_the_page_prints_it(
    currency: str, other: str, minor: int, form: str, world: World
) -> None:
    made, path = await card(world, currency=currency, add_cash=True)
    visitor = Visitor(world)
    await sign(visitor, path, gift="other", other=other, text="All the best", way="online")
    [found] = await given(world, made)
    assert found["money"]["amount"] == {"amount": minor, "currency": currency}
    await visitor.open(path)
    assert f'value="{form}"' in visitor.page
    await sign(visitor, path, gift="other", other=form, text="All the best")
    assert await world.owner.fetchval("select count(*) from payments") == 1


async def test_the_recipient_sees_what_was_collected_but_no_goal(world: World) -> None:
    collection = {"add_money": "everyone", "see_total": "everyone", "see_contributors": "everyone"}
    made = await make.card(
        world.alice, recipients=[{"name": "Maya"}],
        collection={**collection, "currency": "EUR", "goal_amount": 4000},
    )  # fmt: skip
    money = {"amount": 1000, "currency": "EUR"}
    await giving.gave(world.alice, made["id"], name="Noor", money=money)
    visitor = Visitor(world)
    await visitor.open(path_of(made["sign_url"]))
    assert "€10.00 of €40.00 collected so far, from 1 person" in visitor.page
    await world.alice.post(f"/api/cards/{made['id']}/close")
    path = path_of(made["recipients"][0]["view_url"])
    for query, shows in (("", False), ("?inside", True), ("?as=board", True), ("?as=slides", False)):
        assert (await visitor.open(path + query)).status_code == 200
        assert ("€10.00 for you" in visitor.page) is shows, query
        assert "40.00" not in visitor.page, "a recipient sees no target"
        assert ("from 1 person" in visitor.page) is shows, query


async def test_is_refused_after_closing_though_the_form_was_open(world: World) -> None:
    made, path = await card(world)
    visitor = Visitor(world)
    await visitor.open(path)
    await world.alice.post(f"/api/cards/{made['id']}/close")
    assert (await visitor.send(path, gift="500")).status_code == 409
    assert await world.owner.fetchval("select count(*) from payments") == 0


@pytest.mark.parametrize(
    ("gift", "status"), [({"gift": "500"}, 409), ({"gift": "other", "other": "much"}, 422)]
)
async def test_reports_money_that_was_disabled_meanwhile_and_keeps_the_text(
    gift: dict[str, str], status: int, world: World
) -> None:
    made, path = await card(world)
    visitor = Visitor(world)
    await visitor.open(path)
    await world.alice.patch(f"/api/cards/{made['id']}", {"collection": {"add_money": "nobody"}})
    assert (await visitor.send(path, **gift, text="All the best")).status_code == status
    assert "Gifts are paused. You can still sign the card" in visitor.page
    assert "All the best</textarea>" in visitor.page
    assert await given(world, made) == []
    await visitor.send(path, text="All the best")
    assert [each["money"] for each in await given(world, made)] == [None]


async def test_promises_cash_where_the_card_takes_it(world: World) -> None:
    made, path = await card(world, add_cash=True)
    visitor = Visitor(world)
    await sign(visitor, path, gift="500", way="cash")
    assert visitor.next == f"{path}/signed"
    await visitor.open(visitor.next)
    assert "You promised €5.00 in cash." in visitor.page
    [found] = await given(world, made)
    assert (found["money"]["method"], found["money"]["status"]) == ("cash", "promised")


async def test_restricted_cash_is_for_the_invited(world: World) -> None:
    made, path = await card(world, add_money="nobody", add_cash=True, restrict_cash=True)
    visitor = Visitor(world)
    await visitor.open(path)
    assert "Chip in for a gift" not in visitor.page
    assert (await visitor.send(path, gift="500", way="cash")).status_code == 409
    [invitation] = await make.invitations(world.alice, made["id"], "jo@example.com")
    guest = Visitor(world)
    await sign(guest, path_of(invitation["link"]), gift="500", way="cash")
    assert [each["money"]["status"] for each in await given(world, made)] == ["promised"]


async def test_a_payment_link_opens_no_note(world: World) -> None:
    _, path = await card(world)
    visitor, other = Visitor(world), Visitor(world)
    await sign(visitor, path, gift="500", text="For Maya's eyes")
    leads = await visitor.open(visitor.next)
    url = leads.headers["refresh"].partition("url=")[2]
    await buying.press(world, url, "succeed")
    await world.work()
    shown = await other.request("GET", f"{path_of(url)}/done")
    assert shown.status_code == 200
    assert "Thank you. Your payment went through" in other.page
    assert "For Maya" not in other.page


async def test_speaks_the_cards_language_on_the_way(world: World) -> None:
    made = await make.card(world.alice, locale="de", collection={"add_money": "everyone", "currency": "EUR"})
    visitor = Visitor(world)
    await sign(visitor, path_of(made["sign_url"]), gift="500")
    leads = await visitor.open(visitor.next)
    url = leads.headers["refresh"].partition("url=")[2]
    opened = await visitor.request("GET", path_of(url))
    await visitor.request("GET", path_of(opened.headers["location"]))
    assert 'lang="de"' in visitor.page
    assert "5,00" in visitor.page
    assert "Bezahlen" in visitor.page
