"""The list of people in a form: typed text, a file, or both, with the reasons for its problems."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Final

from msgspec import Struct

from wellwish.base.language import Language, later
from wellwish.web.kit.form import Form
from wellwish.web.lists.decode import NotTextError, decode
from wellwish.web.lists.person import People, Reason, TooWideError
from wellwish.web.lists.read import read
from wellwish.web.lists.table import MOST_COLUMNS
from wellwish.web.lists.write import rewrite

FIELD: Final = "people"
FILE_BYTES: Final = 1024 * 1024
MAX_BYTES: Final = FILE_BYTES + 1024 * 1024  # the whole form: the file and the typed text
_CHUNK: Final = 200 * 1024  # characters of a hidden field; a longer list is divided among several
_MOST_TEXT: Final = 900 * 1024  # bytes of the list in all hidden fields

NO_TEXT: Final = later("This file isn't a text file. Save the list as CSV and choose that file.")
TOO_WIDE: Final = later(
    "A row has more than %(count)s columns. Copy only the columns with names and addresses."
)
_TOO_LARGE: Final = later("The file is larger than 1 MB.")
_TOO_LONG: Final = later("The list is too long for one page. Divide it into several lists.")

SAYS: Final[Mapping[Reason, str]] = {
    "no_address": later("There is no email address or phone number here, so this is not used."),
    "not_email": later("This isn't a valid email address."),
    "unreachable": later("Check the part after the @: it has no ending such as .com."),
    "sign_in_name": later("This is the sign-in name of a guest, not an email address."),
    "whose_name": later(
        "We can't tell whose name this is, so it is not used. Write it before its address: Name <address>."
    ),
    "which_name": later(
        "We can't tell which of these is the name, so none is used. Name the columns in the first line."
    ),
    "named_address": later("The name contains a different email address. Check which one is right."),
}
LABELS: Final[Mapping[Reason, str]] = {
    "no_address": later("Not used"),
    "whose_name": later("Not used"),
    "which_name": later("No name"),
    "not_email": later("Not valid"),
    "unreachable": later("Check this"),
    "sign_in_name": later("Check this"),
    "named_address": later("Check this"),
}


class Given(Struct, frozen=True):
    """The list as read, and its text for the next form. ``wrong`` has the errors by field."""

    found: People
    text: str
    wrong: dict[str, str]
    has_lines: bool = True  # whether the line numbers refer to a single text

    @property
    def chunks(self) -> list[str]:
        return chunks_of(self.text)


def text_of(sent: Form) -> str:
    """Returns the list that the form contains, apart from the file."""
    return "\n".join(each for each in sent.texts(FIELD) if each.strip()).strip("\n")


async def read_given(
    sent: Form,
    most: int,
    language: Language,
    too_many: str,
    restore: Callable[[People], People] = lambda found: found,
) -> Given:
    """Returns the list; more than ``most`` people are an error. ``restore`` may change the list before the
    count.
    """
    text, wrong = text_of(sent), dict[str, str]()
    found = await _read(text, most, FIELD, wrong, language)
    file, has_lines = sent.file("file"), True
    if file is not None:
        raw = await file.read()
        if len(raw) > FILE_BYTES:
            wrong["file"] = language.gettext(_TOO_LARGE)
        else:
            try:
                of_file = await _read(await asyncio.to_thread(decode, raw), most, "file", wrong, language)
            except NotTextError:
                wrong["file"] = language.gettext(NO_TEXT)
            else:
                has_lines = not text.strip()
                found = _joined(found, of_file)
    found = restore(found)
    if len(found.people) > most:
        wrong.setdefault(FIELD if file is None else "file", too_many)
    if not wrong and (file is not None or len(text) > _CHUNK):
        text = await asyncio.to_thread(rewrite, found)
    if len(text.encode()) > _MOST_TEXT:
        wrong.setdefault(FIELD if file is None else "file", language.gettext(_TOO_LONG))
    return Given(found, text, wrong, has_lines and not found.is_one_line)


async def _read(text: str, most: int, field: str, wrong: dict[str, str], language: Language) -> People:
    try:
        return await asyncio.to_thread(read, text, most)
    except TooWideError:
        wrong[field] = language.gettext(TOO_WIDE) % {"count": language.number(MOST_COLUMNS)}
        return People()


def _joined(first: People, second: People) -> People:
    return People(
        people=[*first.people, *second.people],
        problems=[*first.problems, *second.problems],
        hidden_problems=first.hidden_problems + second.hidden_problems,
        unused_columns=[*dict.fromkeys((*first.unused_columns, *second.unused_columns))],
    )


def chunks_of(text: str) -> list[str]:
    """Returns the text in parts for hidden fields, at least one, divided at line ends."""
    chunks: list[str] = []
    start = 0
    while start < len(text) or not chunks:
        end = len(text) if len(text) - start <= _CHUNK else text.rfind("\n", start, start + _CHUNK)
        end = end if end > start else len(text)
        chunks.append(text[start:end])
        start = end + 1
    return chunks


class ShownProblem(Struct, frozen=True):
    """A part of the list that is not used, as displayed; ``line`` is 0 if the list has no line numbers."""

    text: str
    line: int
    label: str
    why: str


def shown(language: Language, given: Given) -> list[ShownProblem]:
    return [
        ShownProblem(
            each.text,
            each.line if given.has_lines else 0,
            language.gettext(LABELS[each.reason]),
            language.gettext(SAYS[each.reason]),
        )
        for each in given.found.problems
    ]
