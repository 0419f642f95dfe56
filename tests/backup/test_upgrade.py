"""The embedded database is upgraded from an older PostgreSQL, also after interruptions."""

import asyncio
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import asyncpg
import pytest

from wellwish.backup.folder import Count
from wellwish.backup.upgrade import upgrade
from wellwish.infra.db import migrate
from wellwish.infra.embedded import OWNER, RUNTIME, Cluster, EmbeddedError, former, launcher
from wellwish.infra.embedded.binaries import MAJOR, bin_folder

pytestmark = [pytest.mark.anyio, pytest.mark.crash]
FORMER = next(
    (
        folder
        for folder in sorted(Path("/usr/lib/postgresql").glob("1[5-7]/bin"))
        if (folder / "initdb").exists()
    ),
    None,
)


def ignored(step: str) -> Count:
    return lambda _: None


@pytest.fixture
def folder() -> Iterator[Path]:
    """The data folder of an older version, with a schema and an account."""
    if FORMER is None:
        pytest.skip("NO POSTGRESQL 15 TO 17 ON THIS MACHINE: the upgrade of the database is not tried")
    with tempfile.TemporaryDirectory(prefix="ww-", ignore_cleanup_errors=True) as place:
        path = Path(place, "postgres")
        path.mkdir(mode=0o700)
        initdb = [str(FORMER / "initdb"), f"--pgdata={path / 'data'}", f"--username={OWNER}", "--auth=trust"]
        initdb += ["--encoding=UTF8", "--locale=C", "--no-sync"]
        command = [sys.executable, "-I", "-S", launcher.__file__, str(os.getpid()), str(path)]
        subprocess.run([*command, *initdb], check=True, capture_output=True, cwd="/")
        (path / "log").mkdir()
        yield path


async def fill(path: Path) -> None:
    assert FORMER is not None
    with former.running(path, FORMER, "postgres") as dsn:
        connection = await asyncpg.connect(dsn)
        await connection.execute(f"create role {RUNTIME} login")
        await connection.execute("create database wellwish")
        await connection.close()
    with former.running(path, FORMER) as dsn:
        await migrate(dsn, RUNTIME)
        connection = await asyncpg.connect(dsn)
        await connection.execute("insert into accounts (id, name) values ('acct_1', 'Grüße')")
        await connection.close()


async def test_upgrades_and_keeps_the_former_database(folder: Path) -> None:
    await fill(folder)
    version = former.major(folder)
    assert version is not None
    with pytest.raises(EmbeddedError, match="wellwish embedded upgrade"):
        Cluster(folder).start()

    # After a kill half-way, the unfinished new database is discarded.
    prepared = former.new_folder(folder) / "postgres"
    prepared.mkdir(parents=True)
    (prepared / "data.new").mkdir()

    kept = await upgrade(folder, None, ignored)
    assert kept == folder / f"data-{version}"
    assert former.major(folder) == MAJOR
    assert not former.new_folder(folder).exists()
    assert await asyncio.to_thread(names, folder) == ["Grüße"]
    assert await upgrade(folder, None, ignored) is None

    # After a kill between the two renames, no empty database is created, and the next run completes the
    # upgrade.
    shutil.move(folder / "data", former.new_folder(folder) / "postgres" / "data")
    with pytest.raises(EmbeddedError, match="was interrupted"):
        Cluster(folder).start()
    assert await upgrade(folder, None, ignored) == kept
    assert await asyncio.to_thread(names, folder) == ["Grüße"]


async def test_refuses_while_a_process_uses_it_and_without_the_programs(folder: Path, tmp_path: Path) -> None:
    with former.held(folder), pytest.raises(EmbeddedError, match="in use"):
        await upgrade(folder, None, ignored)
    with pytest.raises(Exception, match="requires the programs of PostgreSQL"):
        await upgrade(folder, tmp_path, ignored)
    with pytest.raises(Exception, match="programs of a version other"):
        await upgrade(folder, bin_folder(), ignored)
    assert former.major(folder) is not None
    with pytest.raises(EmbeddedError, match="no embedded database"):
        await upgrade(tmp_path / "nothing", None, ignored)


def names(folder: Path) -> list[str]:
    async def read() -> list[str]:
        connection = await asyncpg.connect(cluster.dsn(OWNER))
        try:
            return [row["name"] for row in await connection.fetch("select name from accounts")]
        finally:
            await connection.close()

    with Cluster(folder) as cluster:
        return asyncio.run(read())
