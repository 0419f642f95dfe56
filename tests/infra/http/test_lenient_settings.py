"""Settings of a card at the wrong level, under other names and in other spellings."""

from collections.abc import AsyncIterator, Callable, Iterable
from typing import Any

import httpx2
import pytest

from tests import make
from tests.guards.places import place
from tests.infra.http.settings_table import ALL, COLLECTION, TOP, Row, rows
from tests.infra.http.test_bad_input import STRICT
from tests.world import Person, World
from wellwish.infra.http import normalise
from wellwish.infra.http.normalise import Normaliser

LENIENT = ("moved", "renamed", "word", "alike")


@pytest.fixture
async def buyer(world: World, monkeypatch: pytest.MonkeyPatch) -> Person:
    """An account with enough cards for every row, in which logos on other servers cause no warning."""
    monkeypatch.setattr("wellwish.media.fetch.doubt", lambda *_: None)
    return await world.person("buyer", 2000)


def test_the_table_contains_every_setting() -> None:
    missing = ALL - {*TOP, *COLLECTION}
    assert not missing, f"{place('tests/infra/http/settings_table.py', 'TOP: ')}: add a Setting for {missing}"
    assert {*TOP, *COLLECTION} == ALL


async def templates(person: Person) -> list[str]:
    """Returns two templates that differ from that of an untouched card."""
    return [each["id"] for each in (await person.get("/api/templates")).json()["data"][1:3]]


async def mistakes_of_create(person: Person, table: Iterable[Row]) -> list[str]:
    """Creates a card from each row; returns the rows whose card or refusal is not the expected one."""
    base = await make.body(person)
    found: list[str] = []
    made: dict[str, Row] = {}
    for row in table:
        body = {**{name: each for name, each in base.items() if name != row.name}, **row.sent}
        answer = await person.post("/api/cards", body, headers=STRICT if row.is_strict else {})
        found += [f"{row}: {each}" for each in mistakes(row, answer)]
        if answer.status_code == 201 and row.name != "external_id":
            made[answer.json()["id"]] = row
        elif answer.status_code == 201:
            await person.delete(f"/api/cards/{answer.json()['id']}")  # frees the external_id
    stored = {each["id"]: each async for each in pages(person, "/api/cards?limit=200")}
    assert stored.keys() == made.keys()
    different = [row for card_id, row in made.items() if value_of(row, stored[card_id]) != row.expected]
    return found + [f"{row}: the stored card differs" for row in different if not row.faults]


async def mistakes_of_update(person: Person, table: Iterable[Row]) -> list[str]:
    """Changes a card as each row says; returns the rows whose card or refusal is not the expected one.

    Restores the card before the rows of another setting and before a row that would change nothing.
    """
    card = await make.card(person)
    path = f"/api/cards/{card['id']}"
    original = {name: card[name] for name in ("title", "sender", "template_id", "collection")}
    clear = dict.fromkeys(TOP.keys() - {"card_type"} - original.keys())
    found: list[str] = []
    setting = ""
    for row in table:
        if row.name != setting or (not row.faults and value_of(row, card) == row.expected):
            setting = row.name
            card = (await person.patch(path, {**clear, **original}, headers=STRICT)).json()
        answer = await person.patch(path, row.sent, headers=STRICT if row.is_strict else {})
        found += [f"{row}: {each}" for each in mistakes(row, answer)]
        if answer.status_code == 200:
            assert answer.json()["version"] == card["version"] + 1, "a refused change took effect"
            card = answer.json()
    return found


async def pages(person: Person, path: str) -> AsyncIterator[dict[str, Any]]:
    """Yields the records of a list, page by page."""
    following: str | None = path
    while following is not None:
        answer = await person.get(following)
        for record in answer.json()["data"]:
            yield record
        following = answer.links["next"]["url"] if "next" in answer.links else None


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
    """The control: if only exact names, levels and types are accepted, every lenient row is a mistake."""
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
    audiences = {"add_money", "see_total", "see_contributors", "see_notes"}
    assert [str(row) for row in missed if row.name not in audiences or not row.way.startswith("word")] == []
