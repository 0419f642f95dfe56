"""The same bad list of people by the API, at the desk and by `ww people sync`: each names the row, the value
and what to do, and saves nobody.
"""

import csv
import html
import io
import re
from pathlib import Path
from typing import Any, Final

import pytest
from msgspec import Struct

from tests.clients.cli.conftest import Ww
from tests.later import another_time, pass_until
from tests.occasions.making import begin, cards, started, team
from tests.people.test_sync import everyone, staff
from tests.platforms.acting import acting, appoint
from tests.web.desk.furnished import entered
from tests.web.desk.staff.test_upload import PATH, check, faults
from tests.world import World

FIELDS: Final[list[str]] = ["name", "email", "external_id", "birthday", "started_on", "teams", "manager"]
ANA = {"name": "Ana", "email": "ana@example.com", "external_id": "1"}
BO = {"name": "Bo", "email": "bo@example.com", "external_id": "2"}
CY = {"name": "Cy", "email": "cy@example.com", "external_id": "3"}
ORDER = "the order of day and month differs between countries"


class Bad(Struct, frozen=True):
    """A list, the pointers and sentences of the API, the lines and sentences of the desk.

    `ww` shows the sentences of the API with the line and the column instead of the pointer.
    """

    people: list[dict[str, str]]
    by_api: dict[str, str]
    by_desk: dict[int, str]


LISTS: Final[dict[str, Bad]] = {
    "the same external_id twice": Bad(
        [ANA, BO, {**CY, "external_id": "1"}],
        {"/people/2/external_id": "The same person as `/people/0`."},
        {4: "The list has this person twice."},
    ),
    "the same address twice": Bad(
        [ANA, {**BO, "email": "Ana@Example.com"}],
        {"/people/1/email": "Another person has this email address."},
        {3: "Another person has this email address."},
    ),
    "a manager who is not there": Bad(
        [ANA, {**BO, "manager": "nobody@example.com"}],
        {"/people/1/manager": "No person has this `external_id`, email address or ID."},
        {3: "Nobody has this email address or employee number."},
    ),
    "a loop of managers": Bad(
        [{**ANA, "manager": "2"}, {**BO, "manager": "3"}, {**CY, "manager": "1"}],
        dict.fromkeys(
            [f"/people/{index}/manager" for index in range(3)],
            "Must not be the person, nor anybody who reports to the person.",
        ),
        dict.fromkeys((2, 3, 4), "Choose a manager who does not report to this person."),
    ),
    "their own manager": Bad(
        [{**ANA, "manager": "1"}],
        {"/people/0/manager": "Must not be the person, nor anybody who reports to the person."},
        {2: "Choose a manager who does not report to this person."},
    ),
    "31 February": Bad(
        [ANA, {**BO, "birthday": "--02-31"}],
        {"/people/1/dates/birthday": "Must be a valid date."},
        {3: "Enter a day and a month that the calendar has."},
    ),
    "29 February of another year": Bad(
        [{**ANA, "started_on": "2021-02-29"}],
        {"/people/0/dates/started_on": "Must be a valid date."},
        {2: "Enter a date such as 2027-12-24"},
    ),
    "a birthday in the future": Bad(
        [ANA, {**BO, "birthday": "2999-03-14"}],
        {"/people/1/dates/birthday": "Must be without a year, or with one from 1900 to "},
        {3: "This can't be a year of birth. Correct it, or leave it out."},
    ),
    "a birthday in the far past": Bad(
        [{**ANA, "birthday": "1650-03-14"}],
        {"/people/0/dates/birthday": "Must be without a year, or with one from 1900 to "},
        {2: "This can't be a year of birth. Correct it, or leave it out."},
    ),
    "a first day in the far future": Bad(
        [{**ANA, "started_on": "2999-03-14"}],
        {"/people/0/dates/started_on": "Must not be after the year "},
        {2: "This day is too far ahead."},
    ),
    "a first day in the far past": Bad(
        [{**ANA, "started_on": "1850-03-14"}],
        {"/people/0/dates/started_on": "Must be in the year 1900 or later."},
        {2: "Enter a date such as 2027-12-24"},
    ),
    "American and European dates": Bad(
        [
            {**ANA, "birthday": "03/14/1987"},
            {**BO, "birthday": "14/03/1987"},
            {**CY, "birthday": "03/04/1987"},
        ],
        {f"/people/{index}/dates/birthday": ORDER for index in range(3)},
        {4: "could mean 4 March or 3 April, and other days in the list are in both orders."},
    ),
    "no identifier": Bad(
        [ANA, {"name": "Bo"}],
        {"/people/1": "Must have an `external_id` or an `email`."},
        {3: "Enter an email address or an employee number."},
    ),
    "no name": Bad(
        [ANA, {"email": "bo@example.com"}],
        {"/people/1/name": ""},
        {3: "Enter a name of 1 to 255 characters."},
    ),
    "several faults": Bad(
        [{**ANA, "birthday": "--02-31"}, BO, {**CY, "started_on": "2999-03-14", "manager": "1"}],
        {
            "/people/0/dates/birthday": "Must be a valid date.",
        },
        {2: "Enter a day and a month that the calendar has.", 4: "This day is too far ahead."},
    ),
}  # fmt: skip


def body_of(person: dict[str, str]) -> dict[str, Any]:
    dates = {name: person[name] for name in ("birthday", "started_on") if name in person}
    plain = {name: value for name, value in person.items() if name not in dates}
    return {**plain, **({"dates": dates} if dates else {})}


def table_of(people: list[dict[str, str]]) -> str:
    out = io.StringIO()
    writer = csv.DictWriter(out, FIELDS, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(people)
    return out.getvalue()


def by_line(page: str) -> dict[int, str]:
    """Returns the faults of the desk's rows by line."""
    rows = [row for row in re.findall(r'<li class="d-row">.*?</li>', page, re.DOTALL) if "p-fault" in row]
    return {
        int(re.findall(r"Line (\d+)", row)[0]): html.unescape(
            " ".join(re.findall(r'<p class="p-fault">.*?<span>(.*?)</span>', row))
        )
        for row in rows
    }


@pytest.mark.parametrize("name", LISTS)
async def test_the_api_names_the_row_and_saves_nobody(name: str, world: World) -> None:
    bad, alice = LISTS[name], world.alice
    answer = await alice.put("/api/people", {"people": [body_of(each) for each in bad.people]})
    assert answer.status_code == 422, answer.text
    found = {each["pointer"]: each["detail"] for each in answer.json()["errors"]}
    assert found.keys() == bad.by_api.keys()
    for pointer, says in bad.by_api.items():
        assert says in found[pointer], found
    assert await everyone(alice) == {}


@pytest.mark.parametrize("name", LISTS)
async def test_the_desk_names_the_line_and_saves_nobody(name: str, world: World) -> None:
    bad, alice = LISTS[name], world.alice
    visitor = await entered(alice)
    assert (await check(visitor, table_of(bad.people))).status_code == 422
    found = by_line(visitor.page)
    assert found.keys() == bad.by_desk.keys(), faults(visitor)
    for line, says in bad.by_desk.items():
        assert says in found[line], found
    assert 'value="save"' not in visitor.page
    assert await everyone(alice) == {}


@pytest.mark.parametrize("name", LISTS)
async def test_the_command_names_the_line_and_the_column_and_saves_nobody(
    name: str, world: World, ww: Ww, tmp_path: Path
) -> None:
    bad = LISTS[name]
    file = tmp_path / "people.csv"
    file.write_text(table_of(bad.people), encoding="utf-8")
    await ww.login(world.alice)
    for dry_run in (["--dry-run"], []):
        refused = await ww("people", "sync", str(file), *dry_run)
        assert refused.status == 3, refused.err
        for pointer, says in bad.by_api.items():
            _, _, index, *names = pointer.split("/")
            place = ", ".join(["people.csv", f"line {int(index) + 2}", *names[-1:]])
            assert re.search(f"{re.escape(place)}: .*{re.escape(says)}", refused.err), refused.err
    assert await everyone(world.alice) == {}


async def test_ten_thousand_and_one_people_are_too_many(world: World, ww: Ww, tmp_path: Path) -> None:
    alice, listed = world.alice, staff(10_001)
    answer = await alice.put("/api/people", {"people": listed})
    [fault] = answer.json()["errors"]
    assert (answer.status_code, fault["pointer"]) == (422, "/people")
    assert "10,000" in fault["detail"] or "10000" in fault["detail"], fault
    file = tmp_path / "people.csv"
    rows = [{name: each[name] for name in ("name", "email", "external_id")} for each in listed]
    file.write_text(table_of(rows), encoding="utf-8")
    await ww.login(alice)
    refused = await ww("people", "sync", str(file))
    assert refused.status == 3
    assert fault["detail"] in refused.err
    visitor = await entered(alice)
    await visitor.open(PATH)
    sent = {"form_token": visitor.token(), "step": "check"}
    given = {"file": ("people.csv", file.read_bytes())}
    assert (await visitor.request("POST", PATH, data=sent, files=given)).status_code == 422
    assert faults(visitor) == ["A list can have at most 10,000 people."]
    assert await everyone(alice) == {}


async def test_a_day_of_two_countries_is_asked_or_refused_but_never_guessed(
    world: World, ww: Ww, tmp_path: Path
) -> None:
    """A day with two possible readings: the desk asks, and the others name the unambiguous format."""
    alice, person = world.alice, {**ANA, "birthday": "03/04/1987"}
    answer = await alice.put("/api/people", {"people": [body_of(person)]})
    assert ORDER in answer.json()["errors"][0]["detail"]
    file = tmp_path / "people.csv"
    file.write_text(table_of([person]), encoding="utf-8")
    await ww.login(alice)
    assert ORDER in (await ww("people", "sync", str(file))).err
    visitor = await entered(alice)
    assert (await check(visitor, table_of([person]))).status_code == 200
    assert "Which date is" in visitor.page
    assert 'value="save"' not in visitor.page
    assert await everyone(alice) == {}


async def test_a_list_with_a_test_key_stays_in_the_test_data(world: World) -> None:
    alice = world.alice
    tester = await alice.tester()
    bad = LISTS["31 February"]
    refused = await tester.put("/api/people", {"people": [body_of(each) for each in bad.people]})
    assert (refused.status_code, await everyone(tester)) == (422, {})
    saved = await tester.put("/api/people", {"people": [ANA, BO]})
    assert saved.json()["created"] == 2
    assert await everyone(alice) == {}
    await world.work()
    sql = "select count(*) from messages where status = 'queued' or account_id = $1"
    assert await world.owner.fetchval(sql, alice.account_id) == 0
    sql = "select count(*) from messages where account_id = $1 and kind = 'person_added'"
    assert await world.owner.fetchval(sql, tester.account_id) == 2  # the control: they are in its outbox
    # A live manager is unknown in the test data.
    assert (await alice.put("/api/people", {"people": [CY]})).json()["created"] == 1
    refused = await tester.put("/api/people", {"people": [ANA, {**BO, "manager": "3"}]})
    assert [each["code"] for each in refused.json()["errors"]] == ["unknown_person"]


async def test_a_list_of_a_platforms_customer_concerns_no_other_account(world: World) -> None:
    alice, mallory = world.alice, world.mallory
    await appoint(alice)
    one, other = await acting(alice, name="Birch Ltd"), await acting(alice, name="Cedar Ltd")
    bad = LISTS["a loop of managers"]
    refused = await one.put("/api/people", {"people": [body_of(each) for each in bad.people]})
    assert (refused.status_code, await everyone(one)) == (422, {})
    for account in (one, other, alice, mallory):
        assert (await account.put("/api/people", {"people": [ANA, BO]})).json()["created"] == 2
    # The manager is another customer's, the platform's and a stranger's person, but not this customer's.
    for account in (other, alice, mallory):
        assert (await account.post("/api/people", CY)).status_code == 201
    refused = await one.put("/api/people", {"people": [ANA, {**BO, "manager": "3"}]})
    assert [each["code"] for each in refused.json()["errors"]] == ["unknown_person"]
    # People missing from the list have left only this customer.
    gone = await one.put("/api/people", {"people": [ANA], "allow_leavers": True})
    assert gone.json()["left"] == 1
    for account in (other, alice, mallory):
        assert {each["status"] for each in (await everyone(account)).values()} == {"active"}


async def test_a_leaver_with_an_open_card_is_named_with_the_card(
    world: World, ww: Ww, tmp_path: Path
) -> None:
    alice = world.alice
    others = [{"name": each, "email": f"{each.lower()}@example.com"} for each in ("Bo", "Kim")]
    file = tmp_path / "people.csv"
    file.write_text(table_of(others), encoding="utf-8")
    with another_time():
        begin(alice)
        maya = await team(alice)
        await started(alice)
        planned = await alice.put("/api/people?dry_run=true", {"people": others, "allow_leavers": True})
        assert [each["open_card_ids"] for each in planned.json()["steps"]] == [[]]  # the control
        await pass_until(alice, "2027-03-10T12:00")
        [card] = await cards(alice)
        planned = await alice.put("/api/people?dry_run=true", {"people": others, "allow_leavers": True})
        [step] = planned.json()["steps"]
        assert (step["person_id"], step["action"]) == (maya["id"], "left")
        assert step["open_card_ids"] == [card["id"]]
        visitor = await entered(alice)
        assert (await check(visitor, table_of(others), extent="whole")).status_code == 200
        assert "There is an open card for this person. Close it if you don&#39;t want it." in visitor.page
        await ww.login(alice)
        done = await ww("people", "sync", str(file), "--allow-leavers")
        assert done.status == 0, done.err
        assert f"Maya: card {card['id']} is open. Close it if you do not want it." in done.err
        assert (await alice.get(f"/api/people/{maya['id']}")).json()["status"] == "left"
        assert (await alice.get(f"/api/cards/{card['id']}")).json()["status"] == "open"
        back = await alice.patch(f"/api/people/{maya['id']}", {"status": "active"})
        assert back.status_code == 200
        assert (await alice.post(f"/api/cards/{card['id']}/close")).status_code == 200
        again = await alice.put("/api/people", {"people": others, "allow_leavers": True})
        assert [each["open_card_ids"] for each in again.json()["steps"]] == [[]]
