"""The contents of a list: people, problems and unused columns."""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

Reason = Literal[
    "no_address", "not_email", "unreachable", "sign_in_name", "whose_name", "which_name", "named_address"
]  # fmt: skip


class Person(Struct, frozen=True):
    """A person with an email address, a phone number, or both, as typed but without decoration.

    Lines are numbered from 1. ``text`` is the entry as typed; ``others`` contains further, unused addresses
    of the person.
    """

    line: int
    text: str
    name: str = ""
    email: str = ""
    phone: str = ""
    others: tuple[str, ...] = ()


class Problem(Struct, frozen=True):
    """An unused part of the list, as typed. With ``which_name``, only its address is used."""

    line: int
    text: str
    reason: Reason


class People(Struct, frozen=True, kw_only=True):
    """The people in a list, its problems, and the names of unused columns.

    If there are too many people, the list ends after the first excess one. ``hidden_problems``
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
SHOWN = 300  # maximum length of an entry


class TooWideError(Exception):
    """A row of the table has more columns than ``table.MOST_COLUMNS``."""
