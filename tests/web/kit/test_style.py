"""The style sheets: each class in one file, logical properties, readable papers and inks."""

import re

import pytest

from tests.web.kit.test_contrast import contrast
from wellwish.designs.templates.load import read
from wellwish.designs.templates.template import Palette, Tint
from wellwish.web.kit.static import FILES
from wellwish.web.kit.style import style

SHEETS = sorted(name for name in FILES if name.endswith(".css"))
INKS = ("navy", "berry", "green", "rust", "plum", "charcoal")
PAPERS = ("cream", "blush", "butter", "mint", "sky", "lilac")


def classes(sheet: str) -> set[str]:
    """Returns the classes that a sheet defines, without those that it only adapts to a context."""
    bare = re.sub(r"/\*.*?\*/|url\([^)]*\)|\"[^\"]*\"", "", sheet, flags=re.DOTALL)
    rules = re.findall(r"([^{};]+)\{", bare)
    selectors = [each for rule in rules if "@" not in rule for each in re.split(r",(?![^(]*\))", rule)]
    alone = [each.strip() for each in selectors if not re.search(r"[\s>+~]", each.partition(":")[0].strip())]
    return {name for each in alone for name in re.findall(r"\.([a-z][\w-]*)", each.partition(":")[0])}


def sides(sheet: str) -> list[str]:
    return re.findall(
        r"(?<![-\w.])(?:[a-z-]+-)?(?:left|right)(?:-[a-z]+)*\s*:|(?<=:)\s*(?:left|right)\s*[;}]", sheet
    )


def test_defines_each_class_in_one_file() -> None:
    owners: dict[str, list[str]] = {}
    for name in SHEETS:
        for each in classes(FILES[name].decode()):
            owners.setdefault(each, []).append(name)
    assert not {each: files for each, files in owners.items() if len(files) > 1}


def test_prefixes_classes_by_part() -> None:
    found = {each for name in SHEETS for each in classes(FILES[name].decode())}
    assert not [each for each in found if not re.match(r"[cdpsuvw]-", each)]


@pytest.mark.parametrize("name", SHEETS)
def test_names_sides_logically(name: str) -> None:
    assert not sides(FILES[name].decode())


def test_detects_what_these_tests_look_for() -> None:
    assert classes(".c-bar, .p-x .c-foo, .c-baz:hover { color: red }") == {"c-bar", "c-baz"}
    assert sides("a { margin-left: 0; float: right; }") == ["margin-left:", " right;"]
    assert sides("a { border-top-left-radius: 0 }")
    assert not sides("a { margin-inline-start: 0; content: 'left' }")


def value(prefix: str, name: str, token: str) -> str:
    found = re.search(rf"\.c-{prefix}-{name} {{ --{token}: (#[0-9a-f]{{6}}); }}", FILES["note.css"].decode())
    assert found is not None, name
    return found[1]


@pytest.mark.parametrize("ink", INKS)
@pytest.mark.parametrize("paper", PAPERS)
def test_every_ink_reads_well_on_every_paper(ink: str, paper: str) -> None:
    assert contrast(value("ink", ink, "of-ink"), value("paper", paper, "of-paper")) >= 6
    # Dark mode mixes in 14 % of #c3a87e; sRGB gives nearly the same result as Oklab.
    light = value("paper", paper, "of-paper")
    channels = [
        round(int(light[i : i + 2], 16) * 0.86 + int("c3a87e"[i - 1 : i + 1], 16) * 0.14) for i in (1, 3, 5)
    ]
    assert contrast(value("ink", ink, "of-ink"), "#{:02x}{:02x}{:02x}".format(*channels)) >= 4.5


def test_takes_the_colours_of_every_palette() -> None:
    for design in read():
        for palette in design.palettes:
            made = style("note.css", palette=palette)
            assert f"--accent:light-dark({palette.accent.light},{palette.accent.dark})" in made.css


def test_lets_no_other_text_into_the_style() -> None:
    bad = Tint("#fff}body{display:none", "</style><script>")
    good = Tint("#112233", "#445566")
    made = style("note.css", palette=Palette("x", good, bad, good))
    assert "--accent:light-dark(#112233,#445566)" in made.css
    assert "script" not in made.css
    assert "--wash:light-dark(#fff}" not in made.css


def test_the_policy_names_the_style_by_its_hash() -> None:
    one, other = style("note.css"), style("note.css", palette=read()[0].palettes[0])
    assert one.policy != other.policy
    assert "unsafe" not in one.policy + other.policy
