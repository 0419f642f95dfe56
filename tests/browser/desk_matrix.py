"""Common states of the desk's pages, such as thousands of rows, a concurrent change, an expired session."""

from typing import Final
from unittest.mock import AsyncMock, patch

from tests import make
from tests.browser import cards
from tests.browser.desk import Arrive, State, arrive_as, session_of
from tests.browser.visitor import Visitor
from tests.web.desk.cards.crowd import crowd
from tests.world import World
from wellwish.auth.sign_in import attempt
from wellwish.base.errors import Unavailable
from wellwish.web.desk.cards import show, story

_SPENT: Final = "update bundle_purchases set cards_used = cards_total"


async def _many_cards(world: World) -> Arrive:
    await crowd(world.alice)
    return arrive_as(await session_of(world, world.alice), "/desk")


async def _no_cards_match(world: World) -> Arrive:
    await cards.card(world)
    return arrive_as(await session_of(world, world.alice), "/desk?q=nothing")


def _ended(action: str) -> State:
    async def state(world: World) -> Arrive:
        made = await cards.card(world)
        for each in ("close", "archive") if action == "archive" else (action,):
            answer = await world.alice.post(f"/api/cards/{made['id']}/{each}")
            assert answer.status_code == 200, answer.text
        return arrive_as(await session_of(world, world.alice), f"/desk/cards/{made['id']}")

    return state


def _none_left(path: str, *, for_owner: bool) -> State:
    async def state(world: World) -> Arrive:
        await world.owner.execute("update users set name = 'Priya' where id = $1", world.alice.user_id)
        await world.owner.execute(_SPENT)
        if not for_owner:
            await world.owner.execute("delete from memberships where user_id = $1", world.bob.user_id)
            await world.owner.execute(
                "insert into memberships (account_id, user_id, role) values ($1, $2, 'member')",
                world.alice.account_id,
                world.bob.user_id,
            )
        return arrive_as(await session_of(world, world.alice if for_owner else world.bob), path)

    return state


async def _no_right_on_a_card(world: World) -> Arrive:
    made = await cards.card(world)
    await make.admin(world.alice, made["id"], world.bob)
    return arrive_as(await session_of(world, world.bob), f"/desk/cards/{made['id']}/settings", 403)


async def _changed_meanwhile(world: World) -> Arrive:
    made = await cards.card(world, recipients=[{"name": "Maya"}])
    path = f"/desk/cards/{made['id']}/settings"
    arrive_at_form = arrive_as(await session_of(world, world.alice), path)

    async def arrive(one: Visitor) -> None:
        await world.alice.patch(f"/api/cards/{made['id']}", {"title": "Happy birthday, Maya"})
        await arrive_at_form(one)
        await one.page.locator("#words-group summary").click()
        await one.page.fill("#title", "Thirty suits you, Maya")
        await world.alice.patch(f"/api/cards/{made['id']}", {"title": "Many happy returns, Maya"})
        await one.page.locator(f"form[action='{path}'] .c-button").first.click()

    return arrive


async def _without_parts(world: World) -> Arrive:
    """The database fails for the optional parts of the page."""
    made = await cards.card(world, contribution_end_date="2099-11-27", recipients=[{"name": "Maya"}])
    arrive_whole = arrive_as(await session_of(world, world.alice), f"/desk/cards/{made['id']}")

    async def arrive(one: Visitor) -> None:
        away = AsyncMock(side_effect=Unavailable)
        with patch.object(story, "people", away), patch.object(show, "latest", away):
            await arrive_whole(one)

    return arrive


async def _session_over(world: World) -> Arrive:
    """The form with its unsent text after another sign-in."""

    async def sign_in(one: Visitor) -> None:
        async with world.services.db.transaction() as tx:
            issued = await attempt.issue(tx, world.services.keys, world.alice.email, any_browser=True)
        await one.open(attempt.link(world.services.keys, "", issued.id))
        await one.page.locator("main form button").click()
        await one.page.wait_for_url("**/desk")

    async def arrive(one: Visitor) -> None:
        await world.owner.execute("delete from throttles")
        await sign_in(one)
        await one.open("/desk/cards/new")
        await one.page.fill("#title", "Thirty suits you")
        await one.page.fill("#sender", "The team")
        await world.owner.execute("delete from sessions")
        await one.page.locator("form[action='/desk/cards/new'] .c-button").click()
        await one.page.wait_for_url("**/sign-in?**")
        await sign_in(one)
        await one.open("/desk/cards/new")

    return arrive


DESK_MATRIX: Final[dict[str, tuple[State, str]]] = {
    "cards of thousands": (_many_cards, "Older cards"),
    "cards without a match": (_no_cards_match, "No card matches."),
    "archived card": (_ended("archive"), "Archived"),
    "cancelled card": (_ended("cancel"), "Cancelled"),
    "no cards left": (_none_left("/desk/cards/new", for_owner=True), "Choose how many more you need"),
    "no cards left for a member": (_none_left("/desk/cards/new", for_owner=False), "to buy a bundle."),
    "no right on a card": (_no_right_on_a_card, "Ask Priya and friends"),
    "card changed meanwhile": (_changed_meanwhile, "Many happy returns"),
    "card without parts": (_without_parts, "load the latest events right now"),
    "session over": (_session_over, "you had to sign in again"),
}
