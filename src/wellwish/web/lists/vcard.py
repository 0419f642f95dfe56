"""Read people from vCards of versions 3.0 (RFC 2426), 4.0 (RFC 6350), and 2.1 as written by phones.

A malformed line does not affect others; see docs/decisions/0052-people-lists.md.
"""

import quopri
import re
from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from wellwish.web.lists import clean, line
from wellwish.web.lists.person import SHOWN, Person, Problem

_BLOCK: Final = re.compile(r"(?im)^BEGIN:VCARD[ \t]*$")
_END: Final = re.compile(r"(?im)^END:VCARD[ \t]*\n?")
_FOLD: Final = re.compile(r"\n[ \t]")
_SOFT_BREAK: Final = re.compile(
    r"(?im)^([^:\n]*;(?:ENCODING=)?QUOTED-PRINTABLE[^:\n]*:(?:[^\n]*=\n)+[^\n]*)$"
)
_PROPERTY: Final = re.compile(
    r"(?P<group>[\w-]+\.)?(?P<name>[\w-]+)(?P<parameters>(?:;(?:\"[^\"]*\"|[^\":;])*)*):(?P<value>.*)",
    re.DOTALL,
)
_ESCAPED: Final = re.compile(r"\\(.)")
_PREFERRED: Final = re.compile(r"[;,=\"]pref(?:=1)?(?=[;,\"]|\Z)", re.IGNORECASE)
_QUOTED: Final = re.compile(r";(?:encoding=)?quoted-printable", re.IGNORECASE)
_CHARSET: Final = re.compile(r";charset=([\w-]+)", re.IGNORECASE)


class _Card(Struct):
    name: str = ""
    emails: list[str] = []
    phones: list[str] = []
    preferred: str = ""


def is_in(text: str) -> bool:
    """Returns whether the text contains a vCard."""
    return _BLOCK.search(text) is not None


def divide(text: str) -> Iterator[tuple[int, str, bool]]:
    """Yields the parts of a text with their lines: vCards (``True``), and the text between them."""
    place, number = 0, 1
    while place < len(text):
        begin = _BLOCK.search(text, place)
        start = begin.start() if begin is not None else len(text)
        if text[place:start].strip():
            yield number, text[place:start], False
        number += text.count("\n", place, start)
        if begin is None:
            return
        following = _BLOCK.search(text, begin.end())
        limit = following.start() if following is not None else len(text)
        end = _END.search(text, begin.end(), limit)
        place = limit if end is None else end.end()
        yield number, text[start:place], True
        number += text.count("\n", start, place)


def read(text: str, number: int, unused: dict[str, None]) -> Iterator[Person | Problem]:
    """Yields the person of a vCard that begins on line ``number``, and its malformed lines with an ``@``.

    Adds to ``unused`` the names of other properties that contain an ``@``.
    """
    card, first_name = _Card(), ""
    for name, parameters, value in _properties(text):
        if name == "fn":
            card.name = card.name or _plain(value)
        elif name == "n":
            family, given, *_ = (*re.split(r"(?<!\\);", value), "", "")
            first_name = " ".join(filter(None, (_plain(given), _plain(family))))
        elif name == "email":
            card.emails.append(_plain(value))
            if _PREFERRED.search(parameters) is not None:
                card.preferred = card.preferred or card.emails[-1]
        elif name == "tel":
            card.phones.append(_plain(value))
        elif "@" in value and name:
            unused.setdefault(name.upper())
        elif "@" in value:
            yield Problem(number, clean.tidy(value[:SHOWN]), "not_email")
    yield _person(card, card.name or first_name, number)


def _person(card: _Card, name: str, number: int) -> Person | Problem:
    card.emails.sort(key=lambda each: each != card.preferred)
    found = [each for email in card.emails for each in line.read(clean.clean(email))]
    emails = [each.email for each in found if isinstance(each, Person) and each.email]
    wrong = [each for each in found if isinstance(each, Problem) and "@" in each.text]
    phones = [each for cell in card.phones for each in line.phones(clean.clean(cell))]
    shown = clean.tidy(" ".join(filter(None, (name, *card.emails[:1])))) or "vCard"
    if name.strip().lower() in (each.lower() for each in emails):
        name = ""
    name, handles = clean.name(name), clean.handles(name)
    if "@" in name:
        return Problem(number, shown, "named_address")
    if not emails and (wrong or not phones):
        return Problem(number, shown, wrong[0].reason if wrong else "no_address")
    others = (*emails[1:], *(each.text for each in wrong), *handles)
    return Person(number, shown, name, emails[0] if emails else "", phones[0] if phones else "", others)


def _properties(text: str) -> Iterator[tuple[str, str, str]]:
    """Yields the names in lower case, the parameters and the raw values; for a broken line, only the line."""
    text = _SOFT_BREAK.sub(lambda match: match[1].replace("=\n", ""), text)
    for each in _FOLD.sub("", text).split("\n"):
        match = _PROPERTY.fullmatch(each)
        if match is None:
            yield "", "", each
            continue
        value = match["value"]
        if _QUOTED.search(match["parameters"]) is not None:
            charset = _CHARSET.search(match["parameters"])
            value = _decoded(value, charset[1] if charset is not None else "utf-8")
        yield match["name"].lower(), match["parameters"], value


def _decoded(value: str, charset: str) -> str:
    raw = quopri.decodestring(value.encode("utf-8", "replace"))
    try:
        return raw.decode(charset)
    except (LookupError, UnicodeDecodeError):
        return raw.decode("utf-8", "replace")


def _plain(value: str) -> str:
    return clean.tidy(_ESCAPED.sub(lambda match: " " if match[1] in "nN" else match[1], value))
