"""A phone on which several people sign, in every state that they can see."""

from collections.abc import Awaitable, Callable
from typing import Final

from tests.browser import cards
from tests.browser.visitor import Visitor
from tests.world import World

Arrive = Callable[[Visitor], Awaitable[None]]
Named = tuple[Callable[[World], Awaitable[Arrive]], str]

MINE: Final = "My own words"
THEIRS: Final = "Words that nobody else may read"


async def write(one: Visitor, url: str, text: str, name: str = "", *also: str) -> None:
    """Opens the form and signs; ``also`` has the further fields to choose."""
    await one.open(url)
    await one.page.locator("#text").fill(text)
    if name:
        await one.page.locator("#name").fill(name)
    for field in also:
        await one.page.locator(field).check(force=True)
    await one.page.locator("#go").click()
    await one.page.locator("[data-signed]").wait_for()


ANONYMOUS: Final = ("[name=anonymous]", "[name=visibility][value=recipient]")


def lent(*also: str, name: str = "Gus Guest", then: str = "") -> Callable[[World], Awaitable[Arrive]]:
    """The guest's page after signing; ``then`` is the button that the guest presses."""

    async def state(world: World) -> Arrive:
        url = (await cards.card(world))["sign_url"]

        async def arrive(one: Visitor) -> None:
            await write(one, url, MINE, "Olga Owner")
            await write(one, f"{url}?another=1", THEIRS, name, *also)
            if then:
                await one.page.locator(f'form[action$="{then}"] button').click()
                await one.page.locator("#link").wait_for()

        return arrive

    return state


async def another(world: World) -> Arrive:
    url = (await cards.card(world))["sign_url"]

    async def arrive(one: Visitor) -> None:
        await write(one, url, MINE, "Olga Owner")
        await one.open(f"{url}?another=1")

    return arrive


async def several(world: World) -> Arrive:
    """Two notes of the phone's owner, of which the older one is anonymous."""
    url = (await cards.card(world))["sign_url"]

    async def arrive(one: Visitor) -> None:
        await write(one, url, MINE, "Olga Owner", *ANONYMOUS)
        await write(one, f"{url}?another=1", THEIRS, "Olga Owner")
        await one.page.locator('form[action$="/keep"] button').click()
        await one.open(url)

    return arrive


BORROWED: Final[dict[str, Named]] = {
    "sign as a guest": (another, "on someone else's device"),
    "signed by a guest": (lent(), "Take your note with you"),
    "signed by an unnamed guest": (lent(*ANONYMOUS, name=""), "Take your note with you"),
    "handed over": (lent(*ANONYMOUS, name="", then="/hand-over"), "This browser has forgotten your note"),
    "several notes": (several, "Also signed in this browser"),
}
