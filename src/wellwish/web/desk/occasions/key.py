"""The key of an occasion: its name in forms, and the anchor of its row."""

from typing import Any, Final

from wellwish.occasions.occasion import Occasion

_PARTS: Final = 4
_MAX_YEAR: Final = 4  # digits


def key_of(each: Occasion) -> str:
    return ".".join((each.person_id, each.occasion, str(each.year), each.date_name or ""))


def named(key: str) -> dict[str, Any] | None:
    """Returns the members that name the occasion in bodies, or None if this is no key."""
    parts = key.split(".")
    if len(parts) != _PARTS or not (
        parts[2].isascii() and parts[2].isdecimal() and len(parts[2]) <= _MAX_YEAR
    ):
        return None
    person_id, occasion, year, date_name = parts
    return {"person_id": person_id, "occasion": occasion, "year": int(year), "date_name": date_name or None}
