"""Read environment variables and collect the errors in them."""

import re
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from ipaddress import ip_address
from pathlib import Path
from typing import Final, TypeVar

from wellwish.base.settings.loopback import LOOPBACK_HOSTS
from wellwish.base.settings.split import split

N = TypeVar("N", int, float)
# Settings that contain secrets. Each can be read from a file: systemd's credentials and Docker's secrets are
# files, and other processes of the user can read the environment.
SECRETS: Final = frozenset({
    "DATABASE_URL", "WELLWISH_OWNER_DATABASE_URL", "WELLWISH_SECRET_KEY", "WELLWISH_SECRET_KEY_PREVIOUS",
    "WELLWISH_METRICS_TOKEN", "WELLWISH_OTLP_HEADERS",
    "WELLWISH_SMTP_URLS", "WELLWISH_POSTMARK_TOKEN", "WELLWISH_POSTMARK_WEBHOOK_PASSWORD",
    "WELLWISH_BOUNCES_IMAP_URL", "WELLWISH_SMS_PROVIDERS", "WELLWISH_MEDIA_KEY", "WELLWISH_MEDIA_SECRET",
    "WELLWISH_STRIPE_KEY", "WELLWISH_STRIPE_WEBHOOK_SECRET", "WELLWISH_STRIPE_CONNECT_WEBHOOK_SECRET",
})  # fmt: skip
FILE: Final = "_FILE"
_PREFIX: Final = "WELLWISH_"
# Variables of the test harness and of scripts in a checkout.
_NOT_SETTINGS: Final = ("WELLWISH_TEST_", "WELLWISH_BENCH_")
_MAILBOX: Final = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@[A-Za-z0-9.-]{1,255}")
_MOST_BYTES: Final = 65_536


class Reader:
    """Reads variables and collects the errors in them."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self.environment = environment
        self.faults: list[str] = []
        self._read: dict[str, str] = {}

    def text(self, name: str, default: str | None = None) -> str | None:
        """Returns the value of NAME or, for a secret, the content of the file in NAME_FILE."""
        if name not in self._read:
            given = self.environment.get(name, "").strip()
            file = self.environment.get(name + FILE, "").strip() if name in SECRETS else ""
            if file and given:
                self.faults.append(f"{name} and {name}{FILE} are both set; unset one of them")
            elif file:
                given = self._content(name, Path(file).expanduser())
            self._read[name] = given
        return self._read[name] or default

    def mailbox(self, name: str) -> str | None:
        """Returns an email address without a display name."""
        address = self.text(name)
        if address is not None and _MAILBOX.fullmatch(address) is None:
            self.faults.append(f"{name} must be a bare address, such as cards@example.org, not {address!r}")
        return address

    def _content(self, name: str, file: Path) -> str:
        try:
            with file.open("rb") as opened:
                content = opened.read(_MOST_BYTES + 1)
            if len(content) > _MOST_BYTES:
                raise ValueError("it is larger than 64 KiB")
            if not (text := content.decode().strip()):
                raise ValueError("it is empty")
        except OSError as error:
            self.faults.append(f"{name}{FILE}: {file} cannot be read: {error.strerror}")
        except UnicodeDecodeError:
            self.faults.append(f"{name}{FILE}: {file} is not text in UTF-8")
        except ValueError as error:
            self.faults.append(f"{name}{FILE}: {file} cannot be used: {error}")
        else:
            return text
        return ""

    def ip_address(self, name: str, default: str) -> str:
        value = self.text(name, default) or default
        try:
            return str(ip_address(value))
        except ValueError:
            self.faults.append(
                f"{name} must be an IP address: 127.0.0.1 for this machine only, 0.0.0.0 or :: for all, not "
                f"{value!r}"
            )
            return default

    def server(self, name: str, default: str) -> str:
        """Returns the URL of a provider, without a trailing slash."""
        url = (self.text(name) or default).rstrip("/")
        try:
            parts = split(url)
        except ValueError:
            parts = split("")
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
            self.faults.append(f"{name} must be an https URL, such as {default}")
        elif parts.scheme == "http" and parts.hostname not in LOOPBACK_HOSTS:
            self.faults.append(
                f"{name} must use https unless it is a loopback address: requests contain a key"
            )
        return url

    def is_faulty(self, name: str) -> bool:
        """Whether a fault in this setting or its file was already found."""
        return any(fault.startswith((f"{name} ", f"{name}{FILE}")) for fault in self.faults)

    def path(self, name: str) -> Path | None:
        value = self.text(name)
        return None if value is None else Path(value).expanduser().absolute()

    def number(self, name: str, default: N, kind: Callable[[str], N], low: N, high: N) -> N:
        value = self.text(name)
        if value is None:
            return default
        try:
            number = kind(value)
        except ValueError:
            number = None
        if number is None or not low <= number <= high:
            self.faults.append(f"{name} must be a number between {low} and {high}, not {value!r}")
            return default
        return number

    def choice(self, name: str, default: str, words: tuple[str, ...]) -> str:
        value = self.text(name, default) or default
        if value not in words:
            self.faults.append(f"{name} must be one of {', '.join(words)}, not {value!r}")
            return default
        return value

    def unknown(self) -> list[tuple[str, str | None]]:
        """Returns the names of unknown settings, each with the most similar known name."""
        known = {*self._read, *(name + FILE for name in SECRETS)}
        found = sorted(
            name
            for name in self.environment
            if name.startswith(_PREFIX) and not name.startswith(_NOT_SETTINGS) and name not in known
        )
        return [(name, next(iter(get_close_matches(name, known, 1, 0.8)), None)) for name in found]
