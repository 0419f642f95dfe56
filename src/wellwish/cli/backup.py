"""The commands that take, verify and restore backups, and upgrade the embedded database."""

import asyncio
import json
import time
from pathlib import Path
from typing import Annotated, Final
from urllib.parse import urlsplit

import msgspec
from cyclopts import App, Parameter

from wellwish.backup import restore as restoring
from wellwish.backup import take as taking
from wellwish.backup.folder import Backup, Count
from wellwish.backup.upgrade import upgrade
from wellwish.backup.verify import verify as verify_backup
from wellwish.base import clock
from wellwish.base import settings as configuration
from wellwish.base.crypto import fingerprint
from wellwish.base.settings import Settings
from wellwish.cli import launch
from wellwish.cli.console import AsJson, report, say
from wellwish.cli.plural import counted
from wellwish.infra.db.migrate import migrations
from wellwish.infra.db.snapshot import finish_restore
from wellwish.infra.storage import Storage
from wellwish.privacy.replay import replay

embedded_app: Final = App(name="embedded", help="Manage the embedded database.")

_EVERY_S: Final = 5.0
BackupFolder = Annotated[Path, Parameter(help="Folder that `wellwish backup` made.")]
WithoutMedia = Annotated[
    bool, Parameter("--without-media", negative=(), help="Omit the files in the bucket.")
]


def _progress(step: str) -> Count:
    """Prints the step; returns a function that counts its bytes and prints the total every few seconds."""
    say(f"{step} ...")
    done, shown = 0, time.monotonic()

    def count(size: int) -> None:
        nonlocal done, shown
        done += size
        if time.monotonic() - shown >= _EVERY_S:
            shown = time.monotonic()
            say(f"{step}: {_megabytes(done)}")

    return count


def _megabytes(size: int) -> str:
    return f"{size / 1e6:,.1f} MB"


def _storage(settings: Settings, *, without_media: bool) -> Storage | None:
    return None if without_media else Storage(settings.data_dir / "media", settings.media.bucket)


def backup(
    folder: Annotated[Path, Parameter(help="Folder to create.")],
    *,
    without_media: WithoutMedia = False,
    as_json: AsJson = False,
) -> None:
    """Back up the database and the media to a new folder, while the service runs.

    The server key is not included: store it elsewhere. The folder gets its final name when it is complete.
    """
    settings = configuration.load()
    place = folder.expanduser().absolute()
    storage = _storage(settings, without_media=without_media)
    with launch.database(settings):
        made = asyncio.run(taking.take(place, launch.owner_dsn(settings), storage, _progress))
    if as_json:
        print(json.dumps({"folder": str(place), **msgspec.to_builtins(made)}))
    else:
        media = f" and {counted(made.media.files, 'file')} of media" if made.media else ""
        say(f"Backed up {counted(sum(made.rows.values()), 'row')}{media} to {place}.")


def verify(folder: BackupFolder, *, as_json: AsJson = False) -> None:
    """Check a backup: its checksums, a restore into a temporary database, the row counts and the ledger.

    The exit status is 1 if one of the checks fails.
    """
    found = asyncio.run(verify_backup(folder.expanduser().absolute(), _progress))
    if as_json:
        print(json.dumps(msgspec.to_builtins(found)))
    else:
        for fault in found.faults:
            say(fault)
        if not found.faults:
            media = "" if found.media is None else f", {counted(found.media, 'file')} of media"
            say(f"The backup is correct: {counted(found.rows, 'row')} in {found.tables} tables{media}.")
    raise SystemExit(1 if found.faults else 0)


def restore(folder: BackupFolder, *, without_media: WithoutMedia = False, as_json: AsJson = False) -> None:
    """Restore a backup into an empty database and the media storage, and repeat later erasures of people.

    If it is interrupted, run it again. Until it succeeds, `serve` and `work` do not start on the database.
    """
    settings = configuration.load(make_key=False)
    found = Backup(folder.expanduser().absolute())
    restoring.check_schema(found, [migration.name for migration in migrations()])
    known = filter(None, (settings.secret_key, settings.previous_secret_key))
    restoring.check_key(found, {fingerprint(each) for each in known})
    found.check(_progress("Checksums"))
    storage = None
    if found.manifest.media is not None:
        storage = _storage(settings, without_media=without_media)
    with launch.database(settings):
        asyncio.run(_restore(settings, found, storage))
    taken_at = found.manifest.taken_at
    report(
        {"restored": str(found.folder), "taken_at": clock.rfc3339(taken_at)},
        f"Restored the backup of {taken_at:%Y-%m-%d %H:%M:%S} UTC.",
        as_json=as_json,
    )


async def _restore(settings: Settings, found: Backup, storage: Storage | None) -> None:
    owner = launch.owner_dsn(settings)
    runtime_user = urlsplit(launch.runtime_dsn(settings)).username or "postgres"
    await restoring.load(found, owner, runtime_user, storage, _progress)
    await launch.bring_up_to_date(settings, say)
    async with launch.services(settings) as services:
        done = await replay(services)
    if done.entries:
        say(f"Read {counted(done.entries, 'erasure')}. Erased {counted(done.erased, 'person')} again.")
    await finish_restore(owner)


@embedded_app.command(name="upgrade")
def upgrade_embedded(
    *,
    programs: Annotated[
        Path | None,
        Parameter(
            help="Folder with the programs of the previous PostgreSQL version, if "
            "they are not in /usr/lib/postgresql."
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Move the embedded database to the PostgreSQL version that this version of Wellwish includes.

    The old database stays next to the new one, in a folder named after its version.
    """
    settings = configuration.load()
    kept = asyncio.run(upgrade(settings.database_dir, programs, _progress))
    text = f"Upgraded the embedded database. Delete {kept} when you no longer need the previous one."
    if kept is None:
        text = "The embedded database already has the included version."
    report({"former_database": kept and str(kept)}, text, as_json=as_json)
