"""The audit log as a CSV file."""

import csv
import io

import pytest

from tests import make
from tests.world import Person
from wellwish.audit import export

pytestmark = pytest.mark.anyio
PATH = "/api/audit-log.csv"


async def rows(person: Person, **params: str) -> list[dict[str, str]]:
    answer = await person.get(PATH, params=params)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("text/csv")
    return [*csv.DictReader(io.StringIO(answer.text, newline=""))]


async def test_has_a_line_for_each_entry(
    alice: Person, mallory: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(export, "_PIECE", 2)  # the file consists of several pieces
    cards = [await make.card(alice) for _ in range(5)]
    for card in cards:
        await alice.post(f"/api/cards/{card['id']}/close")
    found = await rows(alice)
    assert [each["card_id"] for each in found] == [card["id"] for card in reversed(cards)]
    assert found[0].keys() == set(export.COLUMNS)
    assert (found[0]["action"], found[0]["email"]) == ("card.close", alice.email)
    assert len(await rows(alice, card_id=cards[0]["id"])) == 1
    assert await rows(mallory) == []


async def test_defuses_formulas(alice: Person) -> None:
    await alice.patch("/api/account", {"name": "Any"})
    await alice.world.owner.execute(
        "update users set email = '=cmd()@example.com' where id = $1", alice.user_id
    )
    [row] = await rows(alice)
    assert row["email"] == "'=cmd()@example.com"
