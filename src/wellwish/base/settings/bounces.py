"""Settings for bounce messages: the envelope sender to which they return, and their mailbox."""

import re
from dataclasses import dataclass, field
from typing import Final, Literal
from urllib.parse import unquote

from wellwish.base.idn import ascii_host, is_host
from wellwish.base.settings.loopback import LOOPBACK_HOSTS
from wellwish.base.settings.split import split

_PORTS: Final = {"imap": 143, "imaps": 993}  # RFC 8314 section 3.2, RFC 3501
# RFC 5321 4.5.3.1.1: a local part has at most 64 bytes; a plus sign and the token need 27.
_ADDRESS: Final = re.compile(r"[A-Za-z0-9._=-]{1,37}@[A-Za-z0-9.-]{1,255}")
_FOLDER: Final = re.compile(r"[ !#-\[\]-~]{1,255}")  # printable ASCII without quotes and backslashes


@dataclass(frozen=True)
class ImapServer:
    """A mailbox on an IMAP server."""

    host: str
    port: int
    tls: Literal["implicit", "starttls", "none"]
    username: str
    password: str = field(repr=False)
    folder: str = "INBOX"


@dataclass(frozen=True)
class BounceSettings:
    """Without an address, the envelope sender is ``WELLWISH_MAIL_FROM``, and bounces are not read."""

    address: str | None = None
    imap: ImapServer | None = None


def read(address: str | None, url: str | None) -> tuple[BounceSettings, list[str]]:
    """Returns the settings and their faults, which contain no part of the URL."""
    faults: list[str] = []
    if address is not None and _ADDRESS.fullmatch(address) is None:
        faults.append(
            "WELLWISH_BOUNCES_ADDRESS must be a bare address with at most 37 characters before the @, such "
            f"as bounce@bounces.example.org, not {address!r}"
        )
    if url is None:
        return BounceSettings(address), faults
    if address is None:
        faults.append("WELLWISH_BOUNCES_ADDRESS is required with WELLWISH_BOUNCES_IMAP_URL")
    try:
        return BounceSettings(address, _mailbox(url)), faults
    except ValueError as error:
        return BounceSettings(address), [*faults, f"WELLWISH_BOUNCES_IMAP_URL {error}"]


def _mailbox(url: str) -> ImapServer:
    parts = split(url)
    folder = unquote(parts.path.strip("/")) or "INBOX"
    if parts.scheme not in _PORTS or not is_host(parts.hostname) or not parts.username or not parts.password:
        raise ValueError("must look like imaps://user:password@mail.example.org/INBOX")
    if parts.query not in ("", "tls=none") or _FOLDER.fullmatch(folder) is None:
        raise ValueError("can have only a folder and the parameter tls=none")
    if parts.query and parts.hostname not in LOOPBACK_HOSTS:
        raise ValueError("would send its password unencrypted; remove tls=none")
    return ImapServer(
        host=ascii_host(parts.hostname),
        port=parts.port or _PORTS[parts.scheme],
        tls="implicit" if parts.scheme == "imaps" else "none" if parts.query else "starttls",
        username=unquote(parts.username),
        password=unquote(parts.password),
        folder=folder,
    )
