"""The pages of people at the desk in their states."""

from typing import Any, Final

from tests.browser.desk import Arrive, State, arrive_as, session_of
from tests.browser.visitor import Visitor
from tests.world import World

_PEOPLE: Final[list[dict[str, Any]]] = [
    {
        "name": "Ana Lovelace-Przybyszewska",
        "email": "ana.lovelace.przybyszewska@mail.department.example.com",
        "external_id": "1",
        "teams": ["Customer relations and complaints of the northern region", "Berlin"],
        "dates": {"birthday": "--12-06", "started_on": "2011-05-07"},
    },
    {
        "name": "Maya Okafor",
        "email": "maya@example.com",
        "external_id": "2",
        "manager": "1",
        "phone": "+442079460958",
        "timezone": "Europe/Berlin",
        "locale": "de",
        "teams": ["Berlin"],
        "dates": {
            "birthday": "--02-29",
            "started_on": "2020-05-01",
            "own": [{"name": "name_day", "date": "--10-01"}],
        },
    },
    {"name": "Ben", "external_id": "3"},
]
_HEAD: Final = "Name,Email,Employee ID,Birthday,Start date,Department,Shoe size\n"


def _page(path: str = "", *, with_people: bool = True, role: str = "owner") -> State:
    """``path`` is relative to the list; ``{id}`` is that of Maya."""

    async def state(world: World) -> Arrive:
        ids = {"id": ""}
        if with_people:
            await world.alice.put("/api/people", {"people": _PEOPLE})
            listed = (await world.alice.get("/api/people?external_id=2")).json()["data"]
            ids["id"] = listed[0]["id"]
        await world.owner.execute(
            "update memberships set role = $1 where user_id = $2", role, world.alice.user_id
        )
        secret = await session_of(world, world.alice)
        return arrive_as(secret, f"/desk/people{path.format(**ids)}")

    return state


async def _wrong_person(world: World) -> Arrive:
    arrive_at_form = await _page("/{id}")(world)

    async def arrive(one: Visitor) -> None:
        await arrive_at_form(one)
        await one.page.locator("form[action$='/save']").evaluate("form => form.noValidate = true")
        await one.page.fill("#email", "maya at example")
        await one.page.fill("#birthday", "31")
        await one.page.click("form[action$='/save'] button")

    return arrive


def _check(rows: str, extent: str = "part") -> State:
    async def state(world: World) -> Arrive:
        arrive_at_form = await _page("/list")(world)

        async def arrive(one: Visitor) -> None:
            await arrive_at_form(one)
            await one.page.fill("#people", _HEAD + rows)
            await one.page.check(f"input[value={extent}]")
            await one.page.click("button[value=check]")

        return arrive

    return state


_PLANNED: Final = (
    "Maya Okafor,maya@example.com,2,3 March,2020-05-01,Berlin,\n"
    "Noor Haddad,noor@example.com,4,14 March 1990,2024-01-15,Design,44\n"
    "Leo,leo@example.com,5,,,,\n"
)
_WRONG: Final = (
    "Ana,ana@example.com,1,31/02,,,\n,cleo@example.com,6,,,,\nDan,dan at example,7,,2999-01-01,,\n"
)

DESK_STAFF: Final[dict[str, tuple[State, str]]] = {
    "people": (_page(), "Maya Okafor"),
    "people of a member": (_page(role="member"), "Maya Okafor"),
    "no people": (_page(with_people=False), "There are no people yet."),
    "people without a match": (_page("?q=zzz"), "Nobody matches."),
    "person": (_page("/{id}"), "The year is never stored."),
    "person of a member": (_page("/{id}", role="member"), "Only an owner of the account can change these."),
    "wrong person": (_wrong_person, "Enter a day and a month that the calendar has."),
    "new person": (_page("/new"), "New person"),
    "people list": (_page("/list"), "Who is in the list?"),
    "people check": (_check(_PLANNED), "are new"),
    "people who leave": (_check(_PLANNED, "whole"), "have left. That is more than a tenth of everyone."),
    "people questions": (_check("Ana,ana@example.com,1,03/04/1990,,,\n"), "Which date is"),
    "people faults": (_check(_WRONG), "3 rows need a change"),
}
