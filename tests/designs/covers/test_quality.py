"""Every cover passes the checks in tests/designs/covers/quality.py, and each check detects a fault."""

import pytest

from tests.designs.covers import quality, stamp
from wellwish_covers import FURTHER_LOCALES, LOCALES
from wellwish_covers.curves import circle, rect
from wellwish_covers.design import designs, sheet
from wellwish_covers.glyphs import BLACK
from wellwish_covers.lettering import Edge, Style, letter
from wellwish_covers.paper import Sheet
from wellwish_covers.scatter import SAFE, Box
from wellwish_covers.words import default_lines, has_words

EACH = pytest.mark.parametrize("slug", stamp.chosen(designs(), checked=stamp.CHECKED))


@EACH
def test_documents_are_plain_and_light(slug: str) -> None:
    for palette in designs()[slug].palettes:
        svg = sheet(slug, palette).svg()
        quality.check_document(svg)
        quality.check_weight(svg)


@EACH
@pytest.mark.parametrize("locale", LOCALES)
def test_lettering_stays_in_the_safe_area(slug: str, locale: str) -> None:
    for palette in designs()[slug].palettes:
        quality.check_lettering_is_inside(sheet(slug, palette, locale=locale))


@EACH
def test_every_locale_has_words_of_its_own(slug: str) -> None:
    for palette in designs()[slug].palettes:
        words = {locale: default_lines(slug, palette, locale) for locale in LOCALES}
        assert all(1 <= len(lines) <= 3 and all(lines) for lines in words.values())
        assert all("\u0600" <= max(line) <= "\u06ff" for line in words["ar"]), "words of one script only"


def test_only_its_own_festival_is_on_the_cover_of_a_language() -> None:
    for palette in designs()["festive-lamps"].palettes:
        for language in ("ar", *FURTHER_LOCALES):
            lines = default_lines("festive-lamps", palette, language)
            assert not {"Diwali", "ديوالي"} & {*lines}
            quality.check_lettering_is_inside(sheet("festive-lamps", palette, locale=language))
    assert default_lines("festive-lamps", "marigold", "de") == ("Frohes", "Diwali")
    assert {slug for slug in designs() if has_words(slug, "", "tr")} == {"festive-lamps", "eid-lanterns"}


@EACH
def test_lettering_stands_out(slug: str) -> None:
    first, *others = designs()[slug].palettes
    for palette, locale in [(first, "en"), (first, "de"), (first, "ar"), *((p, "en") for p in others)]:
        quality.check_contrast(sheet(slug, palette, locale=locale))


# The controls: faults that the checks must detect.


def _sheet(box: Box = SAFE, ink: str = "#1a1030", ground: str = "#ffffff") -> Sheet:
    made = Sheet("A control")
    made.ground(ground)
    letter(made, ["Hello"], [Style(BLACK, 300, ink)], box)
    return made


def test_a_good_sheet_passes() -> None:
    quality.check_document(_sheet().svg())
    quality.check_weight(_sheet().svg())
    quality.check_lettering_is_inside(_sheet())
    quality.check_contrast(_sheet())


@pytest.mark.parametrize(
    "bad",
    [
        "<text>Hello</text>",
        '<filter id="f"/>',
        "<script>alert(1)</script>",
        "<foreignObject/>",
        '<image href="data:image/png;base64,"/>',
        '<use href="https://example.com/a.svg#b"/>',
        '<use href="#missing"/>',
        '<path d="M0 0h1" fill="url(https://example.com/a)"/>',
        '<path d="M0 0h1" fill="url(#missing)"/>',
        '<path d="M0 0h1" onload="alert(1)"/>',
        '<path d="M0 0h1" style="fill:red"/>',
        '<path id="i1" d="M0 0h1"/><path id="i1" d="M0 0h1"/>',
    ],
)
def test_finds_what_a_document_may_not_hold(bad: str) -> None:
    made = _sheet()
    made.raw(bad)
    with pytest.raises(AssertionError):
        quality.check_document(made.svg())


def test_finds_a_fixed_size_a_missing_title_and_a_broken_document() -> None:
    good = _sheet().svg()
    for bad in (
        good.replace("<svg ", '<svg width="10" ', 1),
        good.replace("<title>A control</title>", ""),
        good.replace("A control", ""),
    ):
        with pytest.raises(AssertionError):
            quality.check_document(bad)
    with pytest.raises(SyntaxError):
        quality.check_document(good.replace("</svg>", ""))


def test_finds_a_document_that_is_too_heavy() -> None:
    made = _sheet()
    for i in range(8_000):
        made.fill(
            circle(i * 7919 % 1000, i * 104729 % 1400, i * 31 % 17), f"#{i * 2654435761 % 0xFFFFFF:06x}"
        )
    with pytest.raises(AssertionError, match="bytes compressed"):
        quality.check_weight(made.svg())


def test_finds_lettering_outside_and_none_at_all() -> None:
    with pytest.raises(AssertionError, match="safe area"):
        quality.check_lettering_is_inside(_sheet(box=Box(20, 100, 300, 500)))
    with pytest.raises(AssertionError, match="no lettering"):
        quality.check_lettering_is_inside(Sheet("Empty"))


@pytest.mark.parametrize("ground", ["#6a6a6a", "#2a2040", "#1a1030"])
def test_finds_lettering_that_is_too_near_to_its_ground(ground: str) -> None:
    with pytest.raises(AssertionError, match="too near"):
        quality.check_contrast(_sheet(ground=ground))


def test_finds_an_object_behind_part_of_a_letter() -> None:
    made = Sheet("A control")
    made.ground("#ffffff")
    made.fill(rect(0, 0, 420, 1400), "#241a3c")
    letter(made, ["Hello"], [Style(BLACK, 300, "#1a1030")], SAFE)
    with pytest.raises(AssertionError, match="too near"):
        quality.check_contrast(made)


def test_a_letter_may_stand_on_its_own_edge() -> None:
    made = Sheet("A control")
    made.ground("#7a7a7a")
    letter(made, ["Hi"], [Style(BLACK, 300, "#ffffff")], SAFE, edge=Edge("#000000", 10, 10, 8))
    pieces = made.lettering()
    plain = quality.pixels(made.svg(lettering=False, edges=False), 200)
    edged = quality.pixels(made.svg(lettering=False), 200)
    assert quality.share_below(pieces[0], edged) < quality.share_below(pieces[0], plain)
