"""Checks settings, database, roles, servers and disk, and reports problems and how to fix them."""

import asyncio
import os
import shutil
import socket
import ssl
from typing import Final

from wellwish.auth.consents.consent import is_served
from wellwish.base import settings as configuration
from wellwish.base.crypto import KEY_BYTES, Keys
from wellwish.base.errors import Unavailable
from wellwish.base.settings import Settings, SettingsError
from wellwish.cli import checks, launch, port
from wellwish.cli.doctor_database import database_findings
from wellwish.cli.finding import Finding, error, unused, warning
from wellwish.cli.os_error import sentence
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
_MIN_FREE_BYTES: Final = 1024**3  # PostgreSQL stops if it has no space for its write-ahead log


def examine() -> list[Finding]:
    """Returns the findings, errors first."""
    found = [_unknown(name, nearest) for name, nearest in configuration.unknown_names()]
    try:
        settings = configuration.load(make_key=False)
    except SettingsError as fault:
        found += [error(line) for line in str(fault).splitlines()]
    except OSError as fault:
        found.append(error(sentence(fault)))
    else:
        found += _disk(settings) + _key_files(settings) + _bundles(settings) + mail_findings(settings)
        found += _port(settings) + _database(settings)
        found += proxy_findings(settings) + assistant_findings(installed=is_served())
        found += font_findings(scripts.find_missing() if is_there() else [])
        found += asyncio.run(_servers(settings))
        try:
            with launch.database(settings):
                found += asyncio.run(database_findings(settings))
        except EmbeddedError as fault:
            found.append(error(str(fault)))
        except OSError as fault:
            found.append(error(sentence(fault)))
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


def _key_files(settings: Settings) -> list[Finding]:
    """Returns a finding for each secret file that other users can read."""
    found: list[Finding] = []
    file = settings.data_dir / "secret.key"
    if file.exists() and file.stat().st_mode & 0o077:
        found.append(error(f"{file} is readable by other users. Run: chmod 600 {file}"))
    for name, secret in configuration.secret_files():
        # systemd and containers put files there that are visible only to this service.
        if not str(secret).startswith("/run/") and secret.stat().st_mode & 0o007:
            found.append(warning(f"{name}: {secret} is readable by every user. Run: chmod o-rwx {secret}"))
    return found


def _port(settings: Settings) -> list[Finding]:
    fault = port.fault(settings)
    return [] if fault is None else [error(fault)]


def _database(settings: Settings) -> list[Finding]:
    if not settings.embedded or settings.loopback:
        return []
    return [
        warning(
            f"DATABASE_URL is not set, so the embedded database in {settings.database_dir} is used. Set "
            "it to use a PostgreSQL server."
        )
    ]


def _bundles(settings: Settings) -> list[Finding]:
    if settings.bundles_file is None and not settings.embedded:
        return [unused("No bundles are for sale: WELLWISH_BUNDLES is not set.")]
    return [error(text) for text in checks.bundle_faults(settings)]


def proxy_findings(settings: Settings) -> list[Finding]:
    if settings.proxies or not settings.base_url.startswith("https:"):
        return []
    return [
        warning(
            "WELLWISH_PROXIES is 0, but WELLWISH_BASE_URL needs a proxy for TLS. Behind a proxy, all clients "
            "share one address in rate limits, and restricted keys with networks are refused. Set it to the "
            "number of proxies that append to X-Forwarded-For."
        )
    ]


def assistant_findings(*, installed: bool) -> list[Finding]:
    if installed:
        return []
    return [unused("Assistants cannot connect: /mcp needs the extra, pip install 'wellwish[mcp]'.")]


def font_findings(missing: list[str]) -> list[Finding]:
    """Returns a warning about the scripts in ``missing``, which no font covers; no warning if it is empty."""
    if not missing:
        return []
    return [
        warning(
            "PDFs of cards cannot show all characters, because no font on this machine has: "
            f"{', '.join(missing)}. "
            "On Debian, install fonts-noto-core, fonts-noto-cjk and fonts-noto-color-emoji."
        )
    ]


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
                "WELLWISH_POSTAL_ADDRESS is not set. Anti-spam laws require a postal address in every email."
            )
        )
    if settings.smtp_servers and settings.bounces.address is None:
        found.append(
            warning(
                "WELLWISH_BOUNCES_ADDRESS is not set, so bounces that follow the acceptance of an email are "
                "not detected. Set it with WELLWISH_BOUNCES_IMAP_URL, or let your mail server run `wellwish "
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
    """Tries the file storage, the virus scanner, the SMTP servers and Stripe, without sending a message."""
    found = await asyncio.gather(_media(settings), _mail_servers(settings), _stripe(settings))
    return [finding for each in found for finding in each]


async def _media(settings: Settings) -> list[Finding]:
    """Writes and deletes a file in the storage, and tries the virus scanner."""
    found: list[Finding] = []
    storage = Storage(settings.data_dir / "media", settings.media.bucket)
    try:
        await storage.put(_PROBE, b"wellwish doctor")
        await storage.delete(_PROBE.partition("/")[0])
    except Unavailable as fault:
        found.append(error(_of_storage(settings, fault.reason or "no reason known")))
    if settings.media.clamd is not None:
        try:
            await clamd.is_clean(settings.media.clamd, b"wellwish doctor")
        except clamd.AwayError:
            found.append(
                error("clamd does not respond at WELLWISH_CLAMD. Uploads stay pending until it does.")
            )
    return found


def _of_storage(settings: Settings, reason: str) -> str:
    bucket = settings.media.bucket
    if bucket is None:
        return (
            f"Files cannot be written to {settings.data_dir / 'media'} ({reason}). Correct the owner of the "
            "folder, or set WELLWISH_DATA_DIR."
        )
    remedy = "Check WELLWISH_MEDIA_URL, WELLWISH_MEDIA_REGION and WELLWISH_MEDIA_ENDPOINT."
    if "NoSuchBucket" in reason:
        remedy = "Create the bucket, or correct WELLWISH_MEDIA_URL."
    elif "status 403" in reason:
        remedy = "Correct WELLWISH_MEDIA_KEY and WELLWISH_MEDIA_SECRET, or let this key write to the bucket."
    elif reason == "no connection":
        remedy = "Check WELLWISH_MEDIA_ENDPOINT and WELLWISH_MEDIA_REGION."
    return f"Files cannot be written to the bucket {bucket.name} of WELLWISH_MEDIA_URL ({reason}). {remedy}"


async def _mail_servers(settings: Settings) -> list[Finding]:
    servers = [Smtp(server, settings.host_name) for server in settings.smtp_servers]
    tried = await asyncio.gather(*(each.check() for each in servers), return_exceptions=True)
    found: list[Finding] = []
    for server, result in zip(servers, tried, strict=True):
        if isinstance(result, DeferredError):
            host = server.name.removeprefix("smtp:")
            found.append(
                error(f"The mail server {host} of WELLWISH_SMTP_URLS cannot be used: {_why(result)}.")
            )
        elif isinstance(result, BaseException):
            raise result
    return found


def _why(fault: DeferredError) -> str:
    """Returns the reason and the remedy, taken from the fault's causes if they are more specific."""
    cause: BaseException | None = fault
    while cause is not None:
        if isinstance(cause, ssl.SSLCertVerificationError):
            return (
                f"its certificate is not accepted ({cause.verify_message}). Renew it or, if your own "
                "authority issued it, set SSL_CERT_FILE to a file with that authority"
            )
        if isinstance(cause, socket.gaierror):
            return f"its name has no address ({cause.strerror}). Correct the name"
        if isinstance(cause, ConnectionRefusedError):
            return "nothing listens there. Correct host and port"
        cause = cause.__cause__
    return f"{fault}. Check its name, port, user and password"


async def _stripe(settings: Settings) -> list[Finding]:
    # Neither database nor server key is used, because Stripe's API key is in the settings. Before the first
    # start of the embedded database there is no server key yet.
    checkout = Providers(settings, Database(""), Keys(settings.secret_key or bytes(KEY_BYTES)))
    operator = checkout.merchant("stripe")
    if operator is None:
        return (
            [] if settings.embedded else [unused("Bundles cannot be bought: WELLWISH_STRIPE_KEY is not set.")]
        )
    found: list[Finding] = []
    if settings.stripe_webhook_secret is None:
        found.append(
            warning(
                "WELLWISH_STRIPE_WEBHOOK_SECRET is not set, so payments are detected only by polling "
                "Stripe. Create an endpoint at Stripe for /callbacks/stripe, and set its signing secret."
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
