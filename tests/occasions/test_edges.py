"""What becomes of an occasion when something unusual happens.

The tests are a table whose rows state what each person sees.
"""

from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

import pytest

from tests.later import another_time, pass_until
from tests.occasions.making import (
    BEGIN,
    OPENS,
    addresses,
    begin,
    cards,
    occasions,
    someone,
    started,
    team,
    template_ids,
)
from tests.world import Person

pytestmark = pytest.mark.anyio
Step = Callable[[Person], Awaitable[object]]
LATER: Final = "2027-03-20T12:00"  # after all cards of March have closed


@pytest.fixture(autouse=True)
def _restore() -> Iterator[None]:
    with another_time():
        yield


def maya(**fields: Any) -> Step:
    """Maya, Bo and Kim, with Maya's data."""
    return lambda person: team(person, **fields)


def rule(**fields: Any) -> Step:
    return lambda person: started(person, **fields)


def add(name: str, birthday: str = "--03-17", **fields: Any) -> Step:
    return lambda person: someone(
        person, name, **{"manager": "bo@example.com", "dates": {"birthday": birthday}, **fields}
    )


def until(text: str) -> Step:
    return lambda person: pass_until(person, text)


def change(name: str, **fields: Any) -> Step:
    """Changes a person."""

    async def step(person: Person) -> None:
        answer = await person.patch(f"/api/people/{await id_of(person, name)}", fields)
        assert answer.status_code == 200, answer.text
        await person.world.work()

    return step


def delete(name: str) -> Step:
    async def step(person: Person) -> None:
        assert (await person.delete(f"/api/people/{await id_of(person, name)}")).status_code == 204
        await person.world.work()

    return step


async def id_of(person: Person, name: str) -> str:
    listed = (await person.get("/api/people", params={"q": name})).json()["data"]
    [found] = [each["id"] for each in listed if each["name"] == name]
    return found


def zone(name: str) -> Step:
    """Moves the account."""

    async def step(person: Person) -> None:
        assert (await person.patch("/api/account", {"timezone": name})).status_code == 200
        await person.world.work()

    return step


def cards_left(count: int) -> Step:
    return lambda person: person.world.owner.execute(
        "update bundle_purchases set cards_used = cards_total - $2 where account_id = $1",
        person.account_id,
        count,
    )


async def with_two_designs(person: Person) -> None:
    await started(person, template_ids=await template_ids(person, 2))


def retire(count: int) -> Step:
    """Retires the first designs, until the end of the test."""

    async def step(person: Person) -> None:
        await person.world.owner.execute(
            "update templates set retired_at = now() where id = any ($1)", await template_ids(person, count)
        )

    return step


@pytest.fixture
async def _templates(alice: Person) -> Any:
    yield
    await alice.world.owner.execute("update templates set retired_at = null")


async def invite_office(person: Person) -> None:
    """A rule that invites a group without members."""
    made = (await person.post("/api/groups", {"name": "Office"})).json()
    await started(person, invites="group", group_id=made["id"])


def office(members: list[dict[str, str]] | None) -> Step:
    """Replaces the members of the group, or deletes it."""

    async def step(person: Person) -> None:
        [group] = [
            each for each in (await person.get("/api/groups")).json()["data"] if each["name"] == "Office"
        ]
        path = f"/api/groups/{group['id']}"
        answer = await (person.delete(path) if members is None else person.patch(path, {"members": members}))
        assert answer.is_success, answer.text
        await person.world.work()

    return step


async def for_design_team(person: Person) -> None:
    await someone(person, "Bo", teams=["Design"])
    await someone(person, "Maya", teams=["Design"], dates={"birthday": "--03-17"})
    groups = (await person.get("/api/groups")).json()["data"]
    await started(person, invites="team", team_ids=[each["id"] for each in groups])


async def dissolve_teams(person: Person) -> None:
    for each in (await person.get("/api/groups")).json()["data"]:
        assert (await person.delete(f"/api/groups/{each['id']}")).status_code == 204
    await person.world.work()


async def cancel_card(person: Person) -> None:
    [card] = await cards(person)
    assert (await person.post(f"/api/cards/{card['id']}/cancel")).status_code == 200
    await person.world.work()


@dataclass(frozen=True)
class Edge:
    """What happens in order, and what the list and the cards show afterwards."""

    title: str
    steps: tuple[Step, ...]
    # By name: the state, with the days on which cards open and close where they matter.
    expected: dict[str, Any]
    made: int  # cards
    starts: str = BEGIN
    first: str = "2027-02-20"
    last: str = "2027-04-30"
    invited: set[str] = field(default_factory=set[str])  # of the first card


BO, KIM = "bo@example.com", "kim@example.com"
EDGES: Final = [
    # 29 February: 28 February 2027 is a Sunday.
    Edge(
        "29 February is 28 February in other years, before the weekend",
        (maya(dates={"birthday": "--02-29"}), rule(), until("2027-02-22T09:00")),
        {"Maya": ("made", "2027-02-28", "2027-02-26")},
        1,
        starts="2027-02-10T12:00",
    ),
    Edge(
        "or 1 March, as the rule says",
        (maya(dates={"birthday": "--02-29"}), rule(leap_day="march_1"), until("2027-02-22T09:00")),
        {"Maya": ("made", "2027-03-01", "2027-03-01")},
        1,
        starts="2027-02-10T12:00",
    ),
    Edge(
        "29 February is itself in a leap year",
        (maya(dates={"birthday": "--02-29"}), rule(), until("2028-02-22T09:00")),
        {"Maya": ("made", "2028-02-29", "2028-02-29")},
        1,
        starts="2028-02-10T12:00",
        first="2028-02-20",
        last="2028-03-31",
    ),
    # In New York, 14 March 2027 has no 02:00.
    Edge(
        "an hour that the zone skips is as much later",
        (
            maya(dates={"birthday": "--03-14"}, timezone="America/New_York"),
            rule(days_off="keep", closes_hour=2),
            until("2027-03-12T12:00"),
        ),
        {"Maya": ("made", "2027-03-14T07:00:00.000Z")},
        1,
    ),
    Edge(
        "an hour that the zone has twice is the first one",
        (
            maya(dates={"birthday": "--11-07"}, timezone="America/New_York"),
            rule(days_off="keep", closes_hour=1),
        ),
        {"Maya": ("planned", "2027-11-07T05:00:00.000Z")},
        0,
        first="2027-11-01",
        last="2027-11-30",
    ),
    Edge(
        "who joins after the opening gets a card at once, unless it would close within a day",
        (
            maya(),
            rule(),
            until("2027-03-15T12:00"),
            add("Late"),
            add("Missed", "--03-16"),
            until("2027-03-15T12:01"),
            until(LATER),
        ),
        {"Maya": "made", "Late": "made", "Missed": "missed"},
        2,
    ),
    Edge(
        "who leaves before the opening gets none",
        (maya(), rule(), until("2027-03-10T08:00"), change("Maya", status="left"), until("2027-03-12T12:00")),
        {"Maya": "left"},
        0,
    ),
    Edge(
        "who comes back before the card would close gets one",
        (
            maya(),
            rule(),
            change("Maya", status="left"),
            until("2027-03-12T12:00"),
            change("Maya", status="active"),
        ),
        {"Maya": "made"},
        1,
    ),
    Edge(
        "the card of somebody who leaves after the opening stays",
        (maya(), rule(), until(OPENS), change("Maya", status="left"), until(LATER)),
        {"Maya": "made"},
        1,
        invited={BO, KIM},
    ),
    Edge(
        "the card of somebody who is deleted after the opening stays, and the list leaves them out",
        (maya(), rule(), until(OPENS), delete("Maya"), until(LATER)),
        {},
        1,
    ),
    Edge(
        "who is deleted makes room within the limit, at once",
        (
            maya(),
            add("Pat", "--03-18"),
            rule(max_cards_a_month=1),
            until(OPENS),
            until("2027-03-11T12:00"),
            delete("Maya"),
        ),
        {"Pat": "made"},
        2,
    ),
    Edge(
        "who moves east before the opening is celebrated there, at once if it is past there",
        (maya(), rule(), until("2027-03-10T08:00"), change("Maya", timezone="Asia/Tokyo")),
        {"Maya": ("made", "2027-03-17T00:00:00.000Z")},
        1,
    ),
    Edge(
        "who moves west before the opening is celebrated there",
        (
            maya(),
            rule(),
            until("2027-03-10T08:00"),
            change("Maya", timezone="America/New_York"),
            until("2027-03-10T13:59"),
        ),
        {"Maya": ("planned", "2027-03-17T13:00:00.000Z")},
        0,
    ),
    Edge(
        "who moves after the opening keeps the card with its end",
        (maya(), rule(), until(OPENS), change("Maya", timezone="Pacific/Honolulu"), until(LATER)),
        {"Maya": ("made", "2027-03-17T09:00:00.000Z")},
        1,
    ),
    Edge(
        "the account moves: who has no zone is celebrated there, at once if the opening is past there",
        (maya(), rule(), until("2027-03-10T08:00"), zone("Asia/Tokyo")),
        {"Maya": ("made", "2027-03-17T00:00:00.000Z")},
        1,
    ),
    Edge(
        "no cards are left",
        (maya(), add("Pat", "--03-18"), rule(), cards_left(1), until("2027-03-11T12:00"), until(LATER)),
        {"Maya": "made", "Pat": "no_cards"},
        1,
    ),
    Edge(
        "cards are bought in time",
        (maya(), rule(), cards_left(0), until("2027-03-11T12:00"), cards_left(1), until("2027-03-12T12:01")),
        {"Maya": "made"},
        1,
    ),
    Edge(
        "nobody is there to invite",
        (maya(manager=None), rule(), until(OPENS), until(LATER)),
        {"Maya": "no_signers"},
        0,
    ),
    Edge(
        "the date moves after nobody was there: the occasion is listed once",
        (
            maya(manager=None),
            rule(),
            until(OPENS),
            until(LATER),
            change("Maya", dates={"birthday": "--04-20"}),
        ),
        {"Maya": ("no_signers", "2027-04-20", "2027-04-20")},
        0,
    ),
    Edge(
        "the manager leaves: the peers are invited",
        (maya(), rule(), change("Bo", status="left"), until(OPENS)),
        {"Maya": "made"},
        1,
        invited={KIM},
    ),
    Edge(
        "the group is empty, and gets members after the opening",
        (
            maya(),
            invite_office,
            until("2027-03-11T12:00"),
            office([{"name": "Ana", "email": "ana@example.com"}]),
        ),
        {"Maya": "made"},
        1,
        invited={"ana@example.com"},
    ),
    Edge(
        "the group is deleted",
        (
            maya(),
            invite_office,
            office([{"name": "Ana", "email": "ana@example.com"}]),
            office(None),
            until(OPENS),
            until(LATER),
        ),
        {"Maya": "no_signers"},
        0,
    ),
    Edge(
        "the team of the rule is deleted: the rule is for nobody",
        (for_design_team, dissolve_teams, until(OPENS), until(LATER)),
        {},
        0,
    ),
    Edge(
        "the only design is retired",
        (maya(), rule(), retire(1), until(OPENS), until(LATER)),
        {"Maya": "no_design"},
        0,
    ),
    Edge(
        "one of two designs is retired: the other one is used",
        (maya(), with_two_designs, retire(1), until(OPENS)),
        {"Maya": "made"},
        1,
    ),
    Edge(
        "the card is canceled: the occasion gets no other one",
        (maya(), rule(), until(OPENS), cancel_card, until(LATER)),
        {"Maya": "made"},
        1,
    ),
    Edge(
        "the company does not celebrate the person",
        (maya(celebrate=False), rule(), until(OPENS), until(LATER)),
        {},
        0,
    ),
    Edge(
        "the date moves over New Year after the card was made",
        (
            maya(dates={"birthday": "--12-31"}),
            rule(),
            until("2027-12-29T12:00"),
            change("Maya", dates={"birthday": "--01-02"}),
            until("2028-01-05T12:00"),
        ),
        {"Maya": ("made", "2027-12-31", "2027-12-31")},
        1,
        starts="2027-12-20T12:00",
        first="2027-12-01",
        last="2028-01-31",
    ),
    Edge(
        "the date moves back over New Year after the card was made",
        (
            maya(dates={"birthday": "--01-02"}),
            rule(days_off="keep"),
            until("2027-12-28T12:00"),
            change("Maya", dates={"birthday": "--12-31"}),
            until("2028-01-05T12:00"),
        ),
        {"Maya": ("made", "2028-01-02", "2028-01-02")},
        1,
        starts="2027-12-20T12:00",
        first="2027-12-01",
        last="2028-01-31",
    ),
    Edge(
        "after a date has moved far, the next year has a card",
        (
            maya(dates={"birthday": "--12-31"}),
            rule(),
            until("2027-12-29T12:00"),
            change("Maya", dates={"birthday": "--03-15"}),
            until("2028-03-09T12:00"),
        ),
        {"Maya": ("made", "2028-03-15", "2028-03-15")},
        2,
        starts="2027-12-20T12:00",
        first="2028-01-01",
        last="2028-03-31",
    ),
]


def seen(occasion: dict[str, Any], expected: Any) -> Any:
    if isinstance(expected, str):
        return occasion["state"]
    if len(expected) == 2:
        return occasion["state"], occasion["closes_at"]
    return occasion["state"], occasion["date"], occasion["closes_on"]


@pytest.mark.usefixtures("_templates")
@pytest.mark.parametrize("edge", EDGES, ids=lambda edge: edge.title)
async def test_shows_what_becomes_of_it(alice: Person, edge: Edge) -> None:
    begin(alice, edge.starts)
    for step in edge.steps:
        await step(alice)
    found = await occasions(alice, from_=edge.first, until=edge.last)
    assert {
        each["person_name"]: seen(each, edge.expected.get(each["person_name"], "")) for each in found
    } == edge.expected
    assert len(found) == len(edge.expected)
    made = await cards(alice)
    assert len(made) == edge.made
    if edge.invited:
        assert await addresses(alice, made[0]["id"]) == edge.invited
    # Running everything again changes nothing.
    await alice.world.work()
    assert await occasions(alice, from_=edge.first, until=edge.last) == found
    assert len(await cards(alice)) == edge.made


async def test_the_card_after_a_date_moved_over_new_year_has_another_design(alice: Person) -> None:
    begin(alice, "2027-12-20T12:00")
    await team(alice, dates={"birthday": "--12-31"})
    await with_two_designs(alice)
    await until("2027-12-29T12:00")(alice)
    [first] = await cards(alice)
    await change("Maya", dates={"birthday": "--01-02"})(alice)
    await until("2028-12-27T12:00")(alice)
    [_, second] = await cards(alice)
    assert second["contribution_ends_at"].startswith("2029-01-02")
    assert second["template_id"] != first["template_id"]
