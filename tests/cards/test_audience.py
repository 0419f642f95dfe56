"""Audience values: synonyms are accepted, one spelling is returned, wider audiences include narrower ones."""

import pytest

from wellwish.cards.audience import Audience, audience, includes

SYNONYMS = {
    "everyone": "everyone all anyone anybody public",
    "contributors": "contributors contributor invited invitees participants signers",
    "recipient": "recipient recipients",
    "admins": "admins admin organizer organiser",
    "nobody": "nobody none no_one owner private off",
}

PAIRS = [(word, meant) for meant, words in SYNONYMS.items() for word in words.split()]


@pytest.mark.parametrize(("word", "meant"), PAIRS)
def test_understands_every_synonym_in_any_case(word: str, meant: str) -> None:
    assert audience(word) == meant
    assert audience(word.upper()) == meant
    assert audience(word.title()) == meant


@pytest.mark.parametrize(("word", "meant"), PAIRS)
def test_accepts_synonyms_that_end_in_only(word: str, meant: str) -> None:
    assert audience(f"{word}_only") == meant
    assert audience(f"{word} only") == meant
    assert audience(f"{word}-Only") == meant


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("Admins only", Audience.ADMINS),
        ("contributors-only", Audience.CONTRIBUTORS),
        ("No one", Audience.NOBODY),
        ("no-one", Audience.NOBODY),
        ("NO_ONE_ONLY", Audience.NOBODY),
        ("  Recipient   only ", Audience.RECIPIENT),
    ],
)
def test_takes_spaces_and_hyphens_as_underscores(word: str, meant: Audience) -> None:
    assert audience(word) is meant


@pytest.mark.parametrize("word", ["", " ", "only", "_only", "friends", "admins only only", "ad mins", "0"])
def test_refuses_another_word_and_lists_the_five(word: str) -> None:
    with pytest.raises(ValueError, match="everyone, contributors, recipient, admins, nobody"):
        audience(word)


def test_audiences_are_ordered_from_widest_to_narrowest() -> None:
    assert list(Audience) == ["everyone", "contributors", "recipient", "admins", "nobody"]


@pytest.mark.parametrize(
    ("setting", "let_in"),
    [
        ("everyone", "everyone contributors recipient admins nobody"),
        ("contributors", "contributors recipient admins nobody"),
        ("recipient", "recipient admins nobody"),
        ("admins", "admins nobody"),
        ("nobody", "nobody"),
    ],
)
def test_wider_includes_narrower(setting: str, let_in: str) -> None:
    inside = [viewer for viewer in Audience if includes(Audience(setting), viewer)]
    assert inside == let_in.split()
