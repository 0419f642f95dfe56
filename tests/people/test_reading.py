"""Who sees the dates of people: every operation, page and tool of assistants, for everybody."""

from collections.abc import Iterator
from typing import Any, Final

import pytest
from msgspec import Struct

from tests.assistants.conversation import talk
from tests.guards.test_tenants import KNOWN, ROWS, name_of, subject_of
from tests.later import another_time
from tests.members.joining import join
from tests.occasions import making
from tests.people.test_choice import choose
from tests.people.test_create import MAYA
from tests.privacy import traces
from tests.web.desk.furnished import entered, furnish, names, pages, paths
from tests.world import Person, World
from wellwish.infra.http import Route
from wellwish.people.choice import Choice

pytestmark = pytest.mark.anyio

DATES: Final = {
    "birthday": "--03-17",
    "started_on": "2011-05-07",
    "own": [{"name": "moon_day", "date": "--12-06"}],
}
ZELDA: Final = {"name": "Zelda", "email": "zelda@example.com", "external_id": "z-1"}
# The dates as the API writes them, and as pages do.
BIRTHDAY: Final = frozenset({"-03-17", "17 Mar"})
DAYS: Final = BIRTHDAY | {"-05-07", "7 May", "-12-06", "6 Dec"}
MARKS: Final = DAYS | {"moon_day"}
OF_PEOPLE: Final = {"GET /api/people", "GET /api/people/{person_id}"}
OF_OCCASIONS: Final = {"GET /api/occasions", "GET /api/occasion-rules/{occasion_rule_id}/plan"}
PAGES_OF_PEOPLE: Final = {"/desk/people", "/desk/people/{person_id}"}
PAGES_OF_OCCASIONS: Final = {"/desk/calendar", "/desk/rules/{occasion_rule_id}/plan"}
TOOLS_OF_OCCASIONS: Final = {"upcoming_occasions"}


class Viewer(Struct, frozen=True, kw_only=True):
    """Who views: whether the account lets members see dates, and what the person has chosen.

    ``hidden`` has the marks that no answer may have; the others are in those of ``api`` and ``pages``.
    """

    who: str = "owner"
    allows: bool = False
    choice: Choice | None = None
    hidden: frozenset[str] = MARKS
    api: frozenset[str] = frozenset()
    pages: frozenset[str] = frozenset()
    tools: frozenset[str] = frozenset()


VIEWERS: Final = {
    "owner": Viewer(
        hidden=frozenset(),
        api=frozenset(OF_PEOPLE | OF_OCCASIONS),
        pages=frozenset(PAGES_OF_PEOPLE | PAGES_OF_OCCASIONS),
        tools=frozenset(TOOLS_OF_OCCASIONS),
    ),
    "member": Viewer(who="member"),
    "allowed member": Viewer(
        who="member",
        allows=True,
        hidden=frozenset(),
        api=frozenset(OF_PEOPLE),
        pages=frozenset(PAGES_OF_PEOPLE),
    ),
    "admin of a card": Viewer(who="bob", allows=True),
    "stranger": Viewer(who="mallory", allows=True),
    # Owners see the names of declined dates.
    "owner, of somebody without cards": Viewer(
        choice=Choice(no_cards=True), hidden=DAYS, api=frozenset(OF_PEOPLE)
    ),
    "owner, of somebody without cards this year": Viewer(
        choice=Choice(skipped_year=2027), hidden=DAYS, api=frozenset(OF_PEOPLE)
    ),
    "owner, of somebody without a birthday": Viewer(
        choice=Choice(no_birthday=True),
        hidden=BIRTHDAY,
        api=frozenset({*OF_PEOPLE, "GET /api/occasions"}),
        pages=frozenset(PAGES_OF_PEOPLE),
    ),
    "allowed member, of somebody without cards": Viewer(
        who="member", allows=True, choice=Choice(no_cards=True)
    ),
}
HIDING: Final = [name for name, viewer in VIEWERS.items() if viewer.hidden >= DAYS]


@pytest.fixture(autouse=True)
def _restores_the_clock() -> Iterator[None]:
    with another_time():
        yield


async def placed(alice: Person, bob: Person, viewer: Viewer) -> dict[str, str]:
    """Creates a person with dates for which rules create cards, and one record of each other kind.

    Returns the IDs.
    """
    making.begin(alice, "2027-03-02T12:00")
    for person in (alice, bob, alice.world.mallory):
        person.token = None
    records = await furnish(alice, bob)
    made = await alice.post("/api/people", {**ZELDA, "dates": DATES, "teams": ["Design"]})
    assert made.status_code == 201, made.text
    await making.someone(alice, "Kim", teams=["Design"])
    rule_id = records["occasion_rule_id"]
    assert (await alice.post(f"/api/occasion-rules/{rule_id}/start")).status_code == 200
    await making.started(alice, occasion="anniversary", invites="team")
    if viewer.choice is not None:
        assert await choose(alice, made.json()["id"], viewer.choice)
    if viewer.allows:
        assert (await alice.patch("/api/account", {"members_see_dates": True})).status_code == 200
    return {**records, "person_id": made.json()["id"]}


def marks(text: str) -> set[str]:
    return {each for each in MARKS if each in text}


async def viewing(world: World, viewer: Viewer) -> Person:
    """Returns the person who views."""
    if viewer.who == "member":
        await world.owner.execute(
            "update memberships set role = 'member' where user_id = $1", world.alice.user_id
        )
    return {"bob": world.bob, "mallory": world.mallory}.get(viewer.who, world.alice)


READS: Final[list[Route]] = [route for route in KNOWN if route.method == "GET"]
WRITES: Final[list[Route]] = [route for route in KNOWN if route.method != "GET"]


def called(routes: list[Route], records: dict[str, str]) -> dict[str, tuple[Route, str]]:
    """Returns the routes by name with the paths of the records."""
    found: dict[str, tuple[Route, str]] = {}
    for route in routes:
        known = {name: records.get(name, "") for name in names(route.path)}
        if ROWS[name_of(route)].needs not in ("pair", "test", "platform") and all(known.values()):
            found[name_of(route)] = route, route.path.format(**known)
    return found


@pytest.mark.parametrize("name", VIEWERS)
async def test_no_operation_shows_a_date_to_others(
    name: str, world: World, alice: Person, bob: Person
) -> None:
    viewer = VIEWERS[name]
    records = await placed(alice, bob, viewer)
    person = await viewing(world, viewer)
    seen: set[str] = set()
    for operation, (_, path) in called(READS, records).items():
        answer = await person.get(path)
        assert not marks(answer.text) & viewer.hidden, operation
        if marks(answer.text):
            seen.add(operation)
        # Without a date, a name shows that the person has one in this quarter.
        if operation.endswith("/plan") and viewer.hidden >= DAYS:
            assert "Zelda" not in answer.text
    assert seen == viewer.api


@pytest.mark.parametrize("name", VIEWERS)
async def test_no_change_shows_a_date_to_others(name: str, world: World, alice: Person, bob: Person) -> None:
    viewer = VIEWERS[name]
    records = await placed(alice, bob, viewer)
    person = await viewing(world, viewer)
    seen: set[str] = set()
    for operation, (route, path) in called(WRITES, records).items():
        given = {"json": ROWS[operation].body} if isinstance(ROWS[operation].body, dict) else {}
        answer = await person.request(route.method, f"{path}?dry_run=true", **given)
        assert not marks(answer.text) & viewer.hidden, operation
        if marks(answer.text):
            seen.add(operation)
    assert seen == ({"PATCH /api/people/{person_id}"} if name.startswith("owner") and viewer.api else set())


@pytest.mark.parametrize("name", VIEWERS)
async def test_no_page_shows_a_date_to_others(
    name: str, world: World, alice: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wellwish.web.desk.people.live._STREAM_S", 0.1)
    viewer = VIEWERS[name]
    records = await placed(alice, bob, viewer)
    visitor = await entered(await viewing(world, viewer))
    seen: set[str] = set()
    opened = 0
    for page in pages("GET"):
        for path in paths(page, records):
            answer = await visitor.open(path)
            opened += answer.status_code == 200
            assert not marks(answer.text) & viewer.hidden, path
            if marks(answer.text):
                seen.add(page.path)
            if page.path in PAGES_OF_OCCASIONS and viewer.hidden >= DAYS:
                assert "Zelda" not in answer.text, path
    assert opened > 5
    assert seen == viewer.pages


@pytest.mark.parametrize("name", VIEWERS)
async def test_no_tool_of_assistants_shows_a_date_to_others(
    name: str, world: World, alice: Person, bob: Person
) -> None:
    viewer = VIEWERS[name]
    records = await placed(alice, bob, viewer)
    person = await viewing(world, viewer)
    seen: set[str] = set()
    tools: set[str] = set()
    async with talk(person) as assistant:
        for tool in (await assistant.client.list_tools()).tools:
            tools.add(tool.name)
            fields = tool.model_dump(by_alias=True, mode="json")["inputSchema"]["properties"]
            given = {field: records[field] for field in fields if field in records}
            said = repr(await assistant.client.call_tool(tool.name, given))
            assert not marks(said) & viewer.hidden, tool.name
            if marks(said):
                seen.add(tool.name)
    assert len(tools) > 5
    assert seen == viewer.tools & tools


@pytest.mark.parametrize("name", ["owner", *HIDING])
async def test_no_search_finds_a_date(name: str, world: World, alice: Person, bob: Person) -> None:
    """Nor does it reveal whether somebody has one."""
    viewer = VIEWERS[name]
    await placed(alice, bob, viewer)
    person = await viewing(world, viewer)
    visitor = await entered(person)
    for word in ("03-17", "2011", "17 March", "moon_day", "birthday", "12-06"):
        assert (await person.get("/api/people", params={"q": word})).json()["data"] == [], word
        answer = await visitor.request("GET", "/desk/people", params={"q": word})
        assert "Zelda" not in answer.text, word
    # The control: the name is found by those who see people.
    found = (await person.get("/api/people", params={"q": "zelda"})).json()["data"]
    assert len(found) == (viewer.who in ("owner", "member"))


async def test_no_log_has_a_date(alice: Person, bob: Person, capfd: pytest.CaptureFixture[str]) -> None:
    with traces.every_log_line():
        records = await placed(alice, bob, VIEWERS["owner"])
        path = f"/api/people/{records['person_id']}"
        for dates in ({"birthday": "--02-31"}, {"birthday": "--12-06", "started_on": "2999-05-07"}):
            assert (await alice.patch(path, {"dates": dates})).status_code == 422
        await alice.get(path)
        await alice.world.work()
    said = "".join(capfd.readouterr())
    assert "/api/people/{person_id}" in said
    assert not marks(said)


async def test_events_and_webhooks_have_no_dates(world: World, alice: Person, bob: Person) -> None:
    """The same holds for an endpoint that asks for personal data."""
    hook = {"url": "https://hooks.example.com/w", "payload": "full", "personal_data": True}
    await alice.post("/api/webhook-endpoints", hook)
    records = await placed(alice, bob, VIEWERS["owner"])
    await alice.patch(f"/api/people/{records['person_id']}", {"dates": {"birthday": "--04-04"}})
    rows = await world.owner.fetch("select to_jsonb(e)::text as text from events e")
    rows += await world.owner.fetch("select to_jsonb(d)::text as text from webhook_deliveries d")
    rows += await world.owner.fetch("select to_jsonb(m)::text as text from messages m")
    assert len(rows) > 5
    assert not {
        mark for row in rows for mark in (*marks(row["text"]), *(["04-04"] * ("--04-04" in row["text"])))
    }


async def test_members_see_people_and_teams_and_change_neither(world: World, alice: Person) -> None:
    made: Any = (await alice.post("/api/people", {**MAYA, "dates": DATES, "teams": ["Design"]})).json()
    await world.owner.execute("update memberships set role = 'member' where user_id = $1", alice.user_id)
    path = f"/api/people/{made['id']}"
    seen = (await alice.get(path)).json()
    assert seen == {name: value for name, value in made.items() if name not in ("dates", "declined")}
    assert (await alice.get("/api/people")).json()["data"] == [seen]
    [team] = (await alice.get("/api/groups?kind=team")).json()["data"]
    assert seen["teams"] == [team["id"]]
    for answer in (
        await alice.post("/api/people", MAYA),
        await alice.put("/api/people", {"people": [MAYA]}),
        await alice.patch(path, {"name": "Other"}),
        await alice.delete(path),
        await alice.patch("/api/account", {"members_see_dates": True}),
    ):
        assert (answer.status_code, answer.json()["code"]) == (403, "owner_required")


async def test_a_member_with_a_session_of_their_own(alice: Person, bob: Person) -> None:
    """A second user, who also owns another account."""
    made = (await alice.post("/api/people", {**MAYA, "dates": DATES})).json()
    await join(bob, alice)
    visitor = await entered(bob, alice.account_id)
    for allowed in (False, True):
        await alice.patch("/api/account", {"members_see_dates": allowed})
        await visitor.open(f"/desk/people/{made['id']}")
        assert "maya@example.com" in visitor.page
        assert ("17 March" in visitor.page) == allowed


def test_each_read_is_in_the_matrix() -> None:
    """A new operation with a person's ID in its path is covered, because ``placed`` has that ID."""
    assert {name_of(route) for route in READS if subject_of(route) == "person_id"} <= OF_PEOPLE
