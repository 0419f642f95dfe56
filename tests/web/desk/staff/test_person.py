"""One person at the desk: add, change, mark as left, delete."""

import html
import re
from typing import Any

import pytest

from tests.people.test_create import MAYA
from tests.web.desk.furnished import entered
from tests.web.visitor import Visitor
from tests.world import Person, World
from wellwish.people import choice
from wellwish.people.choice import Choice

pytestmark = pytest.mark.anyio
PATH = "/desk/people"
FULL = {
    "name": "Maya Okafor",
    "email": "maya@example.com",
    "phone": "+442079460958",
    "external_id": "e-1",
    "teams": "Design; Berlin",
    "manager": "bo@example.com",
    "timezone": "Europe/Berlin",
    "locale": "de",
    "started_on": "2011-05-07",
    "birthday_day": "14",
    "birthday_month": "3",
    "celebrate": "1",
}


async def everyone(person: Person) -> dict[str, dict[str, Any]]:
    return {each["name"]: each for each in (await person.get("/api/people")).json()["data"]}


def faults(visitor: Visitor) -> list[str]:
    return re.findall(r'<p class="p-fault"[^>]*>.*?<span>(.*?)</span>', visitor.page)


async def added(visitor: Visitor, **fields: str) -> int:
    await visitor.open(f"{PATH}/new")
    return (await visitor.press(f"{PATH}/new", **fields)).status_code


async def test_a_team_keeps_its_name_with_a_separator(alice: Person) -> None:
    names = {"R;D", 'The "A" team', "Design"}
    made = (await alice.post("/api/people", {**MAYA, "teams": sorted(names)})).json()
    visitor = await entered(alice)
    await visitor.open(f"{PATH}/{made['id']}")
    assert "Design; &#34;R;D&#34;; The &#34;A&#34; team" in visitor.page
    for fields in ({}, {"teams": '"R;D"; The "A" team; Design; "S|T"'}):
        given = {"version": visitor.value("version"), "name": "Maya", **fields}
        assert (await visitor.press(f"{PATH}/{made['id']}/save", **given)).status_code == 303
        await visitor.open(visitor.next)
    teams = {each["id"]: each["name"] for each in (await alice.get("/api/groups?kind=team")).json()["data"]}
    after = (await alice.get(f"/api/people/{made['id']}")).json()
    assert {teams[each] for each in after["teams"]} == {*teams.values()} == {*names, "S|T"}


async def test_adds_a_person_with_every_field_and_changes_nothing_on_saving_again(alice: Person) -> None:
    await alice.post("/api/people", {"name": "Bo", "email": "bo@example.com"})
    visitor = await entered(alice)
    assert await added(visitor, **FULL) == 303
    people = await everyone(alice)
    maya = people["Maya Okafor"]
    teams = {each["id"]: each["name"] for each in (await alice.get("/api/groups?kind=team")).json()["data"]}
    assert {teams[each] for each in maya["teams"]} == {"Design", "Berlin"}
    assert maya["dates"] == {"birthday": "--03-14", "started_on": "2011-05-07", "own": []}
    assert maya["manager"] == people["Bo"]["id"]
    for name in ("email", "phone", "external_id", "timezone", "locale"):
        assert maya[name] == FULL[name]
    await visitor.open(visitor.next)
    shown = {**FULL, "teams": "Berlin; Design"}
    for name in ("name", "email", "phone", "teams", "manager", "started_on"):
        assert f'value="{shown[name]}"' in visitor.page, name
    assert '<option value="3" selected>March' in visitor.page
    path = f"{PATH}/{maya['id']}"
    answer = await visitor.press(f"{path}/save", version=visitor.value("version"), **shown)
    assert answer.status_code == 303
    assert (await everyone(alice))["Maya Okafor"] == maya


async def test_keeps_own_dates_and_clears_emptied_fields(alice: Person) -> None:
    own = [{"name": "name_day", "date": "--12-06"}]
    dates = {"birthday": "--03-14", "started_on": "2011-05-07", "own": own}
    made = (await alice.post("/api/people", {**MAYA, "dates": dates, "teams": ["Design"]})).json()
    visitor, path = await entered(alice), f"{PATH}/{made['id']}"
    await visitor.open(path)
    assert "6 December" in visitor.page
    given = dict.fromkeys(FULL, "") | {"name": "Maya", "email": "maya@example.com"}
    del given["celebrate"]  # no browser sends an empty checkbox
    assert (await visitor.press(f"{path}/save", **given, version=visitor.value("version"))).status_code == 303
    after = (await alice.get(f"/api/people/{made['id']}")).json()
    assert after["dates"] == {"birthday": None, "started_on": None, "own": own}
    assert (after["teams"], after["external_id"], after["celebrate"]) == ([], None, False)


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"name": ""}, "Enter a name of 1 to 255 characters."),
        ({"email": "", "external_id": ""}, "Enter an email address or an employee number."),
        ({"email": "maya@"}, "Enter an email address in the correct format, such as name@example.com"),
        ({"phone": "12"}, "Enter a phone number that begins with +."),
        ({"manager": "nobody"}, "Nobody has this email address or employee number."),
        ({"teams": "; ".join(map(str, range(11)))}, "Enter at most 10 teams."),
        ({"teams": "Friends"}, "A saved group or channel has this name. Choose another one for the team."),
        ({"timezone": "Mars"}, "Enter a time zone, such as Europe/Berlin."),
        ({"birthday_day": "31", "birthday_month": "2"}, "Enter a day and a month that the calendar has."),
        ({"birthday_day": "14", "birthday_month": ""}, "Enter a day and a month that the calendar has."),
        ({"birthday_day": "x", "birthday_month": "2"}, "Enter a day and a month that the calendar has."),
        ({"started_on": "soon"}, "Enter a date such as 2027-12-24"),
        ({"started_on": "2999-01-01"}, "This day is too far ahead."),
    ],
)
async def test_says_what_is_wrong_and_keeps_what_was_typed(
    fields: dict[str, str], says: str, alice: Person
) -> None:
    await alice.post("/api/groups", {"name": "Friends"})
    visitor = await entered(alice)
    given = {**FULL, "manager": "", **fields}
    assert await added(visitor, **given) == 422
    assert faults(visitor) == [says]
    for name in ("name", "email", "teams"):
        assert f'value="{given[name]}"' in visitor.page, name
    assert await everyone(alice) == {}
    assert (await alice.get("/api/groups?kind=team")).json()["data"] == []


async def test_adding_never_changes_somebody_who_is_there(alice: Person) -> None:
    made = (await alice.post("/api/people", MAYA)).json()
    visitor = await entered(alice)
    for fields in ({"email": "MAYA@example.com"}, {"external_id": "e-1"}):
        assert await added(visitor, name="Another", **fields) == 422
        assert faults(visitor) == ["This person is already in the list."]
    assert await everyone(alice) == {"Maya": made}


async def test_marks_as_left_and_back_and_deletes(alice: Person) -> None:
    made = (await alice.post("/api/people", MAYA)).json()
    visitor, path = await entered(alice), f"{PATH}/{made['id']}"
    for action, status in (("left", "left"), ("active", "active")):
        await visitor.open(path)
        answer = await visitor.press(f"{path}/{action}", version=visitor.value("version"))
        assert answer.status_code == 303
        assert (await everyone(alice))["Maya"]["status"] == status
    await visitor.open(path)
    assert (await visitor.press(f"{path}/delete", version=visitor.value("version"))).status_code == 303
    assert await everyone(alice) == {}
    assert (await visitor.open(path)).status_code == 404


async def test_somebody_elses_change_is_shown_and_not_overwritten(alice: Person) -> None:
    made = (await alice.post("/api/people", MAYA)).json()
    visitor, path = await entered(alice), f"{PATH}/{made['id']}"
    await visitor.open(path)
    version = visitor.value("version")
    await alice.patch(f"/api/people/{made['id']}", {"name": "Maya B"})
    answer = await visitor.press(f"{path}/save", version=version, name="Maya C", email="maya@example.com")
    assert answer.status_code == 409
    assert "Saved by someone else: <bdi>Maya B</bdi>" in visitor.page
    assert 'value="Maya C"' in visitor.page
    assert (await everyone(alice)).keys() == {"Maya B"}
    assert (await visitor.press(f"{path}/delete", version=version)).status_code == 409
    assert (await everyone(alice)).keys() == {"Maya B"}


async def test_members_read_and_change_nothing(world: World, alice: Person) -> None:
    made = (await alice.post("/api/people", {**MAYA, "dates": {"birthday": "--03-14"}})).json()
    await world.owner.execute("update memberships set role = 'member' where user_id = $1", alice.user_id)
    visitor, path = await entered(alice), f"{PATH}/{made['id']}"
    await visitor.open(path)
    assert "maya@example.com" in visitor.page
    assert "Only an owner of the account can change these." in visitor.page
    token = visitor.token() if "form_token" in visitor.page else ""
    assert (await visitor.open(f"{PATH}/new")).status_code == 403
    assert (await visitor.open(f"{PATH}/list")).status_code == 403
    for action in ("save", "left", "delete"):
        data = {"form_token": token, "version": "1", "name": "Other"}
        answer = await visitor.request("POST", f"{path}/{action}", data=data)
        assert answer.status_code == 403, action
    assert (await world.owner.fetchval("select count(*) from people where name = 'Maya'")) == 1


async def test_a_declined_date_is_not_shown_and_not_cleared(alice: Person) -> None:
    dates = {"birthday": "--03-14", "started_on": "2011-05-07"}
    made = (await alice.post("/api/people", {**MAYA, "dates": dates})).json()
    async with alice.world.services.db.transaction([alice.account_id]) as tx:
        assert await choice.choose(tx, alice.account_id, made["id"], Choice(no_birthday=True))
    visitor, path = await entered(alice), f"{PATH}/{made['id']}"
    await visitor.open(PATH)
    assert "14 March" not in visitor.page
    await visitor.open(path)
    assert "does not want their birthday celebrated" in visitor.page
    assert 'name="birthday_day"' not in visitor.page
    given = {"version": visitor.value("version"), "name": "Maya B", "email": "maya@example.com"}
    assert (await visitor.press(f"{path}/save", **given, started_on="2011-05-08")).status_code == 303
    async with alice.world.services.db.transaction([alice.account_id]) as tx:
        await choice.choose(tx, alice.account_id, made["id"], Choice())
    after = (await alice.get(f"/api/people/{made['id']}")).json()
    assert (after["name"], after["dates"]["birthday"]) == ("Maya B", "--03-14")
    assert after["dates"]["started_on"] == "2011-05-08"


async def choose(account: Person, person_id: str, said: Choice) -> None:
    async with account.world.services.db.transaction([account.account_id]) as tx:
        assert await choice.choose(tx, account.account_id, person_id, said)


def shown(visitor: Visitor) -> dict[str, str]:
    """Returns the fields of the form that the page shows, as a browser sends them."""
    [form] = re.findall(r'<form [^>]*action="[^"]*/save".*?</form>', visitor.page, re.DOTALL)
    fields = {"version": "", "celebrate": "1"}
    for tag in re.findall(r"<input[^>]*>", form):
        [name] = re.findall(r' name="(\w+)"', tag)
        if name not in ("form_token", "celebrate"):
            fields[name] = html.unescape("".join(re.findall(r' value="([^"]*)"', tag)))
    for name, options in re.findall(r'<select[^>]* name="(\w+)"[^>]*>(.*?)</select>', form, re.DOTALL):
        fields[name] = "".join(re.findall(r'value="([^"]*)" selected', options))
    return fields


@pytest.mark.parametrize(
    "said", [Choice(no_birthday=True), Choice(no_cards=True), Choice(skipped_year=2031)], ids=repr
)
async def test_a_form_without_a_declined_date_never_clears_it(said: Choice, alice: Person) -> None:
    """The person withdraws the choice while the form is open."""
    dates = {"birthday": "--03-14", "started_on": "2011-05-07"}
    made = (await alice.post("/api/people", {**MAYA, "dates": dates})).json()
    visitor, path = await entered(alice), f"{PATH}/{made['id']}"
    await choose(alice, made["id"], said)
    await visitor.open(path)
    fields = shown(visitor)
    assert "birthday_day" not in fields
    await choose(alice, made["id"], Choice())
    assert (await visitor.press(f"{path}/save", **{**fields, "name": "Maya B"})).status_code == 409
    fields = shown(visitor)
    assert (fields["name"], fields["birthday_day"], fields["birthday_month"]) == ("Maya B", "14", "3")
    assert fields["started_on"] == "2011-05-07"
    assert (await visitor.press(f"{path}/save", **fields)).status_code == 303
    after = (await alice.get(f"/api/people/{made['id']}")).json()
    assert (after["name"], after["dates"]) == ("Maya B", {**dates, "own": []})


async def test_a_date_that_is_declined_while_the_form_is_open_stays(alice: Person) -> None:
    dates = {"birthday": "--03-14", "started_on": "2011-05-07"}
    made = (await alice.post("/api/people", {**MAYA, "dates": dates})).json()
    visitor, path = await entered(alice), f"{PATH}/{made['id']}"
    await visitor.open(path)
    fields = {**shown(visitor), "birthday_day": "15"}
    await choose(alice, made["id"], Choice(no_birthday=True))
    assert (await visitor.press(f"{path}/save", **fields)).status_code == 409
    assert (await visitor.press(f"{path}/save", **shown(visitor))).status_code == 303
    await choose(alice, made["id"], Choice())
    assert (await alice.get(f"/api/people/{made['id']}")).json()["dates"] == {**dates, "own": []}


async def test_a_birthday_that_someone_else_saved_is_shown(alice: Person) -> None:
    made = (await alice.post("/api/people", {**MAYA, "dates": {"birthday": "--03-14"}})).json()
    visitor, path = await entered(alice), f"{PATH}/{made['id']}"
    await visitor.open(path)
    fields = shown(visitor)
    await alice.patch(f"/api/people/{made['id']}", {"dates": {"birthday": "--03-15"}})
    assert (await visitor.press(f"{path}/save", **{**fields, "birthday_month": "4"})).status_code == 409
    assert "Saved by someone else: <bdi>15 March</bdi>" in visitor.page
    assert (shown(visitor)["birthday_day"], shown(visitor)["birthday_month"]) == ("14", "4")
    # Who did not change it keeps it.
    assert (await visitor.press(f"{path}/save", **{**fields, "name": "Maya B"})).status_code == 409
    assert "Saved by someone else" not in visitor.page
    assert shown(visitor)["birthday_day"] == "15"


async def test_the_later_of_two_keeps_what_the_first_saved(alice: Person) -> None:
    """Above all, that the company no longer celebrates somebody."""
    made = (await alice.post("/api/people", {**MAYA, "teams": ["Design"]})).json()
    visitor, path = await entered(alice), f"{PATH}/{made['id']}"
    await visitor.open(path)
    fields = {**shown(visitor), "name": "Maya B", "locale": "fr"}
    theirs = {"celebrate": False, "phone": "+442079460958", "teams": ["Sales"], "locale": "de"}
    assert (await alice.patch(f"/api/people/{made['id']}", theirs)).status_code == 200
    assert (await visitor.press(f"{path}/save", **fields)).status_code == 409
    assert re.findall(r"Saved by someone else: <bdi>(.*?)</bdi>", visitor.page) == ["Deutsch"]
    assert 'name="celebrate" value="1">' in visitor.page
    fields = shown(visitor)
    del fields["celebrate"]
    assert (await visitor.press(f"{path}/save", **fields)).status_code == 303
    after = (await alice.get(f"/api/people/{made['id']}")).json()
    assert (after["name"], after["locale"], after["celebrate"]) == ("Maya B", "fr", False)
    [sales] = [
        each["id"]
        for each in (await alice.get("/api/groups?kind=team")).json()["data"]
        if each["name"] == "Sales"
    ]
    assert (after["teams"], after["phone"]) == ([sales], "+442079460958")


async def test_spaces_are_no_change_and_no_other_team(alice: Person) -> None:
    given = {**MAYA, "name": "Maya  B", "external_id": "e  1", "teams": ["Field  Sales"]}
    made = (await alice.post("/api/people", given)).json()
    visitor, path = await entered(alice), f"{PATH}/{made['id']}"
    for teams in ({}, {"teams": "Field Sales; Design"}):
        await visitor.open(path)
        assert (await visitor.press(f"{path}/save", **{**shown(visitor), **teams})).status_code == 303
        after = (await alice.get(f"/api/people/{made['id']}")).json()
        assert {*made["teams"]} <= {*after["teams"]}
        listed = (await alice.get("/api/groups?kind=team")).json()["data"]
        assert {each["name"] for each in listed} == {"Field  Sales", *(["Design"] if teams else [])}
    assert (after["name"], after["external_id"]) == (given["name"], given["external_id"])


async def test_a_form_that_is_sent_twice_is_saved_once(alice: Person) -> None:
    made = (await alice.post("/api/people", MAYA)).json()
    visitor, path = await entered(alice), f"{PATH}/{made['id']}"
    await visitor.open(path)
    fields = {**shown(visitor), "name": "Maya B"}
    for _ in range(2):
        answer = await visitor.press(f"{path}/save", **fields)
        assert answer.headers["location"] == f"{path}?said=saved"
    assert (await everyone(alice))["Maya B"]["version"] == made["version"] + 1


async def test_a_team_that_was_renamed_while_the_form_is_open_is_not_created_again(alice: Person) -> None:
    made = (await alice.post("/api/people", {**MAYA, "teams": ["Design"]})).json()
    visitor, path = await entered(alice), f"{PATH}/{made['id']}"
    await visitor.open(path)
    fields = {**shown(visitor), "name": "Maya B"}
    [team] = (await alice.get("/api/groups?kind=team")).json()["data"]
    assert (await alice.patch(f"/api/groups/{team['id']}", {"name": "Brand"})).status_code == 200
    assert (await visitor.press(f"{path}/save", **fields)).status_code in (303, 409)
    if visitor.next == "":
        fields = shown(visitor)
        assert (await visitor.press(f"{path}/save", **fields)).status_code == 303
    after = (await alice.get(f"/api/people/{made['id']}")).json()
    assert (after["name"], after["teams"]) == ("Maya B", [team["id"]])
    assert [each["name"] for each in (await alice.get("/api/groups?kind=team")).json()["data"]] == ["Brand"]
