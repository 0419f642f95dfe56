"""Covers with custom text: deterministic, fast, and safe for any text."""

import os
import subprocess
import sys
import time

import pytest

from tests.designs.covers import quality, stamp
from wellwish_covers import LOCALES
from wellwish_covers.design import clean, designs, numbered, render, sheet

EACH = pytest.mark.parametrize("slug", stamp.chosen(designs(), checked=stamp.CHECKED))
HOSTILE = [
    ["<script>alert(1)</script>", "]]><!--", '"onload=alert(1) x="'],
    ["W" * 40, "i" * 40, "W" * 40],
    ["W W W W W W W W W W W W W W W W W W W W"] * 3,
    ["\u202egnorw\u202c", "\u2066\u2067\u200f", "a\u0000b\x1b[31m"],
    ["Z" + "\u0301\u0327\u0316\u0348\u0315" * 7, "\u0301" * 40, "e\u0301"],
    ["\U0001f382\U0001f389", "漢字かな交じり文", "\ue000\uffff"],
    ["عيد ميلاد Happy 12 سعيد", "مرحبا (!) ok", "שלום"],
    ["", " ", "\u00a0"],
    ["&amp;", "%s{0}", "../../etc/passwd"],
    [],
]


@EACH
def test_hostile_words_become_outlines_or_nothing(slug: str) -> None:
    palette = next(iter(designs()[slug].palettes))
    for lines in HOSTILE:
        made = sheet(slug, palette, lines)
        quality.check_document(made.svg())
        if made.lettering():
            quality.check_lettering_is_inside(made)


@EACH
def test_the_same_order_makes_the_same_document(slug: str) -> None:
    for palette in designs()[slug].palettes:
        assert render(slug, palette) == render(slug, palette)


@pytest.mark.full
def test_another_process_makes_the_same_document() -> None:
    code = (
        "import hashlib; from wellwish_covers.design import designs, render;"
        "drawn = ''.join(render(s, p, locale='ar') for s, d in designs().items() for p in d.palettes);"
        "print(hashlib.sha256(drawn.encode()).hexdigest())"
    )
    runs: set[bytes] = set()
    for seed in ("1", "2"):
        environment = {"PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)}
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, env=environment)
        runs.add(done.stdout)
    assert len(runs) == 1


def test_words_palettes_locales_and_numbers_change_the_document() -> None:
    documents = {render("birthday-cake", palette) for palette in designs()["birthday-cake"].palettes}
    documents |= {render("birthday-cake", "indigo", locale=locale) for locale in LOCALES[1:]}
    documents |= {render("birthday-cake", "indigo", ["Happy", "day"])}
    assert len(documents) == 3 + 4 + 1
    assert render("anniversary-work", "navy", ["5", "years"]) != render("anniversary-work", "navy", ["years"])
    assert render("new-year", "ink", ["2031", "Cheers"]) != render("new-year", "ink", ["Cheers"])


def test_an_unknown_locale_reads_english_and_a_region_its_language() -> None:
    assert render("new-home", "amber", locale="xx") == render("new-home", "amber")
    assert render("new-home", "amber", locale="de-AT") == render("new-home", "amber", locale="de")


@pytest.mark.parametrize("lines", [["a"] * 4, ["a" * 41]])
def test_refuses_more_than_there_is_room_for(lines: list[str]) -> None:
    with pytest.raises(ValueError, match="at most 3 lines of 40 characters"):
        render("birthday-cake", "indigo", lines)


@pytest.mark.parametrize(
    ("lines", "number", "rest"),
    [
        (["10", "years"], "10", ["years"]),
        (["Happy New Year", "2031"], "2031", ["Happy New Year"]),
        (["٢٠٣١", "سنة سعيدة"], "٢٠٣١", ["سنة سعيدة"]),
        (["10", "10"], "10", ["10"]),
        (["10 years"], "", ["10 years"]),
        (["12345", "-1", "²"], "", ["12345", "-1", "²"]),
        ([], "", []),
    ],
)
def test_a_line_of_digits_is_the_number_of_designs_that_show_one(
    lines: list[str], number: str, rest: list[str]
) -> None:
    assert numbered(lines) == (number, rest)


@pytest.mark.parametrize("slug", ["anniversary-work", "new-year"])
@pytest.mark.parametrize("lines", [["25", "years", "of us"], ["2031"], ["9999", "W" * 40, "W" * 40]])
def test_a_number_fits_and_can_be_read(slug: str, lines: list[str]) -> None:
    for palette in designs()[slug].palettes:
        made = sheet(slug, palette, lines)
        quality.check_lettering_is_inside(made)
        quality.check_contrast(made)


def test_refuses_a_design_and_a_palette_that_it_does_not_have() -> None:
    with pytest.raises(KeyError):
        render("nothing", "indigo")
    with pytest.raises(KeyError):
        render("birthday-cake", "nothing")


def test_removes_control_characters_from_words() -> None:
    assert clean("a\u202eb\u0000c\td \u00a0 e") == "abc d e"
    assert clean("e" + "\u0301" * 9) == "é" + "\u0301" * 2


def test_the_title_names_the_words_and_the_picture() -> None:
    assert "<title>A &lt;b&gt; &amp; c: a three-tier paper cake" in render(
        "birthday-cake", "indigo", ["A <b>", "& c"]
    )


@EACH
def test_a_cover_is_drawn_quickly(slug: str) -> None:
    palette = next(iter(designs()[slug].palettes))
    taken: list[float] = []
    for words in ("first", "second", "third"):
        start = time.process_time()
        render(slug, palette, ["Our very own", words, "with all our best wishes"])
        taken.append(time.process_time() - start)
    assert min(taken) < 0.15, f"{slug}: {min(taken):.3f} s"
