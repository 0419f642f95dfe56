"""Settings of a card in the other place, under other names and in other spellings."""

from collections.abc import Callable, Iterable
from typing import Any

import httpx2
import pytest

from tests import make
from tests.http.settings_table import ALL, COLLECTION, TOP, Row, rows
from tests.http.test_bad_input import STRICT
from tests.world import Person, World
from wellwish.http import normalise
from wellwish.http.normalise import Normaliser

LENIENT = ("moved", "renamed", "word", "alike")


@pytest.fixture
async def buyer(world: World) -> Person:
    """An account with enough cards for every row."""
    return await world.person("buyer", 2000)


def test_the_table_contains_every_setting() -> None:
    assert {*TOP, *COLLECTION} == ALL


async def templates(person: Person) -> list[str]:
    """Returns two templates; neither is the one of an untouched card."""
    return [each["id"] for each in (await person.get("/api/templates")).json()["data"][1:3]]


async def mistakes_of_create(person: Person, table: Iterable[Row]) -> list[str]:
    """Creates a card by each row; returns the rows whose card or refusal is not the expected one."""
    base = await make.body(person)
    found: list[str] = []
    for row in table:
        body = {**{name: each for name, each in base.items() if name != row.name}, **row.sent}
        answer = await person.post("/api/cards", body, headers=STRICT if row.is_strict else {})
        found += [f"{row}: {each}" for each in mistakes(row, answer)]
        if answer.status_code == 201:
            card = f"/api/cards/{answer.json()['id']}"
            if not row.faults and value_of(row, (await person.get(card)).json()) != row.expected:
                found.append(f"{row}: the stored card differs")
            await person.delete(card)
    return found


async def mistakes_of_update(person: Person, table: Iterable[Row]) -> list[str]:
    """Changes a card by each row and back; returns the rows whose card or refusal is not the expected one."""
    card = await make.card(person)
    path = f"/api/cards/{card['id']}"
    original = {name: card[name] for name in ("title", "sender", "template_id", "collection")}
    clear = dict.fromkeys(TOP.keys() - {"card_type"} - original.keys())
    found: list[str] = []
    for row in table:
        answer = await person.patch(path, row.sent, headers=STRICT if row.is_strict else {})
        found += [f"{row}: {each}" for each in mistakes(row, answer)]
        after = (await person.get(path)).json()
        if not row.faults and value_of(row, after) != row.expected:
            found.append(f"{row}: the stored card differs")
        if answer.status_code == 200:
            assert (await person.patch(path, {**clear, **original}, headers=STRICT)).status_code == 200
        elif value_of(row, after) != value_of(row, card):
            found.append(f"{row}: a refused change took effect")
    return found


def mistakes(row: Row, answer: httpx2.Response) -> list[str]:
    """Returns the differences between a response and its row."""
    if row.faults:
        if answer.status_code != 422:
            return [f"{answer.status_code} instead of 422"]
        found = {each["pointer"]: each["code"] for each in answer.json()["errors"]}
        missed = [at for at, codes in row.faults.items() if found.get(at) not in codes]
        return [f"{found} instead of {row.faults}"] if missed else []
    if answer.status_code not in (200, 201):
        return [answer.text]
    given = answer.json()
    warnings = {each["pointer"]: each["code"] for each in reversed(given.get("warnings", []))}
    wrong = [] if warnings == row.warnings else [f"warnings {warnings} instead of {row.warnings}"]
    return wrong + ([] if value_of(row, given) == row.expected else [f"is {value_of(row, given)!r}"])


def value_of(row: Row, card: dict[str, Any]) -> Any:
    """Returns the value of a row's setting in a record; of recipients only the names."""
    value = card["collection"][row.name] if row.name in COLLECTION else card[row.name]
    return [{"name": each["name"]} for each in value] if row.name == "recipients" else value


async def test_creates_a_card_by_every_row(buyer: Person) -> None:
    table = list(rows(await templates(buyer), create=True))
    assert len(table) > 300
    assert await mistakes_of_create(buyer, table) == []


async def test_changes_a_card_by_every_row(buyer: Person) -> None:
    table = list(rows(await templates(buyer), create=False))
    assert len(table) > 280
    assert await mistakes_of_update(buyer, table) == []


@pytest.mark.parametrize("ways", [mistakes_of_create, mistakes_of_update])
async def test_finds_every_row_without_leniency(
    ways: Callable[[Person, list[Row]], Any], buyer: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: if only right names, places and types are read, every lenient row is a mistake."""
    table = [
        row
        for row in rows(await templates(buyer), create=ways is mistakes_of_create)
        if not row.is_strict and row.way.startswith(LENIENT)
    ]

    def only_here(name: str, here: Any, other: Any) -> Any:
        return (here, name) if name in here.plan.fields else None

    monkeypatch.setattr(normalise, "_find", only_here)
    monkeypatch.setattr(Normaliser, "_typed", lambda *given: given[1])
    found = " ".join(await ways(buyer, table))
    missed = [row for row in table if f"{row}:" not in found]
    # The words of an audience are part of its field, not of leniency.
    audiences = {"add_money", "see_total", "see_contributors"}
    assert [str(row) for row in missed if row.name not in audiences or not row.way.startswith("word")] == []
