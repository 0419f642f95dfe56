"""Restore a backup into an empty database and the media storage."""

import asyncio
from collections.abc import Collection, Sequence

from wellwish.backup import programs, transactions
from wellwish.backup.error import BackupError
from wellwish.backup.folder import MEDIA, Backup
from wellwish.backup.take import Progress
from wellwish.infra.db.snapshot import mark_unfinished, prepare_restore, server_major
from wellwish.infra.storage import Storage


def check_key(backup: Backup, fingerprints: Collection[bytes]) -> None:
    """Raises BackupError if the backup was taken with a different server key."""
    known = backup.manifest.key_fingerprint
    if known is not None and bytes.fromhex(known) not in fingerprints:
        raise BackupError(
            "WELLWISH_SECRET_KEY is not the server key of this backup: its links would not work, and its "
            "stored secrets could not be decrypted. Set the key that was used when the backup was taken or, "
            "with the embedded database, put it into secret.key in WELLWISH_DATA_DIR."
        )


def check_schema(backup: Backup, known: Sequence[str]) -> None:
    """Raises BackupError if the backup has a migration that this version does not know."""
    unknown = sorted(set(backup.manifest.migrations) - set(known))
    if unknown:
        raise BackupError(
            f"The backup was taken by a newer version of Wellwish, {backup.manifest.wellwish}: this version "
            f"does not know its migration {unknown[-1]}. Install that version."
        )


async def load(
    backup: Backup, owner_dsn: str, runtime_user: str, storage: Storage | None, progress: Progress
) -> None:
    """Stores the media, then loads the database in one transaction and marks the restore as unfinished.

    An interrupted restore continues when it is run again. Raises BackupError, MigrationError, OSError,
    Unavailable.
    """
    try:
        is_loaded = await prepare_restore(owner_dsn, runtime_user, backup.identity)
    except ValueError as error:
        raise BackupError(
            f"{error} Restore into a new one: create an empty database or, with the embedded database, set "
            "WELLWISH_DATA_DIR to a new folder."
        ) from error
    if is_loaded:
        return
    if storage is not None:
        count = progress("Media")
        for name in backup.media():
            content = await asyncio.to_thread((backup.folder / MEDIA / name).read_bytes)
            await storage.put(name, content)
            count(len(content))
    await load_dump(backup, owner_dsn, progress)


async def load_dump(backup: Backup, owner_dsn: str, progress: Progress) -> None:
    """Loads only the database. Raises BackupError, OSError."""
    chosen = programs.find(await server_major(owner_dsn))
    await asyncio.to_thread(
        programs.load,
        chosen,
        owner_dsn,
        backup.dump,
        mark_unfinished(backup.identity),
        transactions.SQL,
        progress("Database"),
    )
