"""Limits of what one account, card or network address can use; 0 means no limit."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

MOST: Final = 1_000_000_000_000


@dataclass(frozen=True)
class Limits:
    """Bytes."""

    stored_response_bytes: int = 100_000_000  # of an account, for its idempotency keys
    body_memory_bytes: int = 256 * 1024 * 1024  # of a process, for bodies that are arriving


_VARIABLES: Final = {
    "stored_response_bytes": "WELLWISH_STORED_RESPONSE_BYTES",
    "body_memory_bytes": "WELLWISH_BODY_MEMORY_BYTES",
}


def read(number: Callable[[str, int], int]) -> Limits:
    """Returns the limits; ``number`` reads a variable with its default."""
    default = Limits()
    return Limits(**{name: number(variable, getattr(default, name)) for name, variable in _VARIABLES.items()})
