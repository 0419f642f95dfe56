"""The message of an error that an operation reports about a field."""

from collections.abc import Mapping
from typing import Final

from wellwish.base.errors import Fault
from wellwish.base.language import later

_TOO_LONG: Final = later("Shorten this text")
_OTHERWISE: Final = later("Check this answer and try again")


def sentence(says: Mapping[tuple[str, str], str], field: str, fault: Fault) -> str:
    """Returns the untranslated message. ``says`` has those of fields, by code, or without a code for all."""
    found = says.get((field, fault.code))
    if found is None and fault.code == "too_long":
        return _TOO_LONG
    return found or says.get((field, "")) or _OTHERWISE
