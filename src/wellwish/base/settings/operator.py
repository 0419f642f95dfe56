"""The operator of the server: its legal pages, the contact for vulnerability reports, and its backups."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Final
from urllib.parse import urlsplit

from wellwish.base.language import Language, later
from wellwish.base.settings.reader import Reader

# The labels of the links, in the order in which pages show them.
_LABELS: Final[Mapping[str, str]] = {
    "imprint_url": later("Imprint"),
    "terms_url": later("Terms of use"),
    "privacy_url": later("Privacy notice"),
}
_BACKUPS_DAYS: Final = 14  # deploy/systemd/wellwish-backup.timer deletes backups after that many days
_IN_MAILS: Final = ("imprint_url", "privacy_url")


@dataclass(frozen=True)
class OperatorSettings:
    """The operator's own pages, the contact for ``/.well-known/security.txt``, and how long backups exist."""

    imprint_url: str | None = None
    terms_url: str | None = None
    privacy_url: str | None = None
    security_contact: str | None = None
    backups: timedelta = timedelta(days=_BACKUPS_DAYS)

    def links(self, language: Language, *, in_mail: bool = False) -> tuple[tuple[str, str], ...]:
        """Returns label and URL of each page. Emails omit the terms of use."""
        names = _IN_MAILS if in_mail else tuple(_LABELS)
        found = ((language.gettext(_LABELS[name]), getattr(self, name)) for name in names)
        return tuple((label, url) for label, url in found if url)


def read(reader: Reader) -> OperatorSettings:
    return OperatorSettings(
        imprint_url=_page(reader, "WELLWISH_IMPRINT_URL"),
        terms_url=_page(reader, "WELLWISH_TERMS_URL"),
        privacy_url=_page(reader, "WELLWISH_PRIVACY_URL"),
        security_contact=_contact(reader, "WELLWISH_SECURITY_CONTACT"),
        backups=timedelta(days=reader.number("WELLWISH_BACKUPS_DAYS", _BACKUPS_DAYS, int, 1, 3650)),
    )


def _page(reader: Reader, name: str) -> str | None:
    url = reader.text(name)
    if url is not None and not _is_https(url):
        reader.faults.append(f"{name} must be an https URL, such as https://example.org/imprint, not {url!r}")
    return url


def _contact(reader: Reader, name: str) -> str | None:
    """Returns a contact as a URI (RFC 9116 section 2.5.3)."""
    given = reader.text(name)
    if given is None or _is_https(given):
        return given
    address = reader.mailbox(name) if not given.startswith("mailto:") else given.removeprefix("mailto:")
    return f"mailto:{address}"


def _is_https(url: str) -> bool:
    try:
        parts = urlsplit(url)
        is_whole = parts.scheme == "https" and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False
    return is_whole and "@" not in parts.netloc and url.isascii() and not any(map(str.isspace, url))
