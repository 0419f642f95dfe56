"""Read people from text without columns, assigning names to addresses.

A text is divided by separators of decreasing strength: line ends, tabs, semicolons, commas, and finally the
addresses. At each level, a part without an address is a name, which belongs to the adjacent address if the
assignment is unambiguous (``item``). Otherwise, the name is a problem, and the address has no name.
"""

import itertools
import re
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import structs

from wellwish.web.lists import clean
from wellwish.web.lists.item import Item, joined, surnames_first
from wellwish.web.lists.person import SHOWN, Person, Problem
from wellwish.web.lists.scan import Token, scan

_LEVELS: Final = ("\t", ";|\u061b\uff1b", ",\u060c\u3001\uff0c")
CONJUNCTION: Final = re.compile(
    r"(?:(?:and|or|plus|as well as|und|oder|sowie|et|ou|y|e|og|och|en|i|\u0648|\u0623\u0648)(?=\s|\Z)"
    r"|[/&+\\]|\s)+"
)
_NUMBERED: Final = re.compile(r"\s*([0-9]{1,5})[.)]\s*(?=\S)")


class Reader:
    """Reads one text."""

    def __init__(self, text: str) -> None:
        self.text = text

    def lines(self) -> Iterator[list[Item]]:
        """Yields the items of each line that is not blank."""
        return _paired(self._lines())

    def _lines(self) -> Iterator[list[Item]]:
        start, tokens = 0, list[Token]()
        end = Token("separator", len(self.text), len(self.text), "\n")
        for token in itertools.chain(scan(self.text), (end,)):
            if token.kind != "separator" or token.value != "\n":
                tokens.append(token)
                continue
            if any(each.kind != "separator" for each in tokens):
                yield self._level(tokens, start, token.start, 0)
            elif clean.has_text(self.text[start : token.start]):
                yield [
                    Item(start, token.start, name=clean.name(self.text[start : token.start]), is_name=True)
                ]
            start, tokens = token.end, []

    def _level(self, tokens: Sequence[Token], start: int, end: int, level: int) -> list[Item]:
        if level == len(_LEVELS):
            return self._segment(tokens, start, end)
        cells = list(_cells(tokens, start, end, _LEVELS[level]))
        if len(cells) == 1:
            return self._level(tokens, start, end, level + 1)
        items: list[Item] = []
        for part, begin, finish in cells:
            if any(each.kind != "separator" for each in part):
                items += self._level(part, begin, finish, level + 1)
            else:
                items += self._name(begin, finish)
        if level == 2:
            items = surnames_first(items)
        return joined(items)

    def _segment(self, tokens: Sequence[Token], start: int, end: int) -> list[Item]:
        """Returns the items of a part without separators."""
        items: list[Item] = []
        place = start
        for token in (each for each in tokens if each.kind != "separator"):
            if token.value == "@":  # "ana @ x.example"
                return [Item(start, end, email=self.shown(start, end), reason="not_email")]
            items += self._name(place, token.start, is_after=bool(items))
            place = token.end
            if token.bracketed and items and items[-1].email.lower() == token.value.lower():
                items[-1].end = token.end  # "ana@x.example <mailto:ana@x.example>"
                continue
            if token.kind == "phone" and token.bracketed and _lacks_phone(items):
                items[-1].phone, items[-1].end = token.value, token.end  # "ana@x.example (+44 20 7946 0958)"
                continue
            items.append(_of_token(token))
            if token.bracketed and len(items) > 1 and items[-2].is_name:
                items[-2:] = [_named(items[-2], items[-1])]
        items += self._name(place, end, is_after=bool(items))
        return joined(items, prefers_before=True)

    def _name(self, start: int, end: int, *, is_after: bool = False) -> list[Item]:
        """Returns the text as a name, or nothing if it has no letters."""
        is_cell = not self.text[start : start + 1].isspace()
        if is_after or start > 0:
            conjunction = CONJUNCTION.match(self.text, start, end)
            start = conjunction.end() if conjunction is not None else start
        name = clean.name(self.text[start:end])
        if not clean.has_letters(name):
            return []
        handles = clean.handles(self.text[start:end])
        return [Item(start, end, name=name, others=handles, is_name=True, is_cell=is_cell)]

    def shown(self, start: int, end: int) -> str:
        """Returns a part of the text as typed, on one line."""
        return clean.tidy(self.text[start : min(end, start + SHOWN)])


def read(text: str) -> Iterator[Person | Problem]:
    """Yields the people and problems in a text that ``clean.clean`` returned."""
    reader = Reader(_unnumbered(text))
    line, place = 1, 0
    for items in reader.lines():
        for each in items:
            start = each.start
            while start < each.end and reader.text[start].isspace():
                start += 1
            line, place = line + reader.text.count("\n", place, start), max(place, start)
            shown = reader.shown(start, each.end)
            if each.reason is not None or "@" in each.name:
                yield Problem(line, shown, each.reason or "named_address")
            elif each.is_name:
                yield Problem(line, shown, "no_address")
            else:
                yield Person(line, shown, each.name, each.email, each.phone, each.others)


def _cells(
    tokens: Sequence[Token], start: int, end: int, separators: str
) -> Iterator[tuple[Sequence[Token], int, int]]:
    """Yields the parts between these separators, with their tokens."""
    begin = 0
    for index, each in enumerate(tokens):
        if each.kind == "separator" and each.value in separators:
            yield tokens[begin:index], start, each.start
            start, begin = each.end, index + 1
    yield tokens[begin:], start, end


def _of_token(token: Token) -> Item:
    email, phone = (token.value, "") if token.kind == "email" else ("", token.value)
    return Item(
        token.start,
        token.end,
        email=email,
        phone=phone,
        reason=token.reason,
        is_bare=True,
        is_bracketed=token.bracketed,
    )


def _lacks_phone(items: Sequence[Item]) -> bool:
    return bool(items and items[-1].email and not items[-1].phone)


def _named(name: Item, item: Item) -> Item:
    return structs.replace(item, start=name.start, name=name.name, others=name.others, is_bare=False)


def _paired(lines: Iterator[list[Item]]) -> Iterator[list[Item]]:
    """Joins each name with the address on the next line, or the reverse, if all lines alternate."""
    held: list[list[Item]] = []
    for items in lines:
        held.append(items)
        if not _alternate(held[-2:]):
            yield from held
            yield from lines
            return
    if len(held) < 4 or len(held) % 2:
        yield from held
        return
    for (first,), (second,) in zip(held[::2], held[1::2], strict=True):
        name, person = (first, second) if first.is_name else (second, first)
        yield [
            structs.replace(
                person, start=first.start, end=second.end, name=name.name, others=name.others, is_bare=False
            )
        ]


def _alternate(lines: Sequence[list[Item]]) -> bool:
    """Returns whether the lines are a name, and an address without a name, in either order."""
    if any(len(each) != 1 for each in lines):
        return False
    of_line = [each[0] for each in lines]
    if not all(each.name if each.is_name else each.is_bare and not each.reason for each in of_line):
        return False
    return len({each.is_name for each in of_line}) == len(of_line)


def _unnumbered(text: str) -> str:
    """Returns the text without the numbers of its lines, if all of them are numbered from 1."""
    lines = text.split("\n")
    filled = [index for index, each in enumerate(lines) if each.strip()]
    numbers = [_NUMBERED.match(lines[index]) for index in filled]
    if len(filled) < 2 or not all(
        match is not None and int(match[1]) == count for count, match in enumerate(numbers, 1)
    ):
        return text
    for index, match in zip(filled, numbers, strict=True):
        lines[index] = lines[index][match.end() :] if match is not None else ""
    return "\n".join(lines)


def phones(text: str) -> list[str]:
    """Returns the phone numbers in a cell."""
    return [each.value for each in scan(text) if each.kind == "phone"]


def has_phone(text: str) -> bool:
    return bool(phones(text))
