"""Pages about money, in every state that a visitor can see."""

from collections.abc import Awaitable, Callable
from typing import Any, Final

from tests.browser import cards
from tests.browser.visitor import Visitor
from tests.contributions import giving
from tests.payments import buying
from tests.web import visitor
from tests.world import World

Arrive = Callable[[Visitor], Awaitable[None]]
Named = tuple[Callable[[World], Awaitable[Arrive]], str]

COLLECTING: Final = {
    "add_money": "everyone",
    "see_total": "everyone",
    "see_contributors": "everyone",
    "currency": "EUR",
    "suggested_amounts": [500, 1000, 2000],
    "min_amount": 200,
    "max_amount": 20_000,
    "goal_amount": 40_000,
}


def _at(path: str) -> Arrive:
    async def arrive(one: Visitor) -> None:
        await one.open(path)

    return arrive


async def collecting(world: World, **collection: Any) -> dict[str, Any]:
    """Creates a card that has already collected three gifts."""
    made = await cards.card(world, collection={**COLLECTING, **collection})
    for index, amount in enumerate((2000, 10_500, 12_000)):
        money = {"amount": amount, "currency": "EUR", "hide_amount": index == 1}
        await giving.gave(world.alice, made["id"], name=cards.NAMES[index], money=money)
    return made


async def panel(world: World) -> Arrive:
    return _at((await collecting(world, add_cash=True))["sign_url"])


async def other(world: World) -> Arrive:
    """An invalid custom amount."""
    made = await collecting(world)

    async def arrive(one: Visitor) -> None:
        await one.open(made["sign_url"])
        await one.page.locator("#text").fill("All the best")
        await one.page.locator("#name").fill("Noor")
        await one.page.locator("#gift-other").check(force=True)
        await one.page.locator("#other").fill("1.234")
        await one.page.locator("#go").click()
        await one.page.locator("#gift-fault").wait_for()

    return arrive


def given(*buttons: str, then: str = "", **fields: Any) -> Callable[[World], Awaitable[Arrive]]:
    """The contributor's page after these buttons. ``then``: a later outcome of the payment."""

    async def state(world: World) -> Arrive:
        made = await cards.card(world, collection={**COLLECTING, "add_cash": True})
        link = await cards.invited(world, made["id"])
        path = link.removeprefix(world.services.settings.base_url)
        one = visitor.Visitor(world)
        assert (await one.sign(path, gift="1000", text="All the best", **fields)).status_code == 303
        [found] = (await world.alice.get(f"/api/cards/{made['id']}/contributions")).json()["data"]
        if buttons:
            leads = await one.open(f"{path}/signed?pay=1")
            await buying.press(world, leads.headers["refresh"].partition("url=")[2], *buttons)
            await world.work()
        if then == "refund":
            await buying.refund(world.alice, found["money"]["payment_id"])
            await world.work()
        elif then:
            await giving.settle(world.alice, made["id"], found["id"], then)
        return _at(f"{link}/signed")

    return state


async def sandbox(world: World) -> Arrive:
    made = await cards.card(world, collection=COLLECTING)
    begun = await giving.gives(world.alice, made["id"])
    return _at(begun["checkout_url"])


def paid(*buttons: str) -> Callable[[World], Awaitable[Arrive]]:
    """The page with a payment's result, for a visitor who has only its link."""

    async def state(world: World) -> Arrive:
        made = await cards.card(world, collection=COLLECTING)
        begun = await giving.gives(world.alice, made["id"])
        await buying.press(world, begun["checkout_url"], *buttons)
        await world.work()
        return _at(f"{begun['checkout_url']}/done")

    return state


def reading(query: str) -> Callable[[World], Awaitable[Arrive]]:
    async def state(world: World) -> Arrive:
        made = await collecting(world)
        await cards.note(world, made["id"])
        await cards.shut(world, made)
        return _at(cards.view(made) + query)

    return state


GIVING: Final[dict[str, Named]] = {
    "gift panel": (panel, "Chip in for a gift"),
    "gift faults": (other, "Enter an amount in figures"),
    "gift pending": (given(), "hasn't been confirmed yet"),
    "gift paid": (given("succeed"), "You chipped in €10.00"),
    "gift declined": (given("decline"), "didn't go through"),
    "gift cancelled": (given("cancel"), "was cancelled"),
    "gift refunded": (given("succeed", then="refund"), "has been refunded"),
    "gift promised": (given(way="cash"), "You promised €10.00 in cash"),
    "gift confirmed": (given(way="cash", then="confirm"), "received your €10.00 in cash"),
    "gift dropped": (given(way="cash", then="drop"), "no longer expect your €10.00"),
    "sandbox": (sandbox, "Test payment"),
    "payment made": (paid("succeed"), "Thank you. Your payment went through"),
    "payment declined": (paid("decline"), "Your payment was declined"),
    "payment cancelled": (paid("cancel"), "Your payment was cancelled"),
    "view total": (reading("?inside"), "€245.00 for you"),
    "view board total": (reading("?as=board"), "€245.00 for you"),
}
