"""The font of a note has a glyph for each letter of the note."""

import unicodedata

import pytest

from tests.web.signing.test_sign import shared
from tests.web.visitor import Visitor
from tests.world import World
from wellwish.keepsake.faces import letters_of
from wellwish.keepsake.keepsake import FAMILIES
from wellwish.web.kit.handwriting import LACKS, STEADY, legible_pen
from wellwish.web.view.printed import FONTS


def lacking(pen: str) -> set[str]:
    """Returns the Latin letters that only the steady handwriting has, by the fonts."""
    only = letters_of(STEADY, FONTS) - letters_of(pen, FONTS)
    return {
        chr(each) for each in only if unicodedata.name(chr(each), "").startswith("LATIN") and each < 0x1F00
    }


@pytest.mark.parametrize("pen", sorted(FAMILIES.keys() - {STEADY}))
def test_the_letters_that_a_handwriting_lacks_are_those_of_its_font(pen: str) -> None:
    lacks = lacking(pen)
    assert len(lacks) > 90
    assert {each for each in lacks if legible_pen(pen, each) != STEADY} == set()
    has = {chr(each) for each in letters_of(pen, FONTS) if each < 0x2000}
    assert {each for each in has if legible_pen(pen, each) != pen} == set(), (
        "it stays where it has the letter"
    )


@pytest.mark.parametrize(
    ("pen", "text", "shown"),
    [
        ("kalam", "Chúc mừng sinh nhật", "patrick"),
        ("kalam", "Wszystkiego najlepszego, Łukasz", "kalam"),
        ("gochi", "Wszystkiego najlepszego, Łukasz", "patrick"),
        ("gochi", "Schöne Grüße, señor", "gochi"),
        ("courier", "Привет, 静, سلام", "courier"),
        ("patrick", "Chúc mừng", "patrick"),
    ],
)
def test_chooses_a_handwriting_with_all_letters(pen: str, text: str, shown: str) -> None:
    assert legible_pen(pen, text, None) == shown
    assert legible_pen(pen, None, text) == shown


def test_every_other_handwriting_has_its_letters_listed() -> None:
    assert LACKS.keys() == FAMILIES.keys() - {STEADY}


@pytest.mark.anyio
async def test_a_signed_note_is_shown_in_it(world: World) -> None:
    _, path = await shared(world)
    visitor = Visitor(world)
    await visitor.sign(path, text="Chúc mừng sinh nhật", pen="kalam")
    await visitor.open(f"{path}/signed")
    assert "c-pen-patrick" in visitor.page
