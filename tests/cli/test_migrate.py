"""The operator sees the plan of an upgrade, as the runtime role and without applying it."""

import json
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from tests.commands import Ended, environment, wellwish
from wellwish.bundles.load import CATALOGUE as BUNDLES
from wellwish.infra.db.migrate import Migration, migrate, migrations

pytestmark = pytest.mark.anyio
NEW = "9000_new.sql"
CONTRACT = "9001_contract_cards.sql"


@pytest.fixture
def run(clone: tuple[str, str]) -> Any:
    # Without the owner's URL: the plan needs only the runtime role.
    given = {**environment(clone), "WELLWISH_OWNER_DATABASE_URL": ""}

    def command(*words: str) -> Ended:
        return wellwish(given, "migrate", *words)

    return command


@pytest.fixture
async def owner(clone: tuple[str, str]) -> AsyncIterator["asyncpg.Connection[Any]"]:
    connection = await asyncpg.connect(clone[0])
    try:
        yield connection
    finally:
        await connection.execute("drop table if exists new")
        await connection.execute("delete from migrations where name > '9000'")
        await connection.close()


@pytest.fixture
def new(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> str:
    """A migration that the database lacks."""
    (tmp_path / NEW).write_text("create table new (id text primary key);\n")
    both = [*migrations(), Migration(tmp_path / NEW)]
    monkeypatch.setattr(sys.modules[migrate.__module__], "migrations", lambda: both)
    return NEW


async def test_says_that_the_schema_is_up_to_date(run: Any) -> None:
    for option in ("--plan", "--check"):
        ended = run(option)
        assert (ended.returncode, ended.stdout) == (0, ""), ended.stderr
        assert ended.stderr == "The schema is up to date.\n"
    assert json.loads(run("--check", "--json").stdout) == {"missing": [], "too_new": []}


async def test_plans_a_missing_migration_and_applies_none(
    run: Any, owner: "asyncpg.Connection[Any]", new: str
) -> None:
    ended = run("--plan")
    assert (ended.returncode, ended.stdout) == (0, f"{new}\n")
    assert ended.stderr == "1 migration is missing. Run `wellwish migrate`.\n"
    ended = run("--check", "--json")
    assert ended.returncode == 1
    assert json.loads(ended.stdout) == {"missing": [new], "too_new": []}
    assert await owner.fetchval("select to_regclass('new')") is None


async def test_the_plan_is_what_migrate_then_applies(
    run: Any, clone: tuple[str, str], owner: "asyncpg.Connection[Any]", new: str
) -> None:
    """The control."""
    # Other tests of this worker buy the bundles.
    given = {**environment(clone), "WELLWISH_BUNDLES": str(BUNDLES)}
    ended = wellwish(given, "migrate", "--json")
    assert ended.returncode == 0, ended.stderr
    assert json.loads(ended.stdout) == {"applied": 1}
    assert f"Applying migration {new}\n" in ended.stderr
    assert await owner.fetchval("select to_regclass('new')") == new.removeprefix("9000_").removesuffix(".sql")
    assert run("--check").returncode == 0


async def test_check_refuses_a_schema_that_lost_what_this_version_uses(
    run: Any, owner: "asyncpg.Connection[Any]"
) -> None:
    await owner.execute("insert into migrations (name, checksum) values ('9000_adds.sql', '')")
    assert run("--check").returncode == 0
    await owner.execute("insert into migrations (name, checksum) values ($1, '')", CONTRACT)
    ended = run("--check")
    assert ended.returncode == 1
    assert f"too new for this version of Wellwish: {CONTRACT} removed" in ended.stderr
    assert run("--plan").returncode == 0


async def test_refuses_a_migration_that_was_changed(run: Any, owner: "asyncpg.Connection[Any]") -> None:
    name = migrations()[0].name
    await owner.execute("update migrations set checksum = 'x' || checksum where name = $1", name)
    try:
        ended = run("--check")
    finally:
        await owner.execute("update migrations set checksum = substr(checksum, 2) where name = $1", name)
    assert ended.returncode == 1
    assert f"{name} was changed after it was applied" in ended.stderr
