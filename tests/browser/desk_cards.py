"""The pages of cards at the desk in their states."""

from typing import Any, Final

from tests import make
from tests.browser import cards
from tests.browser.desk import Arrive, State, arrive_as, of_alice, session_of
from tests.browser.visitor import Visitor
from tests.contributions.signing import signs, wish
from tests.world import World


async def _new_card_faults(world: World) -> Arrive:
    arrive_at_form = await of_alice("/desk/cards/new")(world)

    async def arrive(one: Visitor) -> None:
        await arrive_at_form(one)
        await one.page.locator("form[action='/desk/cards/new']").evaluate("form => form.noValidate = true")
        await one.page.fill("#title", "Thirty suits you")
        await one.page.fill("#sender", "")
        await one.page.check("input[name=ends][value=day]", force=True)
        await one.page.fill("#end_day", "2020-01-01")
        await one.page.click("form[action='/desk/cards/new'] .c-button")

    return arrive


def _of_card(section: str) -> State:
    async def state(world: World) -> Arrive:
        made = await cards.card(world, contribution_end_date="2099-11-27", recipients=[{"name": "Maya"}])
        return arrive_as(
            await session_of(world, world.alice), f"/desk/cards/{made['id']}/{section}".rstrip("/")
        )

    return state


async def _checked_batch(world: World) -> Arrive:
    design = (await world.alice.get("/api/templates")).json()["data"][0]["slug"]
    lines = f"Thirty suits you;Maya;maya@example.com;{design};2099-11-27\nNo design;Noor;;nonsense;2020-01-01"
    return await _checked(world, lines)


async def _asked_batch(world: World) -> Arrive:
    """The list has a column with an unknown name, and a day with two readings."""
    design = (await world.alice.get("/api/templates")).json()["data"][0]["slug"]
    return await _checked(world, f"title;design;closing day;Notes\nThirty;{design};03/04/2099;cake")


async def _checked(world: World, lines: str) -> Arrive:
    arrive_at_form = await of_alice("/desk/cards/batch")(world)

    async def arrive(one: Visitor) -> None:
        await arrive_at_form(one)
        await one.page.fill("#sender", "The team")
        await one.page.fill("#cards", lines)
        await one.page.click("button[value='check']")

    return arrive


async def _done_batch(world: World) -> Arrive:
    made = (await world.alice.post("/api/card-batches", await make.batch(world.alice, "One", "Two"))).json()
    await world.work()
    return arrive_as(await session_of(world, world.alice), f"/desk/cards/batch/{made['id']}")


async def _wall(world: World) -> Arrive:
    made = await cards.card(world)
    await world.alice.post(f"/api/cards/{made['id']}/wall")
    return arrive_as(await session_of(world, world.alice), f"/desk/cards/{made['id']}/wall")


async def _more_options(world: World) -> Arrive:
    arrive_at_form = await of_alice("/desk/cards/new")(world)

    async def arrive(one: Visitor) -> None:
        await arrive_at_form(one)
        await one.page.fill("#who", "Maya Lindqvist")
        await one.page.locator("details.d-fold").evaluate("details => details.open = true")
        await one.page.check("input[name=gift]")

    return arrive


async def _with_people(world: World) -> Arrive:
    made = await _invited(world)
    for index in range(3):
        await cards.note(world, made["id"], index)
    return arrive_as(await session_of(world, world.alice), f"/desk/cards/{made['id']}")


async def _anonymous(world: World) -> Arrive:
    made = await _invited(world)
    for name in ("Ana", "Ben"):
        await signs(world, made["sign_url"], wish(name, anonymous=True))
    return arrive_as(await session_of(world, world.alice), f"/desk/cards/{made['id']}")


async def _to_review(world: World) -> Arrive:
    made = await cards.card(world, moderation="pre", recipients=[{"name": "Maya"}])
    for name in ("Ana", "Ben"):
        await signs(world, made["sign_url"], wish(name))
    return arrive_as(await session_of(world, world.alice), f"/desk/cards/{made['id']}")


async def _closed(world: World) -> Arrive:
    made = await cards.card(world, recipients=[{"name": "Maya"}])
    await cards.note(world, made["id"], 0)
    await world.alice.post(f"/api/cards/{made['id']}/close")
    return arrive_as(await session_of(world, world.alice), f"/desk/cards/{made['id']}")


async def _invited(world: World) -> dict[str, Any]:
    made = await cards.card(world, contribution_end_date="2099-11-27", recipients=[{"name": "Maya"}])
    people = ("nils@example.com", "olga@example.com", "paul@example.com", "rosa@example.com")
    await make.invitations(world.alice, made["id"], *people)
    await world.work()
    return made


DESK_CARDS: Final[dict[str, tuple[State, str]]] = {
    "new card": (of_alice("/desk/cards/new"), "Choose a design"),
    "new card with more options": (_more_options, "Words on the cover"),
    "card ready": (_of_card("share?said=created"), "Now send round the link"),
    "share a card": (_of_card("share"), "What happens next"),
    "close a card": (_of_card("closing"), "The card would be empty"),
    "card settings": (_of_card("settings"), "End this card"),
    "settings of a gift": (_of_card("settings?open=gift"), "Minimum per person"),
    "give an open card": (_of_card("give"), "Close it now"),
    "another card": (_of_card("another"), "no people, no notes"),
    "cancel a card": (_of_card("cancel"), "Keep it"),
    "overview of a new card": (_of_card(""), "Nobody has been asked yet"),
    "overview with people": (_with_people, "have not signed yet"),
    "overview of anonymous notes": (_anonymous, "have not signed by name"),
    "overview with notes to review": (_to_review, "Review 2 notes"),
    "overview of a closed card": (_closed, "Ready for"),
    "poster of the signing link": (_of_card("poster"), "Scan to sign"),
    "wall at the desk": (_wall, "Delete the wall"),
    "batch": (of_alice("/desk/cards/batch"), "Names of the designs"),
    "batch check": (_checked_batch, "There is no such design"),
    "batch questions": (_asked_batch, "What does the column"),
    "batch done": (_done_batch, "2 cards were created"),
    "new card faults": (_new_card_faults, "Enter the sender"),
}
