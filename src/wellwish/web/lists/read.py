"""Read people from pasted text or a file."""

import itertools
from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import structs

from wellwish.web.lists import clean, columns, line, table, vcard
from wellwish.web.lists.person import MOST_PROBLEMS, People, Person, Problem

_MOST_HIDDEN: Final = 20_000  # allows two problems for each of 10,000 people


def read(text: str, most: int) -> People:
    """Returns the people in order, at most ``most + 1``. Raises TooWideError.

    No name contains an ``@``, and each word with an ``@`` is part of an address, a problem or an unused
    column. The time is linear in the length of the text.
    """
    text = clean.clean(text)
    if vcard.is_in(text):
        unused: dict[str, None] = {}
        found = _collect(_of_vcards(text, unused), most)
        return structs.replace(found, unused_columns=list(unused))
    separator, number, text = table.without_marks(text)
    head = columns.find(text, separator, number)
    if head is None:
        return _collect(_shifted(line.read(text), number), most)
    rows = columns.Rows(text, head)
    before = _shifted(line.read(text[: head.row.start]), number)
    found = _collect(itertools.chain(before, rows), most)
    return structs.replace(found, unused_columns=rows.unused_columns)


def _of_vcards(text: str, unused: dict[str, None]) -> Iterator[Person | Problem]:
    for number, part, is_card in vcard.divide(text):
        if is_card:
            yield from vcard.read(part, number, unused)
        else:
            yield from _shifted(line.read(part), number)


def _shifted(found: Iterable[Person | Problem], number: int) -> Iterator[Person | Problem]:
    """Yields the entries of a text that begins on line ``number``."""
    for each in found:
        yield structs.replace(each, line=each.line + number - 1)


def _collect(found: Iterable[Person | Problem], most: int) -> People:
    people: list[Person] = []
    problems: list[Problem] = []
    hidden: int = 0
    for each in found:
        if isinstance(each, Person):
            people.append(each)
        if len(people) > most or hidden >= _MOST_HIDDEN:
            break
        if isinstance(each, Person):
            continue
        if len(problems) < MOST_PROBLEMS:
            problems.append(each)
        else:
            hidden += 1
    return People(people=people, problems=problems, hidden_problems=hidden)
