"""Checks settings, database, roles, servers and disk, and reports problems and how to fix them."""

import asyncio
import os
import shutil
from typing import Final

from wellwish.auth.consents.consent import is_served
from wellwish.base import settings as configuration
from wellwish.base.crypto import Keys
from wellwish.base.errors import Unavailable
from wellwish.base.settings import Settings, SettingsError
from wellwish.bundles.load import read as read_bundles
from wellwish.cli import launch
from wellwish.cli.doctor_database import database_findings
from wellwish.cli.finding import Finding, error, unused, warning
from wellwish.infra.checkout import ProviderRefusedError, Providers, ProviderUnavailableError
from wellwish.infra.db import Database
from wellwish.infra.embedded import EmbeddedError
from wellwish.infra.mail import DeferredError
from wellwish.infra.mail.smtp import Smtp
from wellwish.infra.storage import Storage
from wellwish.keepsake import scripts
from wellwish.keepsake.pdf import is_there
from wellwish.media import clamd

_PROBE: Final = "doctor/probe"
_MIN_FREE_BYTES: Final = 1024**3  # PostgreSQL stops if it has no space for its log


def examine() -> list[Finding]:
    """Returns the findings, errors first."""
    found = [_unknown(name, nearest) for name, nearest in configuration.unknown_names()]
    try:
        settings = configuration.load(make_key=False)
    except (SettingsError, OSError) as fault:
        found += [error(line) for line in str(fault).splitlines()]
    else:
        found += _disk(settings) + _key(settings) + _bundles(settings) + mail_findings(settings)
        found += assistant_findings(installed=is_served())
        found += font_findings(scripts.find_missing() if is_there() else [])
        found += asyncio.run(_servers(settings))
        try:
            with launch.database(settings):
                found += asyncio.run(database_findings(settings))
        except (EmbeddedError, OSError) as fault:
            found.append(error(str(fault)))
        except Exception as fault:  # noqa: BLE001 - an unexpected fault is a finding, too
            found.append(error(f"The database cannot be examined: {type(fault).__name__}: {fault}"))
    order = ("error", "warning", "unused")
    return sorted(found, key=lambda each: order.index(each.level))


def _unknown(name: str, nearest: str | None) -> Finding:
    hint = f" Did you mean {nearest}?" if nearest else ""
    return warning(f"{name} is not a setting, so it has no effect.{hint}")


def _disk(settings: Settings) -> list[Finding]:
    folder = settings.data_dir
    while not folder.exists():
        folder = folder.parent
    free = shutil.disk_usage(folder).free
    if free < _MIN_FREE_BYTES:
        return [
            error(
                f"Only {free // 1024**2} MiB are free at {folder}. Free some space, or set WELLWISH_DATA_DIR."
            )
        ]
    if not os.access(folder, os.W_OK | os.X_OK):
        return [error(f"This user cannot write to {folder}. Change its owner, or set WELLWISH_DATA_DIR.")]
    return []


def _key(settings: Settings) -> list[Finding]:
    file = settings.data_dir / "secret.key"
    if file.exists() and file.stat().st_mode & 0o077:
        return [error(f"{file} is readable by other users. Run: chmod 600 {file}")]
    return []


def assistant_findings(*, installed: bool) -> list[Finding]:
    if installed:
        return []
    return [unused("Assistants cannot connect: /mcp needs the extra, pip install 'wellwish[mcp]'.")]


def font_findings(missing: list[str]) -> list[Finding]:
    """Returns the finding about fonts for the PDFs of cards."""
    if not missing:
        return []
    return [
        warning(
            "PDFs of cards cannot show all characters, because no font of this machine has: "
            f"{', '.join(missing)}. "
            "On Debian, install fonts-noto-core, fonts-noto-cjk and fonts-noto-color-emoji."
        )
    ]


def _bundles(settings: Settings) -> list[Finding]:
    if settings.bundles_file is None:
        return [] if settings.embedded else [unused("No bundles are for sale: WELLWISH_BUNDLES is not set.")]
    try:
        read_bundles(settings.bundles_file)
    except OSError as fault:
        return [error(f"WELLWISH_BUNDLES: {settings.bundles_file} cannot be read: {fault.strerror}.")]
    except ValueError as fault:
        return [error(f"WELLWISH_BUNDLES: {fault}")]
    return []


def mail_findings(settings: Settings) -> list[Finding]:
    if settings.demo:
        return []
    found: list[Finding] = []
    if not settings.sends_mail:
        found.append(
            error(
                "No mail server is configured, so invitations stay queued. Set WELLWISH_SMTP_URLS or "
                "WELLWISH_POSTMARK_TOKEN, and WELLWISH_MAIL_FROM."
            )
        )
    elif settings.postal_address is None:
        found.append(
            error(
                "WELLWISH_POSTAL_ADDRESS is not set. Anti-spam laws require a postal address in every mail."
            )
        )
    if settings.smtp_servers and settings.bounces.address is None:
        found.append(
            warning(
                "WELLWISH_BOUNCES_ADDRESS is not set, so bounces after a mail server has accepted a mail are "
                "unknown. Set it with WELLWISH_BOUNCES_IMAP_URL, or let your mail server run `wellwish "
                "bounce`."
            )
        )
    if not settings.sms_providers:
        found.append(
            unused(
                "No SMS carrier is configured, so SMS invitations stay queued. To send them, set "
                "WELLWISH_SMS_PROVIDERS and WELLWISH_SMS_COUNTRIES."
            )
        )
    return found


async def _servers(settings: Settings) -> list[Finding]:
    """Tries each server in the settings; sends nothing."""
    found = await asyncio.gather(_media(settings), _mail_servers(settings), _stripe(settings))
    return [finding for each in found for finding in each]


async def _media(settings: Settings) -> list[Finding]:
    """Writes and deletes a file in the storage, and tries the virus scanner."""
    found: list[Finding] = []
    storage = Storage(settings.data_dir / "media", settings.media.bucket)
    try:
        await storage.put(_PROBE, b"wellwish doctor")
        await storage.delete(_PROBE.partition("/")[0])
    except Unavailable:
        found.append(
            error(
                "Files cannot be written. Check the folder media in WELLWISH_DATA_DIR, or WELLWISH_MEDIA_URL "
                "with its key, region and endpoint."
            )
        )
    if settings.media.clamd is not None:
        try:
            await clamd.is_clean(settings.media.clamd, b"wellwish doctor")
        except clamd.AwayError:
            found.append(
                error("clamd does not respond at WELLWISH_CLAMD. Uploads stay pending until it does.")
            )
    return found


async def _mail_servers(settings: Settings) -> list[Finding]:
    servers = [Smtp(server, settings.host_name) for server in settings.smtp_servers]
    tried = await asyncio.gather(*(each.check() for each in servers), return_exceptions=True)
    found: list[Finding] = []
    for server, result in zip(servers, tried, strict=True):
        if isinstance(result, DeferredError):
            host = server.name.removeprefix("smtp:")
            found.append(error(f"The mail server {host} of WELLWISH_SMTP_URLS cannot be used: {result}."))
        elif isinstance(result, BaseException):
            raise result
    return found


async def _stripe(settings: Settings) -> list[Finding]:
    # Neither database nor server key is used: the key at Stripe is in the settings.
    checkout = Providers(settings, Database(""), Keys(settings.secret_key))
    operator = checkout.merchant("stripe")
    if operator is None:
        return (
            [] if settings.embedded else [unused("Bundles cannot be bought: WELLWISH_STRIPE_KEY is not set.")]
        )
    found: list[Finding] = []
    if settings.stripe_webhook_secret is None:
        found.append(
            warning(
                "WELLWISH_STRIPE_WEBHOOK_SECRET is not set, so payments are known only when Stripe is "
                "polled. Create an endpoint at Stripe for /callbacks/stripe, and set its signing secret."
            )
        )
    stripe = checkout.adapter("stripe")
    try:
        await stripe.account(operator)
    except ProviderRefusedError as fault:
        found.append(error(f"WELLWISH_STRIPE_KEY: {fault}"))
    except ProviderUnavailableError as fault:
        found.append(error(f"Stripe does not respond at {settings.stripe_url} ({fault})."))
    finally:
        await stripe.close()
    return found
