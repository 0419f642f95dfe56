"""The pages of cards at the desk in their states."""

from typing import Final

from tests.browser import cards
from tests.browser.desk import Arrive, State, arrive_as, of_alice, session_of
from tests.browser.visitor import Visitor
from tests.world import World


async def _new_card_faults(world: World) -> Arrive:
    arrive_at_form = await of_alice("/desk/cards/new")(world)

    async def arrive(one: Visitor) -> None:
        await arrive_at_form(one)
        await one.page.locator("form[action='/desk/cards/new']").evaluate("form => form.noValidate = true")
        await one.page.fill("#title", "Thirty suits you")
        await one.page.fill("#end_day", "2020-01-01")
        await one.page.click("form[action='/desk/cards/new'] .c-button")

    return arrive


def _of_card(section: str) -> State:
    async def state(world: World) -> Arrive:
        made = await cards.card(world, contribution_end_date="2099-11-27", recipients=[{"name": "Maya"}])
        return arrive_as(await session_of(world, world.alice), f"/desk/cards/{made['id']}/{section}")

    return state


DESK_CARDS: Final[dict[str, tuple[State, str]]] = {
    "new card": (of_alice("/desk/cards/new"), "Words on the cover"),
    "card settings": (_of_card("settings"), "Words on the cover"),
    "another card": (_of_card("another"), "no people, no notes"),
    "cancel a card": (_of_card("cancel"), "Keep it"),
    "new card faults": (_new_card_faults, "Enter the sender"),
}
