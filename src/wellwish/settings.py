"""The settings: read once from the environment, all faults told at once."""

import os
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TypeVar
from urllib.parse import urlsplit

from wellwish.crypto import KEY_BYTES

N = TypeVar("N", int, float)
_TOKEN_CHARACTERS: Final = 32  # 128 bits in hexadecimal
LOOPBACK_HOSTS: Final = frozenset({"127.0.0.1", "::1", "localhost"})


class SettingsError(Exception):
    """Settings that cannot be used; the text lists every fault, one a line."""


@dataclass(frozen=True)
class Settings:
    """What the operator decides. Times are in seconds, sizes in bytes."""

    data_dir: Path
    base_url: str
    secret_key: bytes = field(repr=False)
    host: str = "127.0.0.1"
    port: int = 8080
    database_url: str | None = field(default=None, repr=False)
    owner_database_url: str | None = field(default=None, repr=False)
    demo: bool = False
    workers: int = 1
    pool_size: int = 10
    requests_per_minute: int = 1200
    body_deadline_s: float = 10.0
    log_level: str = "info"
    metrics_token: str | None = field(default=None, repr=False)

    @property
    def embedded(self) -> bool:
        """Tells whether the database is the one that comes along."""
        return self.database_url is None

    @property
    def database_dir(self) -> Path:
        """Where the embedded database lives."""
        return self.data_dir / "postgres"

    @property
    def loopback(self) -> bool:
        """Tells whether the service is reached at a loopback address only."""
        return urlsplit(self.base_url).hostname in LOOPBACK_HOSTS


class _Reader:
    """Reads variables and gathers what is wrong with them."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self.environment = environment
        self.faults: list[str] = []

    def text(self, name: str, default: str | None = None) -> str | None:
        value = self.environment.get(name, "").strip()
        return value or default

    def number(self, name: str, default: N, kind: Callable[[str], N], low: N, high: N) -> N:
        value = self.text(name)
        if value is None:
            return default
        try:
            number = kind(value)
        except ValueError:
            number = None
        if number is None or not low <= number <= high:
            self.faults.append(f"{name} must be a number from {low} to {high}, not {value!r}")
            return default
        return number

    def choice(self, name: str, default: str, words: tuple[str, ...]) -> str:
        value = self.text(name, default) or default
        if value not in words:
            self.faults.append(f"{name} must be one of {', '.join(words)}, not {value!r}")
            return default
        return value


def load(
    environment: Mapping[str, str] | None = None, *, demo: bool | None = None, make_key: bool = True
) -> Settings:
    """Returns the settings from the environment. Raises SettingsError with every fault at once.

    Without WELLWISH_SECRET_KEY the embedded default keeps one in the data folder, made at the first
    start (mode 0600) unless ``make_key`` is false.
    """
    reader = _Reader(os.environ if environment is None else environment)
    if demo is None:
        demo = reader.choice("WELLWISH_DEMO", "0", ("0", "1")) == "1"
    host = reader.text("WELLWISH_HOST", "127.0.0.1") or ""
    port = reader.number("WELLWISH_PORT", 8080, int, 1, 65535)
    data_dir = Path(reader.text("WELLWISH_DATA_DIR", "wellwish-data") or "").expanduser().absolute()
    database_url = reader.text("DATABASE_URL")
    made = Settings(
        data_dir=data_dir,
        base_url=_base_url(reader, port),
        secret_key=_secret_key(reader, data_dir, embedded=database_url is None, make=make_key),
        host=host,
        port=port,
        database_url=database_url,
        owner_database_url=reader.text("WELLWISH_OWNER_DATABASE_URL"),
        demo=demo,
        workers=reader.number("WELLWISH_WORKERS", 1, int, 1, 64),
        pool_size=reader.number("WELLWISH_POOL_SIZE", 10, int, 1, 200),
        requests_per_minute=reader.number("WELLWISH_REQUESTS_PER_MINUTE", 1200, int, 0, 10_000_000),
        body_deadline_s=reader.number("WELLWISH_BODY_DEADLINE_S", 10.0, float, 1.0, 300.0),
        log_level=reader.choice("WELLWISH_LOG_LEVEL", "info", ("debug", "info", "warning", "error")),
        metrics_token=_metrics_token(reader),
    )
    for name in ("DATABASE_URL", "WELLWISH_OWNER_DATABASE_URL"):
        url = reader.text(name)
        if url is not None and not url.startswith(("postgresql://", "postgres://")):
            reader.faults.append(f"{name} must start with postgresql://")
    if demo:
        reader.faults.extend(_demo_faults(made))
    if reader.faults:
        raise SettingsError("\n".join(reader.faults))
    return made


def _base_url(reader: _Reader, port: int) -> str:
    url = (reader.text("WELLWISH_BASE_URL") or f"http://localhost:{port}").rstrip("/")
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
        reader.faults.append(
            "WELLWISH_BASE_URL must be an http or https URL without query, such as https://cards.example.org"
        )
    elif parts.scheme == "http" and parts.hostname not in LOOPBACK_HOSTS:
        reader.faults.append(
            "WELLWISH_BASE_URL must be https unless it is a loopback address: links carry tokens"
        )
    return url


def _metrics_token(reader: _Reader) -> str | None:
    token = reader.text("WELLWISH_METRICS_TOKEN")
    if token is not None and (len(token) < _TOKEN_CHARACTERS or not token.isascii()):
        reader.faults.append(
            f"WELLWISH_METRICS_TOKEN must have {_TOKEN_CHARACTERS} characters or more: openssl rand -hex 32"
        )
    return token


def _demo_faults(settings: Settings) -> list[str]:
    faults: list[str] = []
    if not settings.embedded:
        faults.append("--demo works only with the embedded database: unset DATABASE_URL")
    if not settings.loopback:
        faults.append(
            "--demo works only with a loopback WELLWISH_BASE_URL: it gives credentials to whoever asks"
        )
    if settings.host not in LOOPBACK_HOSTS:
        faults.append("--demo listens only on a loopback address: unset WELLWISH_HOST")
    return faults


def _secret_key(reader: _Reader, folder: Path, *, embedded: bool, make: bool) -> bytes:
    given = reader.text("WELLWISH_SECRET_KEY")
    if given is not None:
        try:
            key = bytes.fromhex(given)
        except ValueError:
            key = b""
        if len(key) < KEY_BYTES:
            reader.faults.append(
                f"WELLWISH_SECRET_KEY must have {KEY_BYTES * 2} hexadecimal digits: openssl rand -hex 32"
            )
        return key
    if not embedded:
        reader.faults.append("WELLWISH_SECRET_KEY is required with DATABASE_URL: openssl rand -hex 32")
        return b""
    return _kept_key(folder / "secret.key", make=make)


def _kept_key(file: Path, *, make: bool) -> bytes:
    if not file.exists():
        if not make:
            return b""
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        fresh = file.with_name(f"secret.key.{os.getpid()}")
        with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as writing:
            writing.write(secrets.token_hex(KEY_BYTES) + "\n")
            writing.flush()
            os.fsync(writing.fileno())
        try:
            os.link(fresh, file)  # unlike rename, a second process cannot replace the first one's key
        except FileExistsError:
            pass
        finally:
            fresh.unlink()
    return bytes.fromhex(file.read_text().strip())
