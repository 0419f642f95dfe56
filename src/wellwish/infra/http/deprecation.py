"""Deprecated operations and fields: declared once, and said in headers, in warnings and in the document."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from email.utils import format_datetime
from typing import Any, Final, get_args, get_origin, get_type_hints

# What clients can rely on: the guide to versions promises it.
NOTICE: Final = timedelta(days=180)
CODE: Final = "deprecated"  # of the warning
_GUIDE: Final = "/docs/guides/versions"


@dataclass(frozen=True)
class Deprecated:
    """When a route or a field was deprecated, what to use instead, and the day from which it does not exist.

    Of a route, its ``deprecated``; of a field, an annotation next to its ``Meta``.
    """

    since: date
    instead: str  # a sentence
    sunset: date | None = None

    def __post_init__(self) -> None:
        if self.sunset is not None and self.sunset - self.since < NOTICE:
            raise ValueError(f"a sunset is at least {NOTICE.days} days after the deprecation")

    @property
    def says(self) -> str:
        ends = "" if self.sunset is None else f" It ends on {self.sunset}."
        return f"Deprecated since {self.since}.{ends} {self.instead}"


def headers(used: Sequence[Deprecated]) -> dict[str, str]:
    """Returns ``Deprecation`` (RFC 9745) and ``Sunset`` (RFC 8594), of several the earliest."""
    if not used:
        return {}
    made = {"Deprecation": f"@{int(_midnight(min(each.since for each in used)).timestamp())}"}
    if sunsets := [each.sunset for each in used if each.sunset is not None]:
        made["Sunset"] = format_datetime(_midnight(min(sunsets)), usegmt=True)
    return made


def link(base_url: str) -> str:
    """Returns the ``Link`` to the policy (RFC 9745 section 3)."""
    return f'<{base_url}{_GUIDE}>; rel="deprecation"; type="text/html"'


def find(hint: Any) -> Deprecated | None:
    """Returns the deprecation in the annotations of a field's type."""
    notes = getattr(hint, "__metadata__", ())
    options = get_args(hint) if get_origin(hint) is not None else ()
    mine = next((note for note in notes if isinstance(note, Deprecated)), None)
    return mine or next((found for each in options if (found := find(each)) is not None), None)


def fields_of(struct: type[Any]) -> dict[str, Deprecated]:
    """Returns the deprecated fields of a struct by name."""
    hints = get_type_hints(struct, include_extras=True)
    return {name: found for name, hint in hints.items() if (found := find(hint)) is not None}


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)
