"""Mail servers in the settings: one URL with host, user, password and weight for each."""

from dataclasses import dataclass, field
from typing import Final, Literal
from urllib.parse import parse_qsl, unquote

from wellwish.base.idn import ascii_host, is_host
from wellwish.base.settings.loopback import LOOPBACK_HOSTS
from wellwish.base.settings.split import split

_PORTS: Final = {"smtp": 587, "smtps": 465}  # RFC 8314 section 7.3 and 3.3
WEIGHT: Final = 10
CONNECTIONS: Final = 20  # a common limit of relays for one client


@dataclass(frozen=True)
class SmtpServer:
    """A mail server. Servers with greater weight are tried first."""

    host: str
    port: int
    tls: Literal["implicit", "starttls", "none"]
    username: str | None = None
    password: str | None = field(default=None, repr=False)
    weight: int = WEIGHT
    connections: int = CONNECTIONS  # concurrent, per process


def read(url: str) -> SmtpServer:
    """Returns the server of a URL. Raises ValueError; its message contains no part of the URL."""
    parts = split(url)
    if parts.scheme not in _PORTS or not is_host(parts.hostname) or parts.path.strip("/"):
        raise ValueError("must look like smtp://user:password@mail.example.org:587 or smtps://...:465")
    given = dict(parse_qsl(parts.query, keep_blank_values=True))
    tls = given.pop("tls", "starttls")
    weight = given.pop("weight", str(WEIGHT))
    connections = given.pop("connections", str(CONNECTIONS))
    if given or tls not in ("starttls", "none") or not _is_count(weight) or not _is_count(connections):
        raise ValueError(
            "can have only the parameters tls (starttls or none), weight and connections (each 1 to 1000)"
        )
    if tls == "none" and parts.username is not None and parts.hostname not in LOOPBACK_HOSTS:
        raise ValueError("would send its password unencrypted; remove tls=none")
    return SmtpServer(
        host=ascii_host(parts.hostname),
        port=parts.port or _PORTS[parts.scheme],
        tls="implicit" if parts.scheme == "smtps" else "none" if tls == "none" else "starttls",
        username=unquote(parts.username) if parts.username else None,
        password=unquote(parts.password) if parts.password else None,
        weight=int(weight),
        connections=int(connections),
    )


def _is_count(given: str) -> bool:
    return given.isascii() and given.isdecimal() and len(given) <= 4 and 1 <= int(given) <= 1000
