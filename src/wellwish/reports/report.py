"""A report of a note: its reason, text and limits."""

from typing import Final, Literal, get_args

Reason = Literal["hurtful", "private", "spam", "other"]
REASONS: Final[tuple[Reason, ...]] = get_args(Reason)
MAX_TEXT: Final = 500
MAX_OF_NOTE: Final = 50  # more reports would not help admins
