"""Take a backup: the media, the database at one snapshot, and the media added in the meantime.

A file is written before its row and deleted after it. Each file that a row of the snapshot refers to
therefore existed when the database was read, and is copied either before or after that.
"""

import asyncio
import hashlib
from pathlib import Path
from typing import Final, Protocol

from wellwish import __version__
from wellwish.backup import programs
from wellwish.backup.error import BackupError
from wellwish.backup.folder import DUMP, FORMAT, MEDIA, Count, Manifest, MediaCount, seal, unfinished
from wellwish.base import clock
from wellwish.infra.db.snapshot import exported_snapshot, server_major
from wellwish.infra.storage import Storage

_AT_ONCE: Final = 8


class Progress(Protocol):
    """Begins a step, and returns a function that counts the bytes of the step."""

    def __call__(self, step: str) -> Count: ...


async def take(folder: Path, owner_dsn: str, storage: Storage | None, progress: Progress) -> Manifest:
    """Writes a backup to a new folder; without ``storage``, it contains only the database.

    Raises BackupError, OSError, Unavailable.
    """
    chosen = programs.find(await server_major(owner_dsn))
    with unfinished(folder) as aside:
        sums: dict[str, str] = {}
        if storage is not None:
            await _copy(storage, aside, sums, progress("Media"))
        async with exported_snapshot(owner_dsn) as snapshot:
            if not snapshot.migrations:
                raise BackupError("The database has no Wellwish schema. Run `wellwish migrate` first.")
            sums[DUMP] = await asyncio.to_thread(
                programs.dump, chosen, owner_dsn, snapshot.id, aside / DUMP, progress("Database")
            )
        if storage is not None:
            await _copy(storage, aside, sums, progress("Media added meanwhile"))
        manifest = Manifest(
            format=FORMAT,
            wellwish=__version__,
            taken_at=clock.now(),
            server=snapshot.server_version,
            key_fingerprint=None if snapshot.key_fingerprint is None else snapshot.key_fingerprint.hex(),
            migrations=snapshot.migrations,
            rows=snapshot.rows,
            media=None if storage is None else _size(aside / MEDIA, sums),
        )
        await asyncio.to_thread(seal, aside, manifest, sums)
    return manifest


async def _copy(storage: Storage, aside: Path, sums: dict[str, str], count: Count) -> None:
    """Copies the files that are not yet copied. Files never change, so comparing names is enough."""
    places = asyncio.Semaphore(_AT_ONCE)

    async def copy(name: str, size: int) -> None:
        async with places:
            content = await storage.get(name, 0, size)
            if content is None:  # deleted since it was listed
                return
            target = aside / MEDIA / name
            sums[f"{MEDIA}/{name}"] = await asyncio.to_thread(_write, target, content)
            count(len(content))

    async for batch in storage.files():
        new = [(name, size) for name, size in batch if f"{MEDIA}/{name}" not in sums]
        async with asyncio.TaskGroup() as group:
            for name, size in new:
                group.create_task(copy(name, size))


def _write(target: Path, content: bytes) -> str:
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(content)
    return hashlib.sha256(content).hexdigest()


def _size(folder: Path, sums: dict[str, str]) -> MediaCount:
    names = [name for name in sums if name.startswith(f"{MEDIA}/")]
    return MediaCount(len(names), sum((folder.parent / name).stat().st_size for name in names))
