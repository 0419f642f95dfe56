"""The catalogues translate every text of the pages into every language, with the right placeholders."""

import re

import pytest
from babel.messages import Catalog

from tools import translations as tool
from wellwish.base.language import LANGUAGES


@pytest.mark.parametrize("code", sorted(LANGUAGES))
def test_translates_every_text(code: str) -> None:
    found = tool.faults(code)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("code", sorted(LANGUAGES))
def test_contains_no_removed_text(code: str) -> None:
    gathered = tool.gathered()
    kept = [tuple(each.id) if isinstance(each.id, list | tuple) else each.id for each in tool.catalogue(code)]
    assert not [text for text in kept if text and text not in gathered]


def test_detects_missing_or_different_texts() -> None:
    there = Catalog(locale="ar")
    there.add("Sign for %(name)s", "وقّع")
    there.add("Nothing", "")
    there.add(("%(count)s note", "%(count)s notes"), ("a", "b"))
    said = {fault for message in there if message.id for fault in tool._faults_of(message, there.num_plurals)}
    assert said == {"has other placeholders: []", "has no translation", "has 2 forms instead of 6"}


def test_takes_the_form_that_arabic_has_for_a_count() -> None:
    arabic = LANGUAGES["ar"]
    forms = {
        arabic.ngettext("Try again in %(count)s second.", ("Try again in %(count)s seconds."), n)
        for n in (0, 1, 2, 3, 11, 100)
    }
    assert len(forms) >= 5


def test_addresses_german_readers_as_sie_except_in_words_for_the_card() -> None:
    familiar = re.compile(r"\b(du|dich|dir|dein(e[nmrs]?)?|euch|eu(er|re[nmrs]?))\b", re.IGNORECASE)
    found = {
        location
        for message in tool.catalogue("de")
        for location, _ in message.locations
        if familiar.search(str(message.string))
    }
    # Signers' words to the recipient, and examples.
    assert found == {"signing/prompts.py", "docs/templates/home.html"}


def test_uses_the_words_of_people_not_of_the_api() -> None:
    """The API says admin, contribution and suppression; pages and mails say organiser, note and block."""
    of_the_api = re.compile(r"\b(admin|contribut|moderat|suppress)\w*", re.IGNORECASE)
    found = [text for text in map(str, tool.gathered()) if of_the_api.search(text)]
    assert found == []
    in_german = re.compile(r"admin", re.IGNORECASE)
    assert [str(each.string) for each in tool.catalogue("de") if in_german.search(str(each.string))] == []


def test_declines_no_sender_in_german() -> None:
    """The sender is any text, such as "Anna und das Team", which is wrong after "von" or before a verb."""
    fits = re.compile(r"^%\(sender\)s(:| über)|[(:] ?%\(sender\)s")
    found = [
        text
        for each in tool.catalogue("de")
        for text in ([each.string] if isinstance(each.string, str) else each.string or [])
        if "%(sender)s" in text and not fits.search(text)
    ]
    assert found == []


def test_writes_numbers_in_arabic_as_the_pages_show_them() -> None:
    """Exceptions are names of formats, and numbers for input fields."""
    kept = re.compile(
        r"MP[34]|Apache 2\.0|H\.264|VP9|3-D|\(410\)|مثل \u2066?[0-9.-]+|من [0-9]+ إلى [0-9,]+|أو 0|%\(\w+\)s"
    )
    told = [
        text
        for each in tool.catalogue("ar")
        for text in ([each.string] if isinstance(each.string, str) else each.string or [])
        if each.id and re.search("[0-9]", kept.sub("", text))
    ]
    assert told == []
