"""A world with content, the environment for commands on its database, and an empty database."""

import hashlib
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import asyncpg
import pytest

from tests import commands, make
from tests.world import World
from wellwish.base.crypto import fingerprint
from wellwish.base.settings import Settings
from wellwish.bundles.load import CATALOGUE as BUNDLES

Environment = dict[str, str]
MEDIA = {"photos/a/1.webp": b"one" * 1000, "photos/b/2.webp": b"two" * 2000}


@pytest.fixture
async def filled(world: World) -> World:
    """A world with cards, invitations, events and media."""
    folder = world.services.settings.data_dir / "media"
    shutil.rmtree(folder, ignore_errors=True)  # files of other tests, and their journal of erasures
    folder.mkdir()
    for name, content in MEDIA.items():
        await world.services.storage.put(name, content)
    for person in (world.alice, world.bob):
        card = await make.card(person)
        await make.invitations(person, card["id"], "kim@example.com", "lee@example.com")
    key = fingerprint(world.services.settings.secret_key)
    await world.owner.execute("insert into server_key (fingerprint) values ($1)", key)
    return world


@pytest.fixture
def source(clone: tuple[str, str], settings: Settings) -> Environment:
    """The environment for commands on the world's database and media."""
    return commands.environment(clone) | {
        "WELLWISH_SECRET_KEY": settings.secret_key.hex(),
        "WELLWISH_DATA_DIR": str(settings.data_dir),
        "WELLWISH_BUNDLES": str(BUNDLES),
    }


@pytest.fixture
async def target(
    clone: tuple[str, str], database_name: str, source: Environment, tmp_path: Path
) -> AsyncIterator[Environment]:
    """The environment for commands on an empty database and an empty data folder."""
    name = f"{database_name}_restored"
    owner, runtime = (dsn.replace(f"/{database_name}?", f"/{name}?") for dsn in clone)
    connection = await asyncpg.connect(clone[0])
    try:
        await connection.execute(f"drop database if exists {name} with (force)")
        await connection.execute(f"create database {name}")
        yield source | {
            "DATABASE_URL": runtime,
            "WELLWISH_OWNER_DATABASE_URL": owner,
            "WELLWISH_DATA_DIR": str(tmp_path / "data"),
        }
    finally:
        await connection.execute(f"drop database if exists {name} with (force)")
        await connection.close()


async def content(environment: Environment) -> dict[str, str]:
    """Returns a digest of each table's rows, without transaction IDs, which differ between servers.

    Omits the bundles, which the commands load from their file, and the counters, which the application may
    write at any time.
    """
    connection = await asyncpg.connect(environment["WELLWISH_OWNER_DATABASE_URL"])
    try:
        tables = await connection.fetch(
            """
            select c.relname, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
            from pg_class c join pg_attribute a on a.attrelid = c.oid
            where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0
              and not a.attisdropped and a.atttypid <> 'xid8'::regtype
              and c.relname not in ('bundles', 'counters')
              and (c.relname, a.attname) <> ('webhook_tails', 'event_id')
            group by c.relname
            """
        )
        found: dict[str, str] = {}
        for table in tables:
            rows = await connection.fetch(
                f"select ({table['columns']})::text as row from {table['relname']} order by 1"
            )
            text = "\n".join(row["row"] for row in rows)
            found[table["relname"]] = f"{len(rows)} {hashlib.sha256(text.encode()).hexdigest()}"
        return found
    finally:
        await connection.close()


def media(environment: Environment) -> dict[str, bytes]:
    """Returns the files of the local storage."""
    folder = Path(environment["WELLWISH_DATA_DIR"], "media")
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}
