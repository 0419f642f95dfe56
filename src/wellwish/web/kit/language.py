"""The language of a page: chosen by the reader, or requested by the browser."""

import re
from collections.abc import Iterator
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from wellwish.base.language import Language, spoken
from wellwish.web.kit.cookie import KEPT_S, partition
from wellwish.web.kit.framed import is_framed

COOKIE: Final = "lang"
PARAMETER: Final = "lang"
_MAX_RANGES: Final = 20  # maximum ranges read from an Accept-Language header; browsers send a few
_RANGE: Final = re.compile(
    r"\s*([A-Za-z]{1,8})(?:-[A-Za-z0-9-]{1,50})?\s*(?:;\s*q\s*=\s*([01](?:\.[0-9]{0,3})?))?\s*"
)


def cookie_name(request: Request) -> str:
    """Returns the name of the cookie with the chosen language, which differs in frames."""
    return f"framed-{COOKIE}" if is_framed(request) else COOKIE


def keep_language(request: Request, response: Response, language: Language) -> None:
    """Sets the language cookie. It is not secret, so its name is the same over TLS and on loopback."""
    framed = is_framed(request)
    response.set_cookie(
        cookie_name(request),
        language.code,
        max_age=KEPT_S,
        path="/",
        secure=framed,
        httponly=True,
        samesite="none" if framed else "lax",
    )
    if framed:
        partition(response)


def keep_chosen(request: Request, response: Response, language: Language) -> None:
    """Stores the language in a cookie if it is in the page's URL and not yet in the cookie."""
    is_chosen = request.query_params.get(PARAMETER) == language.code
    if is_chosen and request.cookies.get(cookie_name(request)) != language.code:
        keep_language(request, response, language)


def choose(request: Request, *fallbacks: str | None) -> Language:
    """Returns the chosen language, otherwise the browser's, otherwise the first supported fallback.

    A fallback is a locale of the card or the account, such as ``de-AT``.
    """
    chosen = request.query_params.get(PARAMETER) or request.cookies.get(cookie_name(request), "")
    return spoken(chosen, *_accepted(request.headers.get("accept-language", "")), *fallbacks)


def _accepted(header: str) -> Iterator[str]:
    """Returns the browser's languages in order of preference (RFC 9110 section 12.5.4)."""
    weighted: list[tuple[float, str]] = []
    for part in header.split(",")[:_MAX_RANGES]:
        found = _RANGE.fullmatch(part)
        if found is not None and (weight := float(found[2] or 1)) > 0:
            weighted.append((-weight, found[1]))
    yield from (code for _, code in sorted(weighted, key=lambda each: each[0]))
