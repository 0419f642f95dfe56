"""The committed schema matches the migrations."""

import re

import pytest

from tests.world import World
from tools.schema import FILE, dump, tidied
from wellwish.infra.db.migrate import migrations
from wellwish.infra.embedded.binaries import MAJOR


async def test_agrees_with_the_migrations(running: World, clone: tuple[str, str]) -> None:
    if running.owner.get_server_version().major != MAJOR:
        pytest.skip("other versions of PostgreSQL tell the same schema in other words")
    assert dump(clone[0]) == FILE.read_text(encoding="utf-8"), "run script/generate schema"


async def test_detects_a_column_that_is_missing(running: World, clone: tuple[str, str]) -> None:
    if running.owner.get_server_version().major != MAJOR:
        pytest.skip("compared only on the embedded version")
    await running.owner.execute("alter table bundles add column seeded text")
    try:
        assert dump(clone[0]) != FILE.read_text(encoding="utf-8")
    finally:
        await running.owner.execute("alter table bundles drop column seeded")


def test_leaves_out_what_differs_from_dump_to_dump() -> None:
    text = "-- Dumped by 18.1\n\\restrict abc\nSET lock_timeout = 0;\nCREATE TABLE t ();\n\n\n\nGRANT x;\n"
    assert tidied(text).endswith("\n\nCREATE TABLE t ();\n\nGRANT x;\n")
    assert "restrict" not in tidied(text)


async def test_applies_every_migration_once(running: World) -> None:
    applied = await running.owner.fetch("select name from migrations order by name")
    assert [row[0] for row in applied] == [migration.name for migration in migrations()]


def test_gives_each_migration_a_different_number() -> None:
    names = [migration.name for migration in migrations()]
    assert len({name[:4] for name in names}) == len(names)
    assert all(re.fullmatch(r"\d{4}_[a-z0-9_]+\.sql", name) for name in names)


def test_keeps_the_account_in_every_key_of_a_tenant_table() -> None:
    """The schema can then be sharded by account."""
    schema = FILE.read_text(encoding="utf-8")
    tenants = set(re.findall(r"CREATE POLICY tenant ON public\.(\w+)", schema)) - {"accounts"}
    assert len(tenants) >= 8
    keys = re.findall(
        r"ALTER TABLE ONLY public\.(\w+)\s+ADD CONSTRAINT \w+ (PRIMARY KEY|UNIQUE|FOREIGN KEY) \(([^)]*)\)",
        schema,
    )
    keys += [
        (table, "UNIQUE INDEX", columns)
        for table, columns in re.findall(
            r"CREATE UNIQUE INDEX \w+ ON public\.(\w+) USING \w+ \((.*?)\)", schema
        )
    ]
    # Foreign keys to global data: users, and the operator's catalogues.
    shared = {"user_id", "bundle_id", "template_id"}
    wrong = [
        (table, kind, columns)
        for table, kind, columns in keys
        if table in tenants and "account_id" not in columns and columns not in shared
    ]
    assert not wrong
