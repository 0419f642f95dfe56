"""``return_url``: on a listed origin only, for bundles and gifts, instead of our page."""

from typing import Any

import pytest

from tests.contributions import giving
from tests.payments import buying
from tests.web.view.card import HTML
from tests.world import Person, World
from wellwish.accounts.set_return_origins import set_return_origins

pytestmark = pytest.mark.anyio

ORIGIN = "https://app.example.com"
URL = f"{ORIGIN}/thanks?order=7"


async def listed(person: Person, *origins: str) -> list[str]:
    """Sets the account's list of origins, as the command line does."""
    async with person.world.services.db.transaction([person.account_id]) as tx:
        return await set_return_origins(tx, person.account_id, origins)


async def gift(person: Person, card_id: str, **money: Any) -> Any:
    return await giving.post(person, card_id, money={**giving.MONEY, **money})


@pytest.mark.parametrize("button", ["succeed", "decline", "cancel"])
async def test_payers_return_to_it_whatever_the_result(button: str, world: World, alice: Person) -> None:
    """The control is a payment without ``return_url``."""
    await listed(alice, ORIGIN)
    for url in (URL, None):
        made = await buying.buy(alice, return_url=url)
        pressed = await buying.press(world, made["checkout_url"], button)
        back = pressed.headers["location"]
        assert back.endswith("/done")
        answer = await world.client.get(back, headers=HTML)
        assert (answer.status_code, answer.headers.get("location")) == ((303, URL) if url else (200, None))
        assert (await buying.payment(alice, made["payment_id"]))["return_url"] == url


async def test_gifts_have_one(world: World, alice: Person) -> None:
    await listed(alice, ORIGIN)
    card = await giving.card(alice, add_cash=True)
    answer = await gift(alice, card["id"], return_url=URL)
    assert answer.status_code == 201, answer.text
    pressed = await buying.press(world, answer.json()["checkout_url"], "succeed")
    back = await world.client.get(pressed.headers["location"], headers=HTML)
    assert back.headers["location"] == URL
    cash = await gift(alice, card["id"], return_url=URL, method="cash")
    assert (cash.status_code, cash.json()["errors"][0]["pointer"]) == (422, "/money/return_url")


@pytest.mark.parametrize(
    "url",
    [
        "https://evil.example.com/",
        "https://app.example.com.evil.example/",
        "https://app.example.com:8443/",
        "http://app.example.com/",
        "https://app.example.com@evil.example/",
        "https://app.example.com\\.evil.example/",
        "//app.example.com/",
        "javascript:alert(1)",
    ],
)
async def test_refuses_other_origins(url: str, alice: Person, mallory: Person) -> None:
    """The control is the listed origin; another account's list does not count."""
    await listed(alice, ORIGIN)
    offer = await buying.bundle(alice)
    for person, given, status in ((alice, url, 422), (mallory, URL, 422), (alice, URL, 201)):
        body = {"bundle_id": offer["id"], "return_url": given}
        answer = await person.post("/api/bundle-purchases", body, key="return")
        assert answer.status_code == status, answer.text
        if status == 422:
            assert [each["pointer"] for each in answer.json()["errors"]] == ["/return_url"]


async def test_an_origin_that_is_no_longer_listed_ends_the_redirect(world: World, alice: Person) -> None:
    await listed(alice, ORIGIN)
    made = await buying.buy(alice, return_url=URL)
    pressed = await buying.press(world, made["checkout_url"], "succeed")
    back = pressed.headers["location"]
    assert (await world.client.get(back, headers=HTML)).status_code == 303
    await listed(alice)
    assert (await world.client.get(back, headers=HTML)).status_code == 200


async def test_stores_origins_in_one_spelling(alice: Person) -> None:
    given = ("https://App.Example.com/", ORIGIN, "https://app.example.com:443", "https://b.example.com:8443")
    assert await listed(alice, *given) == [ORIGIN, "https://b.example.com:8443"]
    for bad in ("http://app.example.com", f"{ORIGIN}/path", f"{ORIGIN}?a", "app.example.com", "*", ""):
        with pytest.raises(ValueError, match="not an https origin"):
            await listed(alice, ORIGIN, bad)
    assert await listed(alice) == []
