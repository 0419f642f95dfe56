"""The desk with the most of everything: a title without a space, 50 recipients, 1,000 people, 300 notes."""

from typing import Final

from tests import make
from tests.browser import cards
from tests.browser.desk import Arrive, State, arrive_as, session_of
from tests.browser.visitor import Visitor
from tests.world import World


def _titled(page: str) -> State:
    async def state(world: World) -> Arrive:
        made = await cards.card(world, title="Donaudampfschifffahrt" * 12, contribution_end_date="2099-11-27")
        return arrive_as(await session_of(world, world.alice), f"/desk/cards/{made['id']}{page}")

    return state


async def _fifty_recipients(world: World) -> Arrive:
    people = [{"name": f"{cards.NAMES[n % len(cards.NAMES)]} {n}"} for n in range(50)]
    made = await make.card(world.alice, recipients=people)
    await world.alice.post(f"/api/cards/{made['id']}/close")
    return arrive_as(await session_of(world, world.alice), f"/desk/cards/{made['id']}/give")


async def _thousand_people(world: World) -> Arrive:
    made = await cards.card(world)
    await make.invitations(world.alice, made["id"], *(f"person{n}@example.com" for n in range(1000)))
    await world.owner.execute(
        """
        update invitations set status = case
          when substring(delivery_id from '[0-9]+')::int % 4 = 0 then 'contributed' else 'opened' end
        """
    )
    return arrive_as(await session_of(world, world.alice), f"/desk/cards/{made['id']}/invitations")


async def _three_hundred_notes(world: World) -> Arrive:
    made = await cards.card(world)
    for index in range(300):
        await cards.note(world, made["id"], index)
    return arrive_as(await session_of(world, world.alice), f"/desk/cards/{made['id']}")


async def _past(world: World) -> Arrive:
    made = await cards.card(world, contribution_end_date="2099-11-27")
    await cards.note(world, made["id"])
    await world.owner.execute("update cards set contribution_ends_at = now() - interval '2 days'")
    return arrive_as(await session_of(world, world.alice), f"/desk/cards/{made['id']}")


async def _broken_pictures(world: World) -> Arrive:
    made = await cards.card(world)
    arrive_at_card = arrive_as(await session_of(world, world.alice), f"/desk/cards/{made['id']}")

    async def arrive(one: Visitor) -> None:
        await one.page.route("**/*.avif", lambda route: route.fulfill(status=200, body=b""))
        await arrive_at_card(one)
        await one.page.unroute("**/*.avif")

    return arrive


DESK_EXTREMES: Final[dict[str, tuple[State, str]]] = {
    "overview with a long title": (_titled(""), "Nobody has been asked yet"),
    "settings with a long title": (_titled("/settings"), "End this card"),
    "give to fifty": (_fifty_recipients, "Not opened yet"),
    "people of a thousand": (_thousand_people, "Show more people"),
    "overview of 300 notes": (_three_hundred_notes, "300"),
    "overview of a past card": (_past, "Ready for"),
    "overview with broken pictures": (_broken_pictures, "Nobody has been asked yet"),
}
