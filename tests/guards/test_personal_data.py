"""Each column that can hold text is in the list of personal data, with what an erasure does to it."""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.guards.places import place
from tests.privacy import traces
from tests.world import Person, World

pytestmark = pytest.mark.anyio

FILE = Path(__file__).resolve().parents[2] / "docs/personal-data.toml"
KINDS = {"erased", "kept", "expires", "of_account", "impersonal"}


def listed() -> dict[str, dict[str, list[str]]]:
    tables = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return {
        table: {kind: columns.split() for kind, columns in kinds.items()} for table, kinds in tables.items()
    }


async def stored(world: World) -> dict[str, set[str]]:
    """Returns the columns of each table that can hold text."""
    rows = await world.owner.fetch(
        """
        select table_name, column_name
        from information_schema.columns join information_schema.tables using (table_schema, table_name)
        where table_schema = 'public' and table_type = 'BASE TABLE'
          and data_type in ('text', 'jsonb', 'bytea', 'ARRAY')
        """
    )
    found: dict[str, set[str]] = {}
    for table, column in rows:
        found.setdefault(table, set()).add(column)
    return found


def faults(lists: Mapping[str, Mapping[str, list[str]]], columns: Mapping[str, set[str]]) -> list[str]:
    """Returns the columns that are not listed exactly once, and the listed ones that do not exist."""
    found: list[str] = []
    for table in sorted({*lists, *columns}):
        names = [name for kind in lists.get(table, {}).values() for name in kind]
        found += [f"{table}.{name}: listed twice" for name in sorted(names) if names.count(name) > 1]
        found += [f"{table}.{name}: not listed" for name in sorted(columns.get(table, set()) - set(names))]
        found += [
            f"{table}.{name}: no such column" for name in sorted(set(names) - columns.get(table, set()))
        ]
        found += [f"{table}: {kind}" for kind in sorted(lists.get(table, {}).keys() - KINDS)]
    return found


async def test_lists_every_column(world: World) -> None:
    found = [f"{where(fault)}: {fault}" for fault in faults(listed(), await stored(world))]
    assert not found, "\n".join([*found, f"List each column once under one of: {', '.join(sorted(KINDS))}"])


def where(fault: str) -> str:
    """Returns the place of the table's list; the first line of the file if it has none."""
    name, heading = "docs/personal-data.toml", f"[{re.split('[.:]', fault)[0]}]"
    return place(name, heading) if heading in FILE.read_text(encoding="utf-8") else f"{name}:1"


async def test_a_person_appears_only_in_columns_that_are_erased(world: World, alice: Person) -> None:
    """Otherwise, the list classifies a column with personal data as impersonal."""
    await traces.place(world, alice)
    lists = listed()
    found: set[tuple[str, str]] = set()
    for table, columns in (await stored(world)).items():
        for column in columns:
            values = await world.owner.fetch(f'select "{column}"::text as value from public."{table}"')
            text = " ".join(str(row["value"]).lower() for row in values)
            if any(needle.lower() in text for needle in traces.NEEDLES):
                found.add((table, column))
    assert len(found) >= 20
    assert {each for each in found if each[1] not in lists[each[0]].get("erased", [])} == set()


async def test_detects_a_new_column(world: World) -> None:
    columns = await stored(world)
    before = faults(listed(), columns)
    columns["contributions"].add("nickname")
    columns["diaries"] = {"text"}
    new = [each for each in faults(listed(), columns) if each not in before]
    assert new == ["contributions.nickname: not listed", "diaries.text: not listed"]


async def test_detects_a_column_that_is_listed_twice(world: World) -> None:
    lists = listed()
    lists["users"]["kept"] = ["email"]
    assert "users.email: listed twice" in faults(lists, await stored(world))
