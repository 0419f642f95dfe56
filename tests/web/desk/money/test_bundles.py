"""Bundles at the desk: cards left, buying, and receipts."""

import re

import pytest

from tests import make
from tests.payments import buying
from tests.web.desk.people import signed_in
from tests.web.visitor import Visitor
from tests.world import Person
from wellwish.web.desk.money import bundles

pytestmark = pytest.mark.anyio


async def fields(visitor: Visitor, person: Person) -> dict[str, str]:
    offer = await buying.bundle(person)
    key, token = visitor.value("form_key"), visitor.token()
    currency = offer["prices"][0]["currency"]
    return {"form_token": token, "form_key": key, "bundle_id": offer["id"], "currency": currency}


async def purchases(person: Person) -> list[str]:
    listed = (await person.get("/api/bundle-purchases")).json()["data"]
    return [each["status"] for each in listed if each["payment_id"]]


async def test_buys_once_and_shows_the_receipt(alice: Person) -> None:
    visitor = await signed_in(alice)
    await visitor.open("/desk/bundles")
    sent = await fields(visitor, alice)
    for _ in range(2):  # pressed twice
        answer = await visitor.press("/desk/bundles", **sent)
        assert answer.status_code == 200
        assert "Go to payment" in visitor.page
        # The payment opens by itself; a redirect after a form may not leave the site.
        link = visitor.page.partition('class="c-button" href="')[2].partition('"')[0]
        assert answer.headers["Refresh"] == f"0; url={link}"
    assert await purchases(alice) == ["pending"]
    url = visitor.page.partition('class="c-button" href="')[2].partition('"')[0]
    assert (await buying.press(alice.world, url, "succeed")).status_code == 303
    await alice.world.work()
    assert await purchases(alice) == ["active"]
    done = f"{url.removeprefix('http://localhost:8080')}/done"
    answer = await visitor.open(done)
    assert answer.headers["location"] == "/desk/cards/new?said=paid"  # what the cards were bought for
    payer = Visitor(alice.world)  # somebody else who was sent the link of the payment
    assert (await payer.open(done)).status_code == 200
    assert 'href="/desk/cards/new"' in payer.page
    await visitor.open("/desk/bundles")
    listed = (await alice.get("/api/bundle-purchases")).json()["data"]
    assert next(each["payment_id"] for each in listed if each["payment_id"]) in visitor.page


async def test_the_cards_are_there_when_the_browser_comes_back(alice: Person) -> None:
    await alice.world.owner.execute("update bundle_purchases set cards_used = cards_total")
    visitor = await signed_in(alice)
    await visitor.open("/desk/bundles")
    await visitor.press("/desk/bundles", **await fields(visitor, alice))
    url = visitor.page.partition('class="c-button" href="')[2].partition('"')[0]
    assert (await buying.press(alice.world, url, "succeed")).status_code == 303
    for _ in range(2):  # reloaded; no job has run
        answer = await visitor.open(f"{url.removeprefix('http://localhost:8080')}/done")
        await visitor.open(answer.headers["location"])
        assert "The new cards are ready to use." in visitor.page
        assert "No cards left" not in visitor.page
    await alice.world.work()
    assert await purchases(alice) == ["active"]


@pytest.mark.parametrize("currency", ["GBP", "USD"])
async def test_offers_the_price_in_the_currency_of_the_account_first(alice: Person, currency: str) -> None:
    assert (await alice.patch("/api/account", {"currency": currency})).status_code == 200
    visitor = await signed_in(alice)
    await visitor.open("/desk/bundles")
    offered = re.findall(r'<select[^>]*name="currency"><option value="(\w+)"', visitor.page)
    assert offered == [currency] * len(offered) != []


async def test_shows_which_cards_used_a_purchase(alice: Person) -> None:
    granted = await make.card(alice, title="From the granted bundle")
    bought = await buying.bought(alice)
    card = await make.card(alice, title="From the bought bundle", bundle_purchase_id=bought["id"])
    visitor = await signed_in(alice)
    await visitor.open("/desk/bundles")
    url = f"/desk?bundle_purchase_id={bought['id']}"
    assert f'href="{url}"' in visitor.page
    for query in ("", "&q=bundle", "&status=open"):
        await visitor.open(url + query)
        assert card["title"] in visitor.page
        assert granted["title"] not in visitor.page
    assert (
        f"?bundle_purchase_id={bought['id']}&amp;status=closed" in visitor.page
    )  # filters keep the parameter
    await visitor.open("/desk?bundle_purchase_id=bp_none")
    assert "No card matches" in visitor.page


async def test_an_unknown_bundle_is_a_message(alice: Person) -> None:
    visitor = await signed_in(alice)
    await visitor.open("/desk/bundles")
    sent = {**await fields(visitor, alice), "bundle_id": "bdl_unknown"}
    assert (await visitor.press("/desk/bundles", **sent)).status_code == 409
    assert "for sale any more" in visitor.page
    assert await purchases(alice) == []


async def test_a_member_sees_what_is_left_and_buys_nothing(alice: Person) -> None:
    visitor = await signed_in(alice)
    await visitor.open("/desk/bundles")
    sent = await fields(visitor, alice)
    await alice.world.owner.execute(
        "update memberships set role = 'member' where user_id = $1", alice.user_id
    )
    await visitor.open("/desk/bundles")
    assert "Cards left" in visitor.page
    assert "Only owners of the account" in visitor.page
    assert 'name="bundle_id"' not in visitor.page
    assert (await visitor.press("/desk/bundles", **sent)).status_code == 403
    assert await purchases(alice) == []


async def test_pages_through_purchases(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bundles, "_COUNT", 1)
    bought = [await buying.buy(alice) for _ in range(2)]
    visitor = await signed_in(alice)
    await visitor.open("/desk/bundles")
    assert bought[1]["payment_id"] in visitor.page
    assert bought[0]["payment_id"] not in visitor.page
    await visitor.open(next(each for each in visitor.page.split('"') if "?cursor=" in each))
    assert bought[0]["payment_id"] in visitor.page
    assert (await visitor.open("/desk/bundles?cursor=nonsense")).status_code == 303


async def test_refuses_a_form_of_another_site(alice: Person) -> None:
    visitor = await signed_in(alice)
    await visitor.open("/desk/bundles")
    sent = await fields(visitor, alice)
    assert (await visitor.press("/desk/bundles", **{**sent, "form_token": "1.x"})).status_code == 403
    assert await purchases(alice) == []
    assert (await visitor.press("/desk/bundles", **sent)).status_code == 200  # the control
