"""Read people from pasted text or from a file, without the rules for invitations.

A line contains one or more people: ``Ana <ana@x.org>``, ``Ana, ana@x.org``, ``ana@x.org; bo@x.org``, or a row
of a spreadsheet, whose first line may name the columns.
"""

import codecs
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct

from wellwish.invitations.address import EMAIL, SMS

_SEPARATORS: Final = ",;\t"
# Digits with the punctuation of phone numbers; at least seven digits (E.164 numbers have 7 to 15).
_PHONE: Final = re.compile(r"(?:tel:)?\+?[0-9\s.()\[\]/\u2010-\u2015-]{7,40}", re.IGNORECASE)
_ANGLED: Final = re.compile(r"(?P<name>[^<>]*)<(?P<address>[^<>]*)>")
_COLUMNS: Final[Mapping[str, Sequence[str]]] = {
    "name": ("name", "full name", "person", "vollständiger name", "الاسم"),
    "first": ("first name", "first_name", "firstname", "given name", "vorname", "الاسم الأول"),
    "last": ("last name", "last_name", "lastname", "surname", "family name", "nachname", "اسم العائلة"),
    EMAIL: (
        "email", "e-mail", "email address", "e-mail address", "mail", "e-mail-adresse", "البريد الإلكتروني",
    ),
    SMS: ("phone", "mobile", "phone number", "telephone", "tel", "telefon", "handy", "mobil", "رقم الهاتف"),
}  # fmt: skip
_NOT_IN_NAMES: Final = str.maketrans('"', "'", "<>")
_LINE_BREAK: Final = re.compile(r"\r\n|[\r\n\x0b\x0c\u2028\u2029]")
_MEANING: Final = {word: column for column, words in _COLUMNS.items() for word in words}


class NotTextError(Exception):
    """The file is not text."""


class Pasted(Struct, frozen=True):
    """A person in the text; ``address`` is as typed, empty if missing. Lines are numbered from 1."""

    line: int
    text: str
    name: str
    channel: str
    address: str


def decode(raw: bytes) -> str:
    """Decodes UTF-8, UTF-16 with a byte order mark, or Windows-1252. Raises NotTextError."""
    if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        encodings = ["utf-16"]
    else:
        encodings = ["utf-8-sig", "cp1252"]
    for encoding in encodings:
        try:
            text = raw.decode(encoding)
        except UnicodeDecodeError:
            continue
        if any(unicodedata.category(each) == "Cc" and each not in "\t\r\n\x0b\x0c" for each in text):
            break
        return text
    raise NotTextError


def parse(text: str, most: int) -> list[Pasted]:
    """Returns the people in order, at most ``most + 1``. Empty lines are skipped."""
    found: list[Pasted] = []
    columns: list[str] | None = None
    is_first = True
    for number, line in enumerate(
        re.split(r"\r\n|[\r\n\x0b\x0c\u2028\u2029]", text.removeprefix("\ufeff")), 1
    ):
        cells = [_tidy(each) for each in _cells(line)]
        if not any(cells):
            continue
        if is_first:
            is_first = False
            columns = _header(cells)
            if columns is not None:
                continue
        shown = _tidy(line)[:300]
        people = _of_columns(cells, columns) if columns is not None else _of_cells(cells)
        found += [Pasted(number, shown, *each) for each in people]
        if len(found) > most:
            return found[: most + 1]
    return found


def write(people: Sequence[Pasted]) -> str:
    """Returns a line for each person that ``parse`` can read; the original text if there is no address."""
    return "\n".join(_written(each) for each in people)


def _written(person: Pasted) -> str:
    if not person.address:
        return person.text
    name = person.name.translate(_NOT_IN_NAMES)
    return f'"{name}" <{person.address}>' if name else person.address


def _tidy(text: str) -> str:
    return " ".join(text.split())


def _cells(line: str) -> Iterator[str]:
    """Yields the cells of a line. Separators within quotes and angle brackets belong to their cell."""
    cell, is_quoted, is_angled = "", False, False
    # Apostrophes and unclosed quotes are ordinary characters.
    has_pairs = line.count('"') % 2 == 0
    for each in line:
        if each == '"' and has_pairs:
            is_quoted = not is_quoted
        elif each in _SEPARATORS and not is_quoted and not is_angled:
            yield cell
            cell = ""
        else:
            if not is_quoted and each in "<>":
                is_angled = each == "<" and ">" in line
            cell += each
    yield cell


def _header(cells: Sequence[str]) -> list[str] | None:
    """Returns the column of each cell, or None if the line is not a header with an address column."""
    if any(_address(each) is not None for each in cells):
        return None  # a row, not a header: a name may equal a column's, such as Handy
    meanings = [_MEANING.get(each.lower(), "") for each in cells]
    return meanings if EMAIL in meanings or SMS in meanings else None


def _of_columns(cells: Sequence[str], columns: Sequence[str]) -> list[tuple[str, str, str]]:
    """Returns the person in a row, preferring the email address to the phone number."""
    row: dict[str, str] = {}
    for column, cell in zip(columns, cells, strict=False):
        if column and cell:
            row.setdefault(column, cell)
    name = row.get("name") or " ".join(filter(None, (row.get("first"), row.get("last"))))
    channel = EMAIL if EMAIL in row or SMS not in row else SMS
    address = _bare(row.get(channel, ""))
    return [(name, channel, address)]


def _of_cells(cells: Sequence[str]) -> list[tuple[str, str, str]]:
    people: list[tuple[str, str, str]] = []
    names: list[str] = []
    texts = [each for each in cells if each and _address(each) is None]
    mails = [each for each in cells if (read := _address(each)) is not None and read[1] == EMAIL]
    for cell in filter(None, cells):
        read = _address(cell)
        if read is None:
            names.append(cell)
        elif read[1] == SMS and texts and mails:
            continue  # the phone number of the same person
        else:
            name, channel, address = read
            people.append((name or " ".join(names), channel, address))
            names = []
    if not people:
        return [("", EMAIL, "")]
    if names and len(people) == 1 and not people[0][0]:
        people = [(" ".join(names), *people[0][1:])]  # the name follows the address
    return people


def _address(cell: str) -> tuple[str, str, str] | None:
    """Returns name, channel and address of a cell with an address, or None."""
    angled = _ANGLED.fullmatch(cell)
    name, address = ("", cell) if angled is None else (_tidy(angled["name"]), angled["address"].strip())
    if "@" in address and (angled is not None or " " not in address):
        return name, EMAIL, _bare(address)
    if "@" in address:
        *words, last = address.split()
        return (" ".join(words), EMAIL, _bare(last)) if "@" in last else ("", EMAIL, address)
    if _PHONE.fullmatch(address) is not None and sum(each.isdigit() for each in address) >= 7:
        return name, SMS, _bare(address)
    return (name, EMAIL, address) if angled is not None else None


def _bare(address: str) -> str:
    return re.sub(r"\A(?:mailto|tel):", "", address, flags=re.IGNORECASE)
