"""Cookies of pages: restricted to this host and to TLS by their name, and hidden from scripts.

With the prefix ``__Host-``, browsers refuse cookies set by another host or over plain HTTP (RFC 6265bis
section 4.1.3.2). Over plain HTTP, which is only served on loopback, the name has no prefix.
"""

import secrets
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from wellwish.infra.http import Services
from wellwish.web.kit.framed import is_framed

KEPT_S: Final = 180 * 24 * 3600  # half a year, longer than cards are open
OWN: Final = "own-"
GUEST: Final = "guest-"
_LONGEST: Final = 200
_LETTERS: Final = 12  # trailing characters of an ID in a cookie name


def read(services: Services, request: Request, name: str) -> str | None:
    """Returns the cookie's value, or None for a missing or malformed one."""
    value = request.cookies.get(_name(services, name, framed=is_framed(request)), "")
    return value if 0 < len(value) <= _LONGEST and value.isascii() else None


def keep(
    services: Services,
    response: Response,
    name: str,
    value: str,
    *,
    max_age_s: int = KEPT_S,
    framed: bool = False,
) -> None:
    """Sets the cookie; ``framed`` selects the cookie for pages in frames on other sites."""
    response.set_cookie(
        _name(services, name, framed=framed),
        value,
        max_age=max_age_s,
        path="/",
        secure=framed or is_secure(services),
        httponly=True,
        samesite="none" if framed else "lax",
    )
    if framed:
        partition(response)


def partition(response: Response) -> None:
    """Partitions the last cookie, so that each embedding site has a separate copy (CHIPS)."""
    # The standard library supports this attribute only since Python 3.14.
    header, given = response.raw_headers.pop()
    response.raw_headers.append((header, given + b"; Partitioned"))


def drop(services: Services, response: Response, name: str, *, framed: bool = False) -> None:
    keep(services, response, name, "", max_age_s=0, framed=framed)


def own_name(contribution_id: str) -> str:
    """Returns the name of the cookie with the link to a contribution by the device's owner.

    Each contribution has a cookie, so that forms sent from two tabs at the same time keep both. Earlier
    releases had a cookie per card, named after the card.
    """
    return f"{OWN}{contribution_id[-_LETTERS:]}"


def guest_name(contribution_id: str) -> str:
    """Returns the name of the cookie with the link to a contribution by somebody else on this device."""
    return f"{GUEST}{contribution_id[-_LETTERS:]}"


def values(services: Services, request: Request, prefix: str) -> dict[str, str]:
    """Returns the values of the cookies whose names begin with ``prefix``, by name."""
    whole = _name(services, prefix, framed=is_framed(request))
    names = [prefix + name.removeprefix(whole) for name in request.cookies if name.startswith(whole)]
    found = {name: read(services, request, name) for name in names}
    return {name: value for name, value in found.items() if value is not None}


def random() -> str:
    """Returns 128 random bits in 22 characters."""
    return secrets.token_urlsafe(16)


def is_secure(services: Services) -> bool:
    return services.settings.base_url.startswith("https:")


def _name(services: Services, name: str, *, framed: bool) -> str:
    name = f"framed-{name}" if framed else name
    return f"__Host-{name}" if is_secure(services) else name
