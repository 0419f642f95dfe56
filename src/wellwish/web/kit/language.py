"""The language of a page: chosen by the reader, or requested by the browser."""

import re
from collections.abc import Iterator
from typing import Final

from starlette.requests import Request

from wellwish.language import Language, spoken

COOKIE: Final = "lang"
PARAMETER: Final = "lang"
_MAX_RANGES: Final = 20  # of an Accept-Language header; browsers send a handful
_RANGE: Final = re.compile(
    r"\s*([A-Za-z]{1,8})(?:-[A-Za-z0-9-]{1,50})?\s*(?:;\s*q\s*=\s*([01](?:\.[0-9]{0,3})?))?\s*"
)


def choose(request: Request, *fallbacks: str | None) -> Language:
    """Returns the language that the reader chose, else the browser's, else that of the first fallback.

    A fallback is a locale of the card or the account, such as ``de-AT``.
    """
    chosen = request.query_params.get(PARAMETER) or request.cookies.get(COOKIE, "")
    return spoken(chosen, *_accepted(request.headers.get("accept-language", "")), *fallbacks)


def _accepted(header: str) -> Iterator[str]:
    """Returns the browser's languages in order of preference (RFC 9110 section 12.5.4)."""
    weighted: list[tuple[float, str]] = []
    for part in header.split(",")[:_MAX_RANGES]:
        found = _RANGE.fullmatch(part)
        if found is not None and (weight := float(found[2] or 1)) > 0:
            weighted.append((-weight, found[1]))
    yield from (code for _, code in sorted(weighted, key=lambda each: each[0]))
