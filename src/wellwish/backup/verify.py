"""Verify a backup: read every file, load the database into a temporary server, and check its contents."""

import asyncio
import tempfile
from pathlib import Path

from msgspec import Struct

from wellwish.backup.folder import Backup
from wellwish.backup.restore import check_schema, load_dump
from wellwish.backup.take import Progress
from wellwish.infra.db import Database, migrate
from wellwish.infra.db.migrate import migrations
from wellwish.infra.db.snapshot import count_rows, finish_restore, prepare_restore
from wellwish.infra.embedded import OWNER, RUNTIME, Cluster
from wellwish.payments import check


class Verified(Struct, kw_only=True):
    """The result. The backup can be restored if there are no faults."""

    tables: int
    rows: int
    media: int | None
    faults: list[str]


async def verify(folder: Path, progress: Progress) -> Verified:
    """Raises BackupError if the backup is damaged or cannot be loaded, OSError."""
    backup = Backup(folder)
    check_schema(backup, [migration.name for migration in migrations()])
    await asyncio.to_thread(backup.check, progress("Checksums"))
    with tempfile.TemporaryDirectory(prefix="wellwish-verify-") as place:
        cluster = Cluster(Path(place, "postgres"), durable=False)
        await asyncio.to_thread(cluster.start)
        try:
            faults = await _check(backup, cluster.dsn(OWNER), progress)
        finally:
            await asyncio.to_thread(cluster.stop)
    media = backup.manifest.media
    rows = backup.manifest.rows
    return Verified(tables=len(rows), rows=sum(rows.values()), media=media and media.files, faults=faults)


async def _check(backup: Backup, owner_dsn: str, progress: Progress) -> list[str]:
    await prepare_restore(owner_dsn, RUNTIME, backup.identity)
    await load_dump(backup, owner_dsn, progress)
    await finish_restore(owner_dsn)
    expected, found = backup.manifest.rows, await count_rows(owner_dsn)
    faults = [
        f"The table {name} has {found.get(name, 0)} rows instead of {expected.get(name, 0)}."
        for name in sorted(expected.keys() | found.keys())
        if found.get(name) != expected.get(name)
    ]
    if faults:
        return faults
    # The check of the ledger needs the schema of this version.
    await migrate(owner_dsn, RUNTIME)
    owner = Database(owner_dsn, size=1)
    await owner.open()
    try:
        async with owner.transaction() as tx:
            report = await check.check(tx)
    finally:
        await owner.close()
    return report.faults
