"""Checks settings, database, roles and disk, and reports problems and how to fix them."""

import asyncio
import shutil
from typing import Final

from wellwish import settings as configuration
from wellwish.cli import launch
from wellwish.db import Database, MigrationError, pending, unsafe_settings
from wellwish.embedded import EmbeddedError
from wellwish.errors import Unavailable
from wellwish.media import clamd
from wellwish.settings import Settings, SettingsError
from wellwish.storage import Storage

_PROBE: Final = "doctor/probe"
_MIN_FREE_BYTES: Final = 1024**3  # PostgreSQL stops if it has no room for its log


def examine() -> list[str]:
    """Returns a sentence for each problem."""
    try:
        settings = configuration.load(make_key=False)
    except SettingsError as error:
        return str(error).splitlines()
    found = _disk(settings) + _key(settings) + mail_faults(settings)
    found += asyncio.run(_media(settings))
    try:
        with launch.database(settings):
            found += asyncio.run(_database(settings))
    except EmbeddedError as error:
        found.append(str(error))
    except (OSError, TimeoutError) as error:
        found.append(
            f"The database does not respond ({type(error).__name__}). Check the server of DATABASE_URL."
        )
    return found


def _disk(settings: Settings) -> list[str]:
    folder = settings.data_dir
    while not folder.exists():
        folder = folder.parent
    free = shutil.disk_usage(folder).free
    if free >= _MIN_FREE_BYTES:
        return []
    return [f"Only {free // 1024**2} MiB are free at {folder}. Free some space, or set WELLWISH_DATA_DIR."]


def _key(settings: Settings) -> list[str]:
    file = settings.data_dir / "secret.key"
    if file.exists() and file.stat().st_mode & 0o077:
        return [f"{file} is readable by other users. Run: chmod 600 {file}"]
    return []


def mail_faults(settings: Settings) -> list[str]:
    """Returns a sentence for each fault of the settings of mail and texts."""
    if settings.demo:
        return []
    found: list[str] = []
    if not settings.sends_mail:
        found.append(
            "No mail server is configured, so invitations stay queued. Set WELLWISH_SMTP_URLS or "
            "WELLWISH_POSTMARK_TOKEN, and WELLWISH_MAIL_FROM."
        )
    elif settings.postal_address is None:
        found.append(
            "WELLWISH_POSTAL_ADDRESS is not set. Anti-spam laws require a postal address in every mail."
        )
    if settings.smtp_servers and settings.bounces.address is None:
        found.append(
            "WELLWISH_BOUNCES_ADDRESS is not set, so bounces after a mail server has accepted a mail are "
            "unknown. Set it with WELLWISH_BOUNCES_IMAP_URL, or let your mail server run `wellwish bounce`."
        )
    if not settings.sms_providers:
        found.append(
            "No SMS carrier is configured, so SMS invitations stay queued. Set WELLWISH_SMS_PROVIDERS and "
            "WELLWISH_SMS_COUNTRIES."
        )
    return found


async def _media(settings: Settings) -> list[str]:
    """Writes and deletes a file in the storage, and tries the virus scanner."""
    found: list[str] = []
    storage = Storage(settings.data_dir / "media", settings.media.bucket)
    try:
        await storage.put(_PROBE, b"wellwish doctor")
        await storage.delete(_PROBE.partition("/")[0])
    except Unavailable:
        found.append(
            "Files cannot be written. Check the folder media in WELLWISH_DATA_DIR, or WELLWISH_MEDIA_URL "
            "with its key, region and endpoint."
        )
    if settings.media.clamd is not None:
        try:
            await clamd.is_clean(settings.media.clamd, b"wellwish doctor")
        except clamd.AwayError:
            found.append("clamd does not respond at WELLWISH_CLAMD. Uploads stay pending until it does.")
    return found


async def _database(settings: Settings) -> list[str]:
    missing: list[str] = []
    try:
        found = await unsafe_settings(launch.runtime_dsn(settings))
        if not settings.embedded and settings.owner_database_url is None:
            found.append(
                "WELLWISH_OWNER_DATABASE_URL is not set, so migrations cannot be checked or applied."
            )
        elif missing := await pending(launch.owner_dsn(settings)):
            found.append(launch.not_migrated(missing))
    except MigrationError as error:
        return [str(error)]
    if not missing:
        db = Database(launch.runtime_dsn(settings), size=1)
        await db.open()
        try:
            found += await launch.key_faults(db, settings, record=False)
        finally:
            await db.close()
    return found
