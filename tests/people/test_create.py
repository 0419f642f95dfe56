"""Create or update a person."""

import asyncio
from typing import Any

import pytest

from tests.world import Person
from wellwish.base import clock

pytestmark = pytest.mark.anyio

MAYA = {"name": "Maya", "external_id": "e-1", "email": "maya@example.com"}


def pointers(answer: Any) -> list[str]:
    return [fault["pointer"] for fault in answer.json()["errors"]]


async def kinds(person: Person) -> list[str]:
    events = (await person.get("/api/events")).json()["data"]
    return [each["type"] for each in reversed(events) if each["type"].startswith("person.")]


async def test_saves_a_person(alice: Person) -> None:
    boss = (await alice.post("/api/people", {"name": "Bo", "email": "bo@example.com"})).json()
    given = {
        **MAYA,
        "phone": "+44 20 7946 0958",
        "locale": "de",
        "timezone": "Europe/Berlin",
        "manager": "Bo@Example.com",
        "celebrate": False,
        "status": "active",
        "dates": {
            "birthday": "--02-29",
            "started_on": "2020-05-01",
            "own": [{"name": "name_day", "date": "--12-06"}],
        },
    }
    answer = await alice.post("/api/people", given)
    assert answer.status_code == 201, answer.text
    made = answer.json()
    assert made["id"].startswith("per_")
    assert {name: made[name] for name in given} == {
        **given,
        "phone": "+442079460958",
        "manager": boss["id"],
    }
    assert "warnings" not in made
    assert (await alice.get(f"/api/people/{made['id']}")).json() == made
    assert await kinds(alice) == ["person.created", "person.created"]


async def test_updates_the_person_with_the_same_external_id(alice: Person) -> None:
    first = await alice.post("/api/people", {**MAYA, "locale": "de", "dates": {"birthday": "--03-14"}})
    again = await alice.post(
        "/api/people", {"name": "Maya B", "external_id": "e-1", "email": "m@example.com"}
    )
    assert (first.status_code, again.status_code) == (201, 200)
    one, two = first.json(), again.json()
    assert two["id"] == one["id"]
    assert (two["name"], two["email"], two["locale"], two["version"]) == (
        "Maya B",
        "m@example.com",
        "de",
        2,
    )
    assert two["dates"]["birthday"] == "--03-14"
    assert await kinds(alice) == ["person.created", "person.updated"]


async def test_an_email_address_identifies_a_person_without_an_external_id(alice: Person) -> None:
    made = (await alice.post("/api/people", {"name": "Maya", "email": "maya@example.com"})).json()
    known = await alice.post("/api/people", {"name": "Maya", "email": "MAYA@example.com"})
    assert (known.status_code, known.json()["id"]) == (200, made["id"])
    # The first request with an external_id assigns it; from then on, the address no longer identifies the
    # person.
    named = await alice.post("/api/people", MAYA)
    assert (named.status_code, named.json()["id"], named.json()["external_id"]) == (200, made["id"], "e-1")
    other = await alice.post("/api/people", {**MAYA, "external_id": "e-2"})
    assert (other.status_code, pointers(other)) == (422, ["/email"])


async def test_a_repeat_changes_nothing(alice: Person) -> None:
    given = {**MAYA, "dates": {"birthday": "--03-14"}}
    made = (await alice.post("/api/people", given)).json()
    again = await alice.post("/api/people", given)
    assert (again.status_code, again.json()) == (200, made)
    assert await kinds(alice) == ["person.created"]


async def test_null_clears_and_absence_keeps(alice: Person) -> None:
    dates = {"birthday": "--03-14", "started_on": "2020-05-01"}
    await alice.post("/api/people", {**MAYA, "phone": "+442079460958", "dates": dates})
    cleared = {"phone": None, "dates": {"birthday": None}}
    made = (await alice.post("/api/people", {"name": "Maya", "external_id": "e-1", **cleared})).json()
    assert (made["phone"], made["email"]) == (None, "maya@example.com")
    assert made["dates"] == {"birthday": None, "started_on": "2020-05-01", "own": []}


async def test_drops_a_year_of_birth_with_a_warning(alice: Person) -> None:
    """Neither the tables nor the stored response of the key contain the year, not even as part of a hash."""
    given = {**MAYA, "dates": {"birthday": "1987-03-14"}}
    answer = await alice.post("/api/people", given, key="k-1")
    assert answer.status_code == 201, answer.text
    made = answer.json()
    assert made["dates"]["birthday"] == "--03-14"
    [warning] = made["warnings"]
    assert (warning["pointer"], warning["code"]) == ("/dates/birthday", "year_dropped")
    assert "1987" not in answer.text
    other = {**given, "dates": {"birthday": "1988-03-14"}}
    again = await alice.post("/api/people", other, key="k-1")
    assert (again.status_code, again.json()) == (201, made)
    assert again.headers["Idempotency-Replayed"] == "true"
    # The control: a request with another date is a different one.
    moved = {**given, "dates": {"birthday": "1987-03-15"}}
    assert (await alice.post("/api/people", moved, key="k-1")).json()["code"] == "idempotency_key_reused"


async def test_refuses_a_year_of_birth_in_strict_handling(alice: Person) -> None:
    given = {**MAYA, "dates": {"birthday": "1987-03-14"}}
    answer = await alice.post("/api/people", given, headers={"Prefer": "handling=strict"})
    assert (answer.status_code, pointers(answer)) == (422, ["/dates/birthday"])
    assert (await alice.get("/api/people")).json()["data"] == []


BAD: dict[str, tuple[dict[str, Any], list[str]]] = {
    "no name": ({"name": None}, ["/name"]),
    "a blank name": ({"name": " "}, ["/name"]),
    "no identifier": ({"external_id": None, "email": None}, [""]),
    "no address": ({"email": "maya"}, ["/email"]),
    "no phone number": ({"phone": "7"}, ["/phone"]),
    "an unknown zone": ({"timezone": "Berlin"}, ["/timezone"]),
    "an unknown language": ({"locale": "xx-yy-zz"}, ["/locale"]),
    "an unknown status": ({"status": "gone"}, ["/status"]),
    "no boolean": ({"celebrate": "maybe"}, ["/celebrate"]),
    "a missing manager": ({"manager": "nobody@example.com"}, ["/manager"]),
    "the person as the manager": ({"manager": "e-1"}, ["/manager"]),
    "31 February": ({"dates": {"birthday": "--02-31"}}, ["/dates/birthday"]),
    "29 February of no leap year": ({"dates": {"started_on": "2021-02-29"}}, ["/dates/started_on"]),
    "an American date": ({"dates": {"birthday": "03/14/1987"}}, ["/dates/birthday"]),
    "a European date": ({"dates": {"birthday": "14.03.1987"}}, ["/dates/birthday"]),
    "a short year": ({"dates": {"started_on": "87-03-14"}}, ["/dates/started_on"]),
    "a birth in the far past": ({"dates": {"birthday": "1650-03-14"}}, ["/dates/birthday"]),
    "a birth in the future": ({"dates": {"birthday": "2999-03-14"}}, ["/dates/birthday"]),
    "a start in the far future": ({"dates": {"started_on": "2999-03-14"}}, ["/dates/started_on"]),
    "a start without a year": ({"dates": {"started_on": "--03-14"}}, ["/dates/started_on"]),
    "an own date with a reserved name": (
        {"dates": {"own": [{"name": "birthday", "date": "1987-03-14"}]}},
        ["/dates/own/0/name"],
    ),
    "an own date in capitals": (
        {"dates": {"own": [{"name": "Name day", "date": "--03-14"}]}},
        ["/dates/own/0/name"],
    ),
    "an own date twice": (
        {"dates": {"own": [{"name": "a", "date": "--03-14"}, {"name": "a", "date": "--03-15"}]}},
        ["/dates/own/1/name"],
    ),
    "an unknown field": ({"birthday": "--03-14"}, ["/birthday"]),
    "an unknown date": ({"dates": {"birth": "--03-14"}}, ["/dates/birth"]),
    "two faults": ({"email": "maya", "dates": {"birthday": "soon"}}, ["/dates/birthday", "/email"]),
}


@pytest.mark.parametrize("name", BAD)
async def test_refuses_invalid_fields(name: str, alice: Person) -> None:
    fields, expected = BAD[name]
    answer = await alice.post("/api/people", {**MAYA, **fields})
    assert answer.status_code == 422, answer.text
    assert sorted(pointers(answer)) == expected
    assert (await alice.get("/api/people")).json()["data"] == []


async def test_a_first_day_next_year_is_not_odd(alice: Person) -> None:
    date = f"{clock.now().year + 1}-01-15"
    made = (await alice.post("/api/people", {**MAYA, "dates": {"started_on": date}})).json()
    assert made["dates"]["started_on"] == date


async def test_says_that_the_order_of_day_and_month_differs(alice: Person) -> None:
    answer = await alice.post("/api/people", {**MAYA, "dates": {"birthday": "03/04/1987"}})
    assert "differs between countries" in answer.json()["errors"][0]["detail"]
    assert "1987" not in answer.text


async def test_the_same_person_created_at_once_exists_once(alice: Person) -> None:
    answers = await asyncio.gather(*(alice.post("/api/people", MAYA) for _ in range(8)))
    assert sorted(each.status_code for each in answers) == [200] * 7 + [201]
    assert len((await alice.get("/api/people")).json()["data"]) == 1


async def test_accounts_do_not_share_people(alice: Person, mallory: Person) -> None:
    await alice.post("/api/people", MAYA)
    theirs = await mallory.post("/api/people", {**MAYA, "manager": None})
    assert theirs.status_code == 201
    unknown = await mallory.post("/api/people", {"name": "Zoe", "external_id": "z", "manager": "e-9"})
    assert pointers(unknown) == ["/manager"]
    assert len((await mallory.get("/api/people")).json()["data"]) == 1
