"""Deprecated operations and fields, announced in headers, warnings and the OpenAPI document."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from email.utils import format_datetime
from typing import Any, Final, get_args, get_origin, get_type_hints

# The minimum notice, as promised to clients in the guide to versions.
NOTICE: Final = timedelta(days=180)
CODE: Final = "deprecated"  # the code of the warning
_GUIDE: Final = "/docs/guides/versions"


@dataclass(frozen=True)
class Deprecated:
    """The deprecation of a route or field: its time, the replacement, and the day of removal.

    Routes specify it as ``deprecated``, fields as an annotation next to their ``Meta``.
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
    """Returns ``Deprecation`` (RFC 9745) and ``Sunset`` (RFC 8594) with the earliest dates."""
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
