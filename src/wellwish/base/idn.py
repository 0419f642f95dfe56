"""Internationalised domain names (IDNA 2008, RFC 5891; mapped by UTS 46, non-transitional).

Python's built-in codec implements IDNA 2003, which turns ``straße.de`` into ``strasse.de``, a different
domain.
"""

import re
from typing import Final, TypeGuard

import idna

_AUTHORITY: Final = re.compile(r"[a-z]+://([^/?#]*)", re.IGNORECASE)


def ascii_host(host: str) -> str:
    """Returns the host as DNS stores it: A-labels for non-ASCII labels; an ASCII host is unchanged.

    Raises ValueError for a name that IDNA 2008 refuses.
    """
    if host.isascii():
        return host
    return idna.encode(host, uts46=True, transitional=False).decode()


def ascii_domain(address: str) -> str:
    """Returns the email address with its domain as DNS stores it. Raises ValueError."""
    local, _, domain = address.rpartition("@")
    return f"{local}@{ascii_host(domain)}"


def is_host(host: str | None) -> TypeGuard[str]:
    """Whether DNS can store the host; an ASCII host is not checked."""
    try:
        return bool(host and ascii_host(host))
    except ValueError:
        return False


def ascii_url(url: str) -> str:
    """Returns the URL with its host as DNS stores it. Raises ValueError.

    URL parsers fall back to IDNA 2003, so they must get the host in ASCII.
    """
    authority = _AUTHORITY.match(url)
    if authority is None or authority[1].isascii():
        return url
    userinfo, at, host = authority[1].rpartition("@")
    name, colon, port = host.partition(":")
    begin, end = authority.span(1)
    return f"{url[:begin]}{userinfo}{at}{ascii_host(name)}{colon}{port}{url[end:]}"
