"""A report of a note: why somebody thinks that it should not stand."""

from typing import Final, Literal, get_args

Reason = Literal["hurtful", "private", "spam", "other"]
REASONS: Final[tuple[Reason, ...]] = get_args(Reason)
MAX_TEXT: Final = 500
MAX_OF_NOTE: Final = 50  # further ones tell an admin nothing new
