"""The settings, and the functions that read them from the environment."""

import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from wellwish.base.crypto import KEY_BYTES
from wellwish.base.idn import ascii_host
from wellwish.base.settings import base_url, bounces, database, limits, mail, media, operator, sms, telemetry
from wellwish.base.settings.bounces import BounceSettings
from wellwish.base.settings.key_file import kept_key
from wellwish.base.settings.limits import Limits
from wellwish.base.settings.loopback import LOOPBACK_HOSTS
from wellwish.base.settings.mail import SmtpServer
from wellwish.base.settings.media import MediaSettings
from wellwish.base.settings.operator import OperatorSettings
from wellwish.base.settings.reader import FILE, SECRETS, Reader
from wellwish.base.settings.sms import SmsProvider
from wellwish.base.settings.telemetry import TelemetrySettings

_MEDIA: Final = (
    "WELLWISH_MEDIA_URL", "WELLWISH_MEDIA_KEY", "WELLWISH_MEDIA_SECRET", "WELLWISH_MEDIA_REGION",
    "WELLWISH_MEDIA_ENDPOINT", "WELLWISH_CLAMD", "WELLWISH_FETCH_MEDIA",
)  # fmt: skip


class SettingsError(Exception):
    """Invalid settings. The message lists all faults, one per line."""


@dataclass(frozen=True)
class Settings:
    """The operator's settings. Times are in seconds, sizes in bytes."""

    data_dir: Path
    base_url: str
    secret_key: bytes = field(repr=False)
    previous_secret_key: bytes | None = field(default=None, repr=False)
    host: str = "127.0.0.1"
    port: int = 8080
    proxies: int = 0
    database_url: str | None = field(default=None, repr=False)
    owner_database_url: str | None = field(default=None, repr=False)
    demo: bool = False
    workers: int = 1
    pool_size: int = 10
    statement_cache: int = 1000
    drain_s: float = 0.0
    requests_per_minute: int = 1200
    page_requests_per_minute: int = 300
    signings_per_minute: int = 60
    wrong_links_per_minute: int = 30
    failures_per_minute: int = 60
    body_deadline_s: float = 10.0
    limits: Limits = field(default_factory=Limits)
    log_level: str = "info"
    log_format: str = "auto"
    telemetry: TelemetrySettings = field(default_factory=TelemetrySettings)
    metrics_token: str | None = field(default=None, repr=False)
    smtp_servers: tuple[SmtpServer, ...] = ()
    postmark_token: str | None = field(default=None, repr=False)
    postmark_stream: str = "outbound"
    postmark_url: str = "https://api.postmarkapp.com"
    postmark_weight: int = mail.WEIGHT
    postmark_webhook_password: str | None = field(default=None, repr=False)
    mail_from: str | None = None
    contact_email: str | None = None
    operator: OperatorSettings = field(default_factory=OperatorSettings)
    bounces: BounceSettings = field(default_factory=BounceSettings)
    postal_address: str | None = None
    messages_per_day: int = 2000
    messages_per_day_unproven: int = 100
    sms_providers: tuple[SmsProvider, ...] = ()
    sms_countries: frozenset[str] = frozenset()
    sms_per_day: int = 200
    media: MediaSettings = field(default_factory=MediaSettings)
    bundles_file: Path | None = None
    sign_up: str = "closed"
    stripe_key: str | None = field(default=None, repr=False)
    stripe_webhook_secret: str | None = field(default=None, repr=False)
    stripe_connect_webhook_secret: str | None = field(default=None, repr=False)
    stripe_url: str = "https://api.stripe.com"
    stripe_invoices: str = "off"
    stripe_application_fee_bp: int = 0

    @property
    def sends_mail(self) -> bool:
        """Whether a mail server is configured."""
        return bool(self.smtp_servers) or self.postmark_token is not None

    @property
    def host_name(self) -> str:
        """The host name for mail headers; ``localhost`` for an IPv6 address."""
        host = urlsplit(self.base_url).hostname or ""
        return "localhost" if ":" in host or not host else ascii_host(host)

    @property
    def embedded(self) -> bool:
        """Whether the embedded database is used."""
        return self.database_url is None

    @property
    def database_dir(self) -> Path:
        """The folder of the embedded database."""
        return self.data_dir / "postgres"

    @property
    def loopback(self) -> bool:
        """Whether the base URL is a loopback address."""
        return urlsplit(self.base_url).hostname in LOOPBACK_HOSTS


def load(
    environment: Mapping[str, str] | None = None, *, demo: bool | None = None, make_key: bool = True
) -> Settings:
    """Returns the settings from the environment. Raises SettingsError with all faults.

    Without WELLWISH_SECRET_KEY, the key of the embedded database is read from a file in the data folder. The
    first start creates this file (mode 0600) unless ``make_key`` is false.
    """
    return _read(Reader(os.environ if environment is None else environment), demo, make_key=make_key)


def secret_files(environment: Mapping[str, str] | None = None) -> list[tuple[str, Path]]:
    """Returns the ``..._FILE`` settings whose file exists, each with its file."""
    given = os.environ if environment is None else environment
    named = [(f"{name}{FILE}", Path(given.get(f"{name}{FILE}", "").strip()).expanduser()) for name in SECRETS]
    return sorted((name, file) for name, file in named if file.is_file())


def unknown_names(environment: Mapping[str, str] | None = None) -> list[tuple[str, str | None]]:
    """Returns the WELLWISH_... variables that are not settings, each with the most similar setting."""
    reader = Reader(os.environ if environment is None else environment)
    with suppress(SettingsError):
        _read(reader, None, make_key=False)
    return reader.unknown()


def _read(reader: Reader, demo: bool | None, *, make_key: bool) -> Settings:
    if demo is None:
        demo = reader.choice("WELLWISH_DEMO", "0", ("0", "1")) == "1"
    host = reader.ip_address("WELLWISH_HOST", "127.0.0.1")
    port = reader.number("WELLWISH_PORT", 8080, int, 1, 65535)
    data_dir = Path(reader.text("WELLWISH_DATA_DIR", "wellwish-data") or "").expanduser().absolute()
    database_url = reader.text("DATABASE_URL")
    url, faults = base_url.read(reader.text("WELLWISH_BASE_URL"), port)
    reader.faults += faults
    made = Settings(
        data_dir=data_dir,
        base_url=url,
        secret_key=_secret_key(reader, data_dir, embedded=database_url is None, make=make_key),
        previous_secret_key=_hexadecimal(reader, "WELLWISH_SECRET_KEY_PREVIOUS"),
        host=host,
        port=port,
        proxies=reader.number("WELLWISH_PROXIES", 0, int, 0, 10),
        database_url=database_url,
        owner_database_url=reader.text("WELLWISH_OWNER_DATABASE_URL"),
        demo=demo,
        workers=reader.number("WELLWISH_WORKERS", 1, int, 1, 64),
        pool_size=reader.number("WELLWISH_POOL_SIZE", 10, int, 1, 200),
        drain_s=reader.number("WELLWISH_DRAIN_S", 0.0, float, 0.0, 600.0),
        statement_cache=reader.number("WELLWISH_STATEMENT_CACHE", 1000, int, 0, 10_000),
        requests_per_minute=reader.number("WELLWISH_REQUESTS_PER_MINUTE", 1200, int, 0, 10_000_000),
        page_requests_per_minute=reader.number("WELLWISH_PAGE_REQUESTS_PER_MINUTE", 300, int, 0, 10_000_000),
        signings_per_minute=reader.number("WELLWISH_SIGNINGS_PER_MINUTE", 60, int, 0, 10_000_000),
        wrong_links_per_minute=reader.number("WELLWISH_WRONG_LINKS_PER_MINUTE", 30, int, 0, 10_000_000),
        failures_per_minute=reader.number("WELLWISH_FAILURES_PER_MINUTE", 60, int, 0, 10_000_000),
        body_deadline_s=reader.number("WELLWISH_BODY_DEADLINE_S", 10.0, float, 1.0, 300.0),
        log_level=reader.choice("WELLWISH_LOG_LEVEL", "info", ("debug", "info", "warning", "error")),
        log_format=reader.choice("WELLWISH_LOG_FORMAT", "auto", ("auto", "json", "text")),
        metrics_token=telemetry.read_metrics_token(reader),
        telemetry=telemetry.read(reader),
        operator=operator.read(reader),
        sign_up=reader.choice("WELLWISH_SIGN_UP", "closed", ("open", "invite", "closed")),
        stripe_key=reader.text("WELLWISH_STRIPE_KEY"),
        stripe_webhook_secret=reader.text("WELLWISH_STRIPE_WEBHOOK_SECRET"),
        stripe_connect_webhook_secret=reader.text("WELLWISH_STRIPE_CONNECT_WEBHOOK_SECRET"),
        stripe_url=reader.server("WELLWISH_STRIPE_URL", "https://api.stripe.com"),
        stripe_invoices=reader.choice("WELLWISH_STRIPE_INVOICES", "off", ("off", "on", "with_tax")),
        stripe_application_fee_bp=reader.number("WELLWISH_STRIPE_APPLICATION_FEE_BP", 0, int, 0, 5000),
        bundles_file=reader.path("WELLWISH_BUNDLES"),
    )
    files, faults = media.read({name: reader.text(name) for name in _MEDIA})
    reader.faults += faults
    rows = limits.read(lambda name, default, low, high: reader.number(name, default, int, low, high))
    made = replace(made, media=files, limits=rows, **_delivery(reader))
    for name in ("DATABASE_URL", "WELLWISH_OWNER_DATABASE_URL"):
        reader.faults += database.faults(name, reader.text(name))
    reader.faults += _demo_faults(made) if demo else []
    if reader.faults:
        raise SettingsError("\n".join(reader.faults))
    return made


def _delivery(reader: Reader) -> dict[str, Any]:
    """Returns the settings of email and text messages."""
    mail_from = reader.mailbox("WELLWISH_MAIL_FROM")
    made: dict[str, Any] = {
        "contact_email": reader.mailbox("WELLWISH_CONTACT_EMAIL"),
        "smtp_servers": _smtp_servers(reader),
        "postmark_token": reader.text("WELLWISH_POSTMARK_TOKEN"),
        "postmark_stream": reader.text("WELLWISH_POSTMARK_STREAM", "outbound"),
        "postmark_url": reader.server("WELLWISH_POSTMARK_URL", "https://api.postmarkapp.com"),
        "postmark_weight": reader.number("WELLWISH_POSTMARK_WEIGHT", mail.WEIGHT, int, 1, 1000),
        "postmark_webhook_password": reader.text("WELLWISH_POSTMARK_WEBHOOK_PASSWORD"),
        "mail_from": mail_from,
        "postal_address": reader.text("WELLWISH_POSTAL_ADDRESS"),
        "messages_per_day": reader.number("WELLWISH_MESSAGES_PER_DAY", 2000, int, 0, 10_000_000),
        "messages_per_day_unproven": reader.number(
            "WELLWISH_MESSAGES_PER_DAY_UNPROVEN", 100, int, 0, 10_000_000
        ),
    }
    made |= _texts(reader)
    made["bounces"], faults = bounces.read(
        reader.text("WELLWISH_BOUNCES_ADDRESS"), reader.text("WELLWISH_BOUNCES_IMAP_URL")
    )
    reader.faults += faults
    if (made["smtp_servers"] or made["postmark_token"]) and mail_from is None:
        reader.faults.append("WELLWISH_MAIL_FROM, the sender address, is required with a mail server")
    return made


def _texts(reader: Reader) -> dict[str, Any]:
    providers, faults = sms.read_all(reader.text("WELLWISH_SMS_PROVIDERS") or "")
    countries, unknown = sms.countries(reader.text("WELLWISH_SMS_COUNTRIES") or "")
    reader.faults += [f"WELLWISH_SMS_PROVIDERS: {fault}" for fault in faults]
    if unknown:
        reader.faults.append(
            f"WELLWISH_SMS_COUNTRIES must be two-letter country codes, such as US CA, not {unknown}"
        )
    elif providers and not countries:
        reader.faults.append("WELLWISH_SMS_COUNTRIES, such as US CA, is required with an SMS carrier")
    per_day = reader.number("WELLWISH_SMS_PER_DAY", 200, int, 0, 10_000_000)
    return {"sms_providers": providers, "sms_countries": countries, "sms_per_day": per_day}


def _smtp_servers(reader: Reader) -> tuple[SmtpServer, ...]:
    """Returns the servers by descending weight, and in the given order for equal weights."""
    urls = (reader.text("WELLWISH_SMTP_URLS") or "").split()
    found: list[SmtpServer] = []
    for position, url in enumerate(urls, start=1):
        try:
            found.append(mail.read(url))
        except ValueError as error:
            # Never the URL itself, because it contains a password.
            reader.faults.append(f"WELLWISH_SMTP_URLS: address {position} {error}")
    return tuple(sorted(found, key=lambda server: -server.weight))


def _demo_faults(settings: Settings) -> list[str]:
    faults: list[str] = []
    if not settings.embedded:
        faults.append("--demo works only with the embedded database; unset DATABASE_URL")
    if not settings.loopback:
        faults.append(
            "--demo works only with a loopback WELLWISH_BASE_URL, since it gives credentials to anyone"
        )
    if settings.host not in LOOPBACK_HOSTS:
        faults.append("--demo listens only on a loopback address; unset WELLWISH_HOST")
    return faults


def _hexadecimal(reader: Reader, name: str) -> bytes | None:
    """Returns the key in a variable, or None if it is not set."""
    given = reader.text(name)
    if given is None:
        return None
    try:
        key = bytes.fromhex(given)
    except ValueError:
        key = b""
    if len(key) < KEY_BYTES:
        reader.faults.append(f"{name} must have {KEY_BYTES * 2} hexadecimal digits: openssl rand -hex 32")
    return key


def _secret_key(reader: Reader, folder: Path, *, embedded: bool, make: bool) -> bytes:
    if (key := _hexadecimal(reader, "WELLWISH_SECRET_KEY")) is not None:
        return key
    if not embedded and not reader.is_faulty("WELLWISH_SECRET_KEY"):
        reader.faults.append("WELLWISH_SECRET_KEY is required with DATABASE_URL: openssl rand -hex 32")
    if not embedded:
        return b""
    try:
        return kept_key(folder / "secret.key", make=make)
    except ValueError as fault:
        reader.faults.append(str(fault))
        return b""
