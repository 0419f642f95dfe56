"""Synchronise people with a whole list."""

import asyncio
import re
import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import pytest

from tests.people.test_create import kinds, pointers
from tests.privacy import traces
from tests.world import Person, World
from wellwish.infra.db import Tx
from wellwish.people import save
from wellwish.people.step import Step

pytestmark = pytest.mark.anyio


def staff(count: int, **fields: Any) -> list[dict[str, Any]]:
    """Returns numbered people; the manager of each has a tenth of the person's number."""
    return [
        {
            "external_id": f"e-{number}",
            "name": f"Person Number {number}",
            "email": f"person.number{number}@example.com",
            "timezone": "Europe/Berlin",
            "dates": {"birthday": f"--{number % 12 + 1:02}-{number % 28 + 1:02}", "started_on": "2020-05-01"},
            **({"manager": f"e-{number // 10}"} if number else {}),
            **fields,
        }
        for number in range(count)
    ]


def counts(answer: Any) -> tuple[int, int, int, int]:
    assert answer.status_code == 200, answer.text
    found = answer.json()
    return found["created"], found["updated"], found["left"], found["unchanged"]


async def everyone(person: Person) -> dict[str, dict[str, Any]]:
    """Returns the people by external_id."""
    return {each["external_id"]: each for each in (await person.get("/api/people?limit=200")).json()["data"]}


@asynccontextmanager
async def statements(world: World) -> AsyncGenerator[list[str]]:
    """Yields the statements of the service."""
    said: list[str] = []

    def note(record: Any) -> None:
        said.append(record.query)

    async with world.services.db.statement() as tx:
        connection: Any = tx._connection
    connection.add_query_logger(note)
    try:
        yield said
    finally:
        connection.remove_query_logger(note)


async def test_creates_changes_and_marks_as_left(alice: Person) -> None:
    listed = staff(20)
    first = await alice.put("/api/people", {"people": listed})
    assert counts(first) == (20, 0, 0, 0)
    before = await everyone(alice)
    listed[3] = {**listed[3], "name": "Another name", "dates": {"birthday": "--01-01"}}
    del listed[19]
    second = await alice.put("/api/people", {"people": listed})
    assert counts(second) == (0, 1, 1, 18)
    assert second.json()["steps"] == [
        {
            "person_id": before["e-19"]["id"],
            "name": "Person Number 19",
            "action": "left",
            "index": None,
            "fields": ["status"],
            "open_card_ids": [],
        },
        {
            "person_id": before["e-3"]["id"],
            "name": "Another name",
            "action": "updated",
            "index": 3,
            "fields": ["dates", "name"],
            "open_card_ids": [],
        },
    ]
    after = await everyone(alice)
    assert (after["e-19"]["status"], after["e-3"]["version"]) == ("left", 2)
    assert after["e-19"]["left_at"] is not None
    assert after["e-3"]["dates"] == {"birthday": "--01-01", "started_on": "2020-05-01", "own": []}
    assert after["e-3"]["manager"] == after["e-0"]["id"]
    assert sorted(await kinds(alice))[20:] == ["person.left", "person.updated"]
    # A person who is listed again is active again.
    back = await alice.put("/api/people", {"people": staff(20)})
    assert counts(back)[:3] == (0, 2, 0)
    again = (await everyone(alice))["e-19"]
    assert (again["status"], again["left_at"]) == ("active", None)


async def test_events_and_the_audit_log_have_no_personal_data(alice: Person) -> None:
    listed = staff(3)
    listed[1]["dates"]["birthday"] = "1987-03-14"
    await alice.put("/api/people", {"people": listed})
    events = (await alice.get("/api/events")).text
    entries = (await alice.get("/api/audit-log")).json()["data"]
    [entry] = [each for each in entries if each["action"] == "person.sync"]
    assert entry["fields"] == ["people"]
    assert '"person_id":"per_' in events
    for word in ("Person Number", "@example.com", "e-1", "03-14", "1987"):
        assert word not in events
        assert word not in str(entry["fields"])


async def test_no_table_and_no_log_has_a_year_of_birth(
    world: World, alice: Person, capsys: pytest.CaptureFixture[str]
) -> None:
    listed = staff(2)
    listed[1]["dates"]["birthday"] = "1937-03-14"
    with traces.every_log_line():
        answer = await alice.put("/api/people", {"people": listed})
        one = {**listed[1], "dates": {"birthday": "1937-03-15"}}
        assert (await alice.post("/api/people", one, key="k-1")).status_code == 200
    assert counts(answer) == (2, 0, 0, 0)
    assert [each["pointer"] for each in answer.json()["warnings"]] == ["/people/1/dates/birthday"]
    logged = capsys.readouterr()
    assert "1937" not in answer.text + logged.out + logged.err
    for table, text in (await traces.dump(world.owner)).items():
        # Not as a part of a hash or an ID.
        assert re.search(r"(?<![0-9a-z])1937(?![0-9a-z])", text) is None, table


async def test_a_dry_run_says_what_would_happen_and_changes_nothing(alice: Person) -> None:
    await alice.put("/api/people", {"people": staff(20)})
    before = await everyone(alice)
    body = {"people": [*staff(19), {"name": "New", "external_id": "n"}]}
    tried = await alice.put("/api/people?dry_run=true", body)
    assert counts(tried) == (1, 0, 1, 19)
    assert "dry_run" in tried.json()
    assert await everyone(alice) == before
    assert await kinds(alice) == ["person.created"] * 20
    assert counts(await alice.put("/api/people", body)) == (1, 0, 1, 19)


async def test_refuses_to_mark_more_than_a_tenth_as_left(alice: Person) -> None:
    await alice.put("/api/people", {"people": staff(20)})
    refused = await alice.put("/api/people", {"people": staff(17)})
    assert (refused.status_code, refused.json()["code"]) == (409, "too_many_leavers")
    assert "3 of 20" in refused.json()["detail"]
    assert {each["status"] for each in (await everyone(alice)).values()} == {"active"}
    # The control: a tenth is allowed.
    assert counts(await alice.put("/api/people", {"people": staff(18)})) == (0, 0, 2, 18)
    allowed = await alice.put("/api/people", {"people": staff(5), "allow_leavers": True})
    assert counts(allowed) == (0, 0, 13, 5)


async def test_a_part_of_the_list_keeps_the_others(alice: Person) -> None:
    await alice.put("/api/people", {"people": staff(20)})
    left = (await everyone(alice))["e-3"]
    await alice.patch(f"/api/people/{left['id']}", {"status": "left"})
    listed = [*staff(4, locale="de"), {"name": "New", "external_id": "n"}]
    part = await alice.put("/api/people", {"people": listed, "keep_others": True})
    assert counts(part) == (1, 4, 0, 0)
    found = await everyone(alice)
    # A listed person is active, as in a whole list.
    assert {each["status"] for each in found.values()} == {"active"}
    again = await alice.put("/api/people", {"people": listed, "keep_others": True})
    assert counts(again) == (0, 0, 0, 5)
    # The control: without it, the same list is taken as the whole one.
    refused = await alice.put("/api/people", {"people": listed})
    assert (refused.status_code, refused.json()["code"]) == (409, "too_many_leavers")


async def test_people_exchange_their_identifiers(alice: Person) -> None:
    listed = staff(3)
    await alice.put("/api/people", {"people": listed})
    before = await everyone(alice)
    listed[1]["email"], listed[2]["email"] = listed[2]["email"], listed[1]["email"]
    assert counts(await alice.put("/api/people", {"people": listed})) == (0, 2, 0, 1)
    after = await everyone(alice)
    assert after["e-1"]["email"] == before["e-2"]["email"]
    assert after["e-2"]["email"] == before["e-1"]["email"]


@pytest.mark.parametrize("old_number", ["free", "of somebody else"])
async def test_a_person_who_comes_back_with_a_new_number_is_the_same(alice: Person, old_number: str) -> None:
    await alice.put("/api/people", {"people": staff(3)})
    before = (await everyone(alice))["e-2"]
    await alice.put("/api/people", {"people": staff(2), "allow_leavers": True})
    back = {**staff(3)[2], "external_id": "e-90"}
    listed = [*staff(2), back]
    if old_number == "of somebody else":
        listed.append({"external_id": "e-2", "name": "Somebody Else", "email": "else@example.com"})
    answer = await alice.put("/api/people", {"people": listed})
    assert answer.status_code == 200, answer.text
    found = await everyone(alice)
    assert found["e-90"]["status"] == "active"
    # A listed number is that of the row that has it.
    assert (found["e-90"]["id"] == before["id"]) == (old_number == "free")
    assert counts(await alice.put("/api/people", {"people": listed})) == (0, 0, 0, len(listed))


async def test_an_active_person_keeps_their_number(alice: Person) -> None:
    await alice.put("/api/people", {"people": staff(3)})
    body = {"people": [{**staff(3)[2], "external_id": "e-90"}], "keep_others": True}
    assert pointers(await alice.put("/api/people", body)) == ["/people/0/email"]


async def test_managers_may_come_later_in_the_list(alice: Person) -> None:
    listed = staff(30)
    await alice.put("/api/people", {"people": [*reversed(listed)]})
    found = await everyone(alice)
    assert found["e-29"]["manager"] == found["e-2"]["id"]
    assert found["e-0"]["manager"] is None
    listed[0]["manager"] = None
    listed[1]["manager"] = None
    assert counts(await alice.put("/api/people", {"people": listed})) == (0, 1, 0, 29)


def changed(index: int, **fields: Any) -> list[dict[str, Any]]:
    listed = staff(4)
    listed[index] = {**listed[index], **fields}
    return listed


BAD: dict[str, tuple[Any, list[str]]] = {
    "nobody": ([], ["/people"]),
    "no list": ({}, ["/people"]),
    "a row that is no object": ([1], ["/people/0"]),
    "no name": (changed(2, name=None), ["/people/2/name"]),
    "no identifier": (changed(2, external_id=None, email=None), ["/people/2"]),
    "the same external_id twice": (changed(2, external_id="e-1"), ["/people/2/external_id"]),
    "the same address twice": (changed(2, email="Person.Number1@example.com"), ["/people/2/email"]),
    "the same person by two identifiers": (
        changed(2, external_id=None, email="person.number1@example.com"),
        ["/people/2/email"],
    ),
    "a missing manager": (changed(3, manager="e-77"), ["/people/3/manager"]),
    "a loop of managers": (
        changed(0, manager="e-1"),
        ["/people/0/manager", "/people/1/manager"],
    ),
    "31 February": (changed(3, dates={"birthday": "--02-31"}), ["/people/3/dates/birthday"]),
    "dates of two countries": (
        [
            *changed(1, dates={"birthday": "03/14/1987"})[:2],
            *changed(2, dates={"birthday": "14.03.1987"})[2:],
        ],
        ["/people/1/dates/birthday", "/people/2/dates/birthday"],
    ),
    "faults in several rows": (
        [*changed(0, phone="7")[:1], *changed(1, dates={"started_on": "2999-01-01"})[1:]],
        ["/people/0/phone", "/people/1/dates/started_on"],
    ),
    "an unknown field": (changed(1, birthdate="--03-14"), ["/people/1/birthdate"]),
    "a status of no meaning": (changed(1, status="gone"), ["/people/1/status"]),
}


@pytest.mark.parametrize("name", BAD)
async def test_refuses_with_the_row_and_does_nothing(name: str, alice: Person) -> None:
    listed, expected = BAD[name]
    await alice.put("/api/people", {"people": staff(2)})
    before = await everyone(alice)
    answer = await alice.put("/api/people", {"people": listed, "allow_leavers": True})
    assert answer.status_code == 422, answer.text
    assert sorted(pointers(answer)) == expected
    assert await everyone(alice) == before


async def test_a_loop_over_people_who_are_not_listed_is_found(alice: Person) -> None:
    for number, manager in ((1, None), (2, "e-1"), (3, "e-2")):
        person = {"name": f"Person {number}", "external_id": f"e-{number}", "manager": manager}
        assert (await alice.post("/api/people", person)).status_code == 201
    first = (await everyone(alice))["e-1"]
    answer = await alice.patch(f"/api/people/{first['id']}", {"manager": "e-3"})
    assert (answer.status_code, pointers(answer)) == (422, ["/manager"])
    assert answer.json()["errors"][0]["code"] == "loop"


async def test_two_lists_at_once_leave_one_of_them_whole(alice: Person) -> None:
    one, other = staff(40, locale="de"), staff(40, locale="ar")
    answers = await asyncio.gather(
        *(alice.put("/api/people", {"people": listed}) for listed in (one, other, one, other))
    )
    assert [each.status_code for each in answers] == [200] * 4
    assert sum(each.json()["created"] for each in answers) == 40
    found = await everyone(alice)
    assert len(found) == 40
    assert len({each["locale"] for each in found.values()}) == 1


async def test_a_person_is_added_next_to_a_list(alice: Person) -> None:
    """Whichever request is first, the person exists once, and is active or has left as the list says."""
    extra = {"name": "Extra", "external_id": "x", "email": "x@example.com"}
    answers = await asyncio.gather(
        alice.put("/api/people", {"people": [*staff(30), extra]}),
        alice.post("/api/people", extra),
        alice.post("/api/people", {**extra, "locale": "de"}),
    )
    assert all(each.is_success for each in answers), [each.text for each in answers]
    found = await everyone(alice)
    assert len(found) == 31
    assert (found["x"]["status"], found["x"]["locale"]) == ("active", "de")


async def test_a_connection_that_ends_in_the_middle_leaves_nothing_half_done(
    world: World, alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    await alice.put("/api/people", {"people": staff(5)})
    before = await everyone(alice)
    listed = [*staff(5, locale="de"), {"name": "New", "external_id": "n"}]
    write_dates, ended = save._write_dates, list[int]()

    async def end_and_write(tx: Tx, account_id: str, steps: Sequence[Step]) -> None:
        """Ends the connection after the people are written, but before their dates and events are."""
        ended.append(await tx.value("select count(*) from people where locale = 'de'"))
        await world.owner.execute(
            "select pg_terminate_backend($1)", await tx.value("select pg_backend_pid()")
        )
        await write_dates(tx, account_id, steps)

    with monkeypatch.context() as patch:
        patch.setattr(save, "_write_dates", end_and_write)
        assert (await alice.put("/api/people", {"people": listed})).status_code == 503
    assert ended == [5]
    assert await everyone(alice) == before
    assert await kinds(alice) == ["person.created"] * 5
    # The control: the same list without a fault.
    assert counts(await alice.put("/api/people", {"people": listed})) == (1, 5, 0, 0)


async def test_refuses_10_001_people(alice: Person) -> None:
    answer = await alice.put("/api/people", {"people": staff(10_001)})
    assert (answer.status_code, pointers(answer)) == (422, ["/people"])


async def test_takes_ten_thousand_people_by_few_statements(world: World, alice: Person) -> None:
    body = {"people": staff(10_000)}
    async with statements(world) as said:
        began = time.perf_counter()
        made = await alice.put("/api/people", body)
        took = time.perf_counter() - began
    assert counts(made) == (10_000, 0, 0, 0)
    assert len(made.json()["steps"]) == 1000
    assert len(said) <= 40
    print(f"\n10,000 people: {took:.2f} s, {len(said)} statements")
    events = await world.owner.fetchval("select count(*) from events where type = 'person.created'")
    assert events == 10_000
    sql = "select max(version), max(updated_at), count(*) from people"
    before = await world.owner.fetchrow(sql)
    async with statements(world) as said:
        began = time.perf_counter()
        again = await alice.put("/api/people", body)
        took = time.perf_counter() - began
    print(f"the second time: {took:.2f} s, {len(said)} statements")
    assert counts(again) == (0, 0, 0, 10_000)
    assert len(said) <= 40
    assert await world.owner.fetchrow(sql) == before
    assert await world.owner.fetchval("select count(*) from events where type like 'person.%'") == events


async def test_an_account_has_at_most_20_000_people(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wellwish.people.save.MAX_PEOPLE", 4)
    await alice.put("/api/people", {"people": staff(3)})
    refused = await alice.put("/api/people", {"people": staff(5)})
    assert (refused.status_code, refused.json()["code"]) == (409, "too_many_people")
    assert len(await everyone(alice)) == 3
    assert (await alice.put("/api/people", {"people": staff(4)})).status_code == 200


async def test_only_owners_synchronise(world: World, alice: Person, mallory: Person) -> None:
    await alice.put("/api/people", {"people": staff(3)})
    assert counts(await mallory.put("/api/people", {"people": staff(3)})) == (3, 0, 0, 0)
    await world.owner.execute("update memberships set role = 'member' where user_id = $1", alice.user_id)
    refused = await alice.put("/api/people", {"people": staff(4)})
    assert (refused.status_code, refused.json()["code"]) == (403, "owner_required")
