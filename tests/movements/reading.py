"""Reads the CSV files of movements."""

import csv
import io

from tests.world import Person

PUBLIC = {"add_money": "everyone", "currency": "EUR", "add_cash": True}
ACCOUNT = "/api/movements.csv"


async def rows(person: Person, path: str) -> list[dict[str, str]]:
    """Downloads a CSV file and returns its rows by column name."""
    answer = await person.get(path)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    assert answer.headers["content-disposition"].startswith("attachment; filename=")
    return list(csv.DictReader(io.StringIO(answer.text, newline="")))


def of_card(card_id: str) -> str:
    return f"/api/cards/{card_id}/movements.csv"


def cells(found: list[dict[str, str]], *names: str) -> list[tuple[str, ...]]:
    return [tuple(each[name] for name in names) for each in found]
