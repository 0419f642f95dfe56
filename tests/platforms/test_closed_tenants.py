"""The tenant matrix with customers that draw cards from their platform, or closed their account to it."""

from collections.abc import Sequence
from typing import Any, Final

import pytest
from msgspec import structs

from tests import make
from tests.guards.test_tenants import (
    OF_ACCOUNT,
    ON_CARDS,
    PRIVILEGES,
    ROWS,
    SUBJECTS,
    Subjects,
    bare,
    call,
    each,
    name_of,
    subject_of,
    subjects,
)
from tests.platforms.acting import Acting, acting, drawing, joined
from tests.platforms.test_tenants import ACTED, FOUND, OF_PLATFORM, created, headers_of, leaks
from tests.test_mode import matrix
from tests.world import Person
from wellwish.auth.credentials import authenticate
from wellwish.base import ids
from wellwish.infra.db import Tx, pool, tx
from wellwish.infra.db.sql import compile_sql
from wellwish.infra.db.tx import scope
from wellwish.infra.http import Caller, Route, operation

PATH: Final = "/api/account/platform"
LISTS: Final = [each for each in OF_ACCOUNT if each.method == "GET" and each.path != "/api/templates"]


@each(ACTED)
async def test_hides_a_customer_that_draws_cards(
    route: Route, platform: Person, stranger: Person, bob: Person
) -> None:
    """Siblings that draw from the same purchase, the platform without the header, and other platforms."""
    other, sibling = await drawing(platform), await drawing(platform)
    made, given = await created(other, route)
    callers = headers_of(other, stranger, bob)
    if given:
        await make.card(sibling)
        owner = await joined(sibling, "ines")
        people = (platform, sibling, owner, stranger, await drawing(stranger), bob)
        callers |= {f"{number}": (person, person) for number, person in enumerate(people)}
    assert await leaks(route, made, given, callers) == []
    if route in FOUND:
        answer = await call(other, route, given, made)
        assert answer.status_code == route.status, f"the control: {answer.text}"


async def _shown(people: Sequence[Person], mine: set[str]) -> set[str]:
    """Returns the lists that show one of the records to one of the people."""
    found: set[str] = set()
    for person in people:
        for route in LISTS:
            text = (await call(person, route)).text
            if any(each in text for each in mine):
                found.add(route.path)
    return found


async def test_lists_no_record_of_a_customer_that_draws_cards(
    platform: Person, stranger: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = await drawing(platform)
    made = await subjects(other, "card_admin_id")
    await make.invitations(other, made.ids["card_id"], "jonas@example.com")
    mine = await matrix.all_ids(other) - {other.account_id}  # which its platform knows
    # The purchase is the platform's, and its siblings draw from it.
    mine -= {row["id"] for row in (await platform.get("/api/bundle-purchases")).json()["data"]}
    assert mine >= set(made.ids.values())
    people = (platform, await drawing(platform), stranger, await drawing(stranger))
    assert await _shown(people, mine) == set()
    # The control: statements that forget the account, without row-level security.
    both = sorted((other.account_id, platform.account_id))
    for module in (pool, tx):
        monkeypatch.setattr(module, "scope", lambda _: scope(both))
    monkeypatch.setattr(tx, "compile_sql", lambda sql, *given: compile_sql(matrix.widened(sql, both), *given))
    assert await _shown(people, mine) >= {"/api/cards", "/api/events"}


async def _reached(other: Acting, route: Route, made: Subjects, given: str) -> list[str]:
    """Returns the IDs of a closed customer's records with which the platform gets another response."""
    kind, maker = subject_of(route), other.world.bob
    reached: list[str] = []
    for each_id in (given, ids.new(SUBJECTS[kind])) if kind else ("",):
        answer = await call(other, route, each_id or None, made, maker)
        if (answer.status_code, answer.json().get("code")) != (403, "customer_closed"):
            reached.append(each_id)
    return reached


@each(ACTED)
async def test_closes_every_operation_to_the_platform(route: Route, platform: Person, bob: Person) -> None:
    """With the header, and without it as an admin of the card with every privilege."""
    other = await acting(platform)
    owner = await joined(other, "ines")
    made, given = await created(owner, route)  # what the platform creates ends with its access
    if route in ON_CARDS:
        await make.admin(owner, made.ids["card_id"], platform, **dict.fromkeys(PRIVILEGES, True))
    for person in (other, bob):
        await make.template_id(person)  # its first call fetches a token
    assert (await owner.patch(PATH, {"access": "none"})).is_success
    before = await matrix.rows(platform.world)
    assert await _reached(other, route, made, given) == []
    if route in ON_CARDS:
        assert await leaks(route, made, given, {"as an admin": (platform, platform)}) == []
    after = await matrix.rows(platform.world)
    assert {table for table in after if after[table] != before[table]} <= matrix.OF_SERVER
    if given and route in FOUND:
        answer = await call(owner, route, given, made)
        assert answer.status_code == route.status, f"the control: {answer.text}"


async def test_sees_an_account_that_is_not_closed(
    platform: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: the matrix detects that the platform still acts for a customer that closed its account."""
    other = await acting(platform)
    owner = await joined(other, "ines")
    route = next(each for each in FOUND if name_of(each) == "GET /api/cards/{card_id}")
    made, given = await created(other, route)
    assert (await owner.patch(PATH, {"access": "none"})).is_success
    find = authenticate.find_token

    async def open_still(tx: Tx, hashes: list[bytes], customer_id: str | None = None) -> Any:
        token = await find(tx, hashes, customer_id)
        return token and structs.replace(token, is_closed=False)

    async def acts(tx: Tx, caller: Caller) -> None:
        del tx, caller

    monkeypatch.setattr(authenticate, "find_token", open_still)
    assert await _reached(other, route, made, given) == [], "the transaction checks it again"
    monkeypatch.setattr(operation, "_still_acts", acts)
    assert given in await _reached(other, route, made, given)


@each(OF_PLATFORM)
async def test_shows_little_of_a_closed_customer_and_nothing_of_one_that_left(
    route: Route, platform: Person, stranger: Person
) -> None:
    other = await acting(platform)
    owner = await joined(other, "ines")
    made, _ = await created(other, next(each for each in FOUND if subject_of(each) == "card_id"))
    assert (await owner.patch(PATH, {"access": "none"})).is_success
    closed = await call(platform, route, other.account_id)
    assert closed.status_code == route.status, "name, external_id and the number of cards"
    assert not [each for each in made.ids.values() if each in closed.text]
    assert (await owner.delete(PATH)).status_code == 204
    for person in (platform, stranger):
        left = await call(person, route, other.account_id)
        if ROWS[name_of(route)].needs == "platform" and "{account_id}" in route.path:
            assert bare(left) == bare(await call(person, route, ids.new("acct")))
            assert left.status_code == 404
        assert other.account_id not in left.text
