"""The tenant matrix with a platform, another platform and their customers as callers."""

from collections.abc import Mapping
from typing import Any

import pytest
from msgspec import structs

from tests.guards.test_tenants import (
    BEARER,
    OF_ACCOUNT,
    ROWS,
    SUBJECTS,
    WITH_SUBJECT,
    Row,
    Subjects,
    bare,
    call,
    each,
    name_of,
    subject_of,
    subjects,
)
from tests.platforms.acting import Acting, acting, joined
from tests.world import Person
from wellwish.auth.credentials import authenticate
from wellwish.base import ids
from wellwish.infra.db import Tx
from wellwish.infra.http import Caller, Route, operation
from wellwish.routes import OPERATIONS


def _on(row: Row) -> bool:
    """Test data belongs to no customer, operations of platforms take no header, and they manage no keys."""
    return row.needs not in ("test", "platform", "restricted_key")


ACTED = [route for route in BEARER if _on(ROWS[name_of(route)])]
FOUND = [route for route in WITH_SUBJECT if _on(ROWS[name_of(route)])]
OF_PLATFORM = [route for route in OPERATIONS if ROWS[name_of(route)].needs == "platform"]


async def created(person: Person, route: Route) -> tuple[Subjects, str]:
    kind = subject_of(route)
    made = await subjects(person, kind, ROWS[name_of(route)].prepared)
    return made, made.ids.get(kind or "", "")


async def leaks(
    route: Route, made: Subjects, given: str, callers: Mapping[str, tuple[Person, Person]]
) -> list[str]:
    """Returns the callers for whom the record differs from one that does not exist.

    Of each pair, the first one asks for the record and the second for a missing one.
    """
    kind = subject_of(route)
    found: list[str] = []
    for name, (asking, control) in callers.items():
        maker = asking.world.bob
        absent = await call(control, route, ids.new(SUBJECTS[kind]) if kind else None, made, maker)
        answer = await call(asking, route, given or None, made, maker)
        mine = [each for each in {*made.ids.values(), asking.account_id} if each in answer.text]
        if answer.is_success or bare(answer) != bare(absent) or mine:
            found.append(name)
    return found


def headers_of(made: Acting, stranger: Person, bob: Person) -> dict[str, tuple[Person, Person]]:
    """Returns the callers whose header names a customer that is not theirs, each with a random ID."""
    return {
        name: (Acting(person, made.account_id), Acting(person, ids.new("acct")))
        for name, person in (("another platform", stranger), ("no platform", bob))
    }


@each(FOUND)
async def test_lets_the_platform(route: Route, platform: Person) -> None:
    """The control of the matrix: for its own customer, every request of the platform succeeds."""
    other = await acting(platform)
    made, given = await created(other, route)
    answer = await call(other, route, given, made)
    assert answer.status_code == route.status, answer.text


@each(ACTED)
async def test_hides_a_customer_from_every_other_header(
    route: Route, platform: Person, stranger: Person, bob: Person
) -> None:
    other = await acting(platform)
    made, given = await created(other, route)
    callers = headers_of(other, stranger, bob)
    assert await leaks(route, made, given, callers) == []
    owner = await joined(other, "ines")
    assert (await owner.delete("/api/account/platform")).status_code == 204
    left = {"its former platform": (other, Acting(platform, ids.new("acct")))}
    assert await leaks(route, made, given, callers | left) == []


@each(FOUND)
async def test_hides_the_records_of_a_customer_from_its_neighbours(
    route: Route, platform: Person, stranger: Person, bob: Person
) -> None:
    """A platform without the header or for another customer, another platform, another customer's owner."""
    other, neighbour = await acting(platform), await acting(platform)
    made, given = await created(other, route)
    owner = await joined(neighbour, "ines")
    callers = (platform, neighbour, owner, stranger, await acting(stranger), bob)
    named = {f"{number}": (person, person) for number, person in enumerate(callers)}
    assert await leaks(route, made, given, named) == []


@each([route for route in OF_ACCOUNT if route.method == "GET" and route.path != "/api/templates"])
async def test_lists_no_record_of_a_customer_to_its_neighbours(
    route: Route, platform: Person, stranger: Person
) -> None:
    other, neighbour = await acting(platform), await acting(platform)
    made = await subjects(other, "card_admin_id")
    [purchase] = (await other.get("/api/bundle-purchases")).json()["data"]
    mine = {*made.ids.values(), purchase["id"]}
    for person in (platform, neighbour, stranger, await acting(stranger)):
        text = (await call(person, route)).text
        assert not [each for each in mine if each in text]


@each(OF_PLATFORM)
async def test_customers_cannot_call_platform_operations(route: Route, platform: Person) -> None:
    other = await acting(platform)
    owner = await joined(other, "ines")
    for person in (other, owner):
        answer = await call(person, route, other.account_id)
        assert (answer.status_code, answer.json()["code"]) == (403, "platform_required")
    assert (await call(platform, route, other.account_id)).status_code == route.status, "the control"


async def test_sees_a_header_that_is_not_checked(
    platform: Person, stranger: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control of the matrix: it detects a header that opens the account of any customer."""
    other = await acting(platform)
    route = next(each for each in FOUND if name_of(each) == "GET /api/cards/{card_id}")
    made, given = await created(other, route)
    find = authenticate.find_token

    async def unchecked(tx: Tx, hashes: list[bytes], customer_id: str | None = None) -> Any:
        token = await find(tx, hashes)
        if token is None or customer_id != other.account_id:
            return token
        return structs.replace(token, customer_id=customer_id)

    async def acts(tx: Tx, caller: Caller) -> None:
        del tx, caller

    monkeypatch.setattr(authenticate, "find_token", unchecked)
    monkeypatch.setattr(operation, "_still_acts", acts)
    assert await leaks(route, made, given, headers_of(other, stranger, bob)) == ["another platform"]
