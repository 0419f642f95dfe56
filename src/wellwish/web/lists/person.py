"""A person in a list, and what the list contains apart from people."""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

Reason = Literal[
    "no_address", "not_email", "unreachable", "sign_in_name", "whose_name", "which_name", "named_address"
]  # fmt: skip


class Person(Struct, frozen=True):
    """A person with an email address, a phone number, or both, as typed but without decoration.

    Lines are numbered from 1. ``text`` is the entry as typed; ``others`` has further addresses of the person,
    which are not used.
    """

    line: int
    text: str
    name: str = ""
    email: str = ""
    phone: str = ""
    others: tuple[str, ...] = ()


class Problem(Struct, frozen=True):
    """A part of the list, as typed, that is not used; with ``which_name`` only the address in it is."""

    line: int
    text: str
    reason: Reason


class People(Struct, frozen=True, kw_only=True):
    """The people in a list, its problems, and the names of its columns that are not used.

    With more than the permitted number of people, the list ends after one too many. ``hidden_problems``
    counts the problems after the first ``MOST_PROBLEMS``.
    """

    people: Sequence[Person] = ()
    problems: Sequence[Problem] = ()
    hidden_problems: int = 0
    unused_columns: Sequence[str] = ()

    @property
    def is_one_line(self) -> bool:
        lines = {each.line for each in self.people} | {each.line for each in self.problems}
        return len(lines) < 2


MOST_PROBLEMS = 500
SHOWN = 300  # characters of an entry


class TooWideError(Exception):
    """A row of the table has more columns than ``table.MOST_COLUMNS``."""
