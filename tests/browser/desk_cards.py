"""The pages of cards at the desk in their states."""

from typing import Final

from tests.browser.desk import Arrive, State, of_alice
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


DESK_CARDS: Final[dict[str, tuple[State, str]]] = {
    "new card": (of_alice("/desk/cards/new"), "Words on the cover"),
    "new card faults": (_new_card_faults, "Enter the sender"),
}
