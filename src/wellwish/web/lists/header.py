"""Recognise the meanings of table columns."""

import functools
import re
from collections.abc import Mapping, Sequence
from typing import Final

from wellwish.base.language import LANGUAGES, later
from wellwish.web.lists.clean import tidy
from wellwish.web.lists.words import EMAIL, FIRST, IGNORED, LAST, NAME, OF_CARDS, OF_PEOPLE, OF_STAFF, PHONE

# The columns of a card list, in the order of lists without a header. The page shows these words.
CARD_COLUMNS: Final[Mapping[str, str]] = {
    "title": later("title"),
    "recipient": later("recipient"),
    "recipient_email": later("email address"),
    "template": later("design"),
    "end": later("closing day"),
}
_PEOPLE_ON_PAGES: Final[Mapping[str, Sequence[str]]] = {
    NAME: (later("Name"),),
    FIRST: (later("First name"),),
    LAST: (later("Last name"),),
    EMAIL: (later("Email"), later("Email address"), later("email address")),
    PHONE: (later("Phone number"),),
}
_CARDS_ON_PAGES: Final[Mapping[str, Sequence[str]]] = {
    "title": (later("Title"), CARD_COLUMNS["title"]),
    "recipient": (later("Recipient"), later("Who is it for?"), CARD_COLUMNS["recipient"]),
    "recipient_email": (later("Email"), later("Email address"), CARD_COLUMNS["recipient_email"]),
    "template": (later("Design"), CARD_COLUMNS["template"]),
    "end": (later("Closes on"), CARD_COLUMNS["end"]),
}
# The columns of a staff list other than names and addresses. The page shows these words.
STAFF_COLUMNS: Final[Mapping[str, str]] = {
    "external_id": later("Employee number"),
    "teams": later("Teams"),
    "manager": later("Manager"),
    "birthday": later("Birthday"),
    "started_on": later("First day at work"),
    "timezone": later("Time zone"),
    "locale": later("Language"),
}
_CAMEL: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")
_APART: Final = re.compile(r"[^\w]+|_+")
# Exports with several addresses: "E-mail 1 - Value", "E-mail 2 Address", "Adresse de messagerie 2".
_EMAIL: Final = r"(?:e ?mail|e mail adresse|adresse de messagerie|adresse e mail|courriel)"
_NUMBERED: Final = {
    EMAIL: re.compile(rf"{_EMAIL}(?: address| adresse)? [1-9](?: value| address| adresse)?"),
    PHONE: re.compile(
        r"(?:phone|tel|telefon|téléphone) [1-9](?: value)?|(?:home|business|work) phone 2"
        r"|telefon (?:privat|geschäftlich) 2"
    ),
    IGNORED: re.compile(
        rf"(?:phone|{_EMAIL}) [1-9] (?:type|label|typ|display name|angezeigter name)"
        r"|(?:type|nom complet)(?: de l adresse)? de messagerie [1-9]"
    ),
}


def people(header: str) -> str:
    """Returns the meaning of a column of people; empty if unknown."""
    words = normal(header)
    for meaning, pattern in _NUMBERED.items():
        if pattern.fullmatch(words) is not None:
            return meaning
    meant = _of_people().get(words, "")
    return people(header.partition("(")[0]) if not meant and "(" in header else meant  # "Email (required)"


def cards(header: str) -> str:
    """Returns the meaning of a column of cards; empty if unknown."""
    meant = _of_cards().get(normal(header), "")
    return meant or ("recipient_email" if people(header) == EMAIL else "")


def staff(header: str) -> str:
    """Returns the meaning of a column of staff: one of ``STAFF_COLUMNS``, or as in ``people``."""
    meant = _of_staff().get(normal(header), "")
    if not meant and "(" in header:  # "Birthday (day and month)"
        meant = _of_staff().get(normal(header.partition("(")[0]), "")
    return meant or people(header)


def normal(header: str) -> str:
    """Returns the words of a header in lower case: ``E-Mail``, ``e_mail`` and ``eMail`` are equal."""
    return tidy(_APART.sub(" ", _CAMEL.sub(" ", header[:200]))).casefold()


@functools.cache
def _of_people() -> dict[str, str]:
    return _known(OF_PEOPLE, _PEOPLE_ON_PAGES)


@functools.cache
def _of_staff() -> dict[str, str]:
    return _known(OF_STAFF, {meaning: (text,) for meaning, text in STAFF_COLUMNS.items()})


@functools.cache
def _of_cards() -> dict[str, str]:
    return _known(OF_CARDS, _CARDS_ON_PAGES)


def _known(words: Mapping[str, str], pages: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Returns the meaning of each word. The words of our pages are known in every language."""
    known = {normal(word): meaning for meaning, listed in words.items() for word in listed.split(",")}
    for language in LANGUAGES.values():
        for meaning, texts in pages.items():
            known |= {normal(language.gettext(text)): meaning for text in texts}
    return known
