"""The built-in templates: known values, IDs in gallery order, and colours with sufficient contrast."""

import re
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from typing import Literal

import msgspec
import pytest

Theme = Literal["light", "dark"]
THEMES: tuple[Theme, Theme] = ("light", "dark")

EFFECTS = "confetti balloons streamers planes sparks petals stars caps steam lights snow glow hearts none"
OCCASIONS = """
    birthday farewell new_job thank_you baby wedding anniversary congratulations graduation promotion get_well
    sympathy retirement welcome new_home holidays new_year festival love
    """

# The style sheet's tokens that a template's colours are combined with.
TOKENS: dict[Theme, dict[str, str]] = {
    "light": {
        "bg": "#faf5ec",
        "surface": "#fffdf8",
        "raised": "#ffffff",
        "ink": "#2a2238",
        "muted": "#655b74",
        "on_accent": "#ffffff",
    },
    "dark": {
        "bg": "#17131f",
        "surface": "#221c2d",
        "raised": "#2b2438",
        "ink": "#f4eddf",
        "muted": "#b7acc4",
        "on_accent": "#2a0615",
    },
}

# Minimum contrast of text on its background. WCAG 2.2 requires 4.5 for text (1.4.3, AA) and 7 for AAA
# (1.4.6), which body text on a wash meets. The accent colours links and headings, so it counts as text
# everywhere.
LEAST_CONTRAST: dict[tuple[str, str], float] = {
    ("on_accent", "accent"): 4.5,
    ("accent", "bg"): 4.5,
    ("accent", "surface"): 4.5,
    ("accent", "raised"): 4.5,
    ("accent", "wash"): 4.5,
    ("accent", "wash2"): 4.5,
    ("ink", "wash"): 7.0,
    ("ink", "wash2"): 7.0,
    ("muted", "wash"): 4.5,
    ("muted", "wash2"): 4.5,
}


class Colour(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One colour of a palette, as #rrggbb, for each theme."""

    light: str
    dark: str


class Palette(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A colour variant of a template."""

    name: str
    accent: Colour
    wash: Colour
    wash2: Colour

    def colours(self, theme: Theme) -> dict[str, str]:
        """Returns its colours in one theme by the names of `LEAST_CONTRAST`."""
        pairs = {"accent": self.accent, "wash": self.wash, "wash2": self.wash2}
        return {name: colour.light if theme == "light" else colour.dark for name, colour in pairs.items()}


class Template(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A template in the catalogue; unknown fields are an error."""

    id: str
    slug: str
    name: str
    occasion: str
    layout: str
    tone: str
    effect: str
    locale: str
    palettes: list[Palette]


def _catalogue() -> list[Template]:
    text = files("wellwish.designs.templates").joinpath("catalogue.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), dict[str, list[Template]])["template"]


TEMPLATES = _catalogue()


def _luminance(colour: str) -> float:
    """Returns the relative luminance of #rrggbb, 0 (black) to 1 (white).

    Source: WCAG 2.2, "relative luminance".
    """
    channels = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (
        each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Returns the contrast ratio of two colours, 1 to 21. Source: WCAG 2.2, "contrast ratio"."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _faults(palette: Palette) -> Iterator[str]:
    """Yields a line for each pair of colours below its minimum contrast."""
    for theme in THEMES:
        colours = TOKENS[theme] | palette.colours(theme)
        for (text, ground), least in LEAST_CONTRAST.items():
            ratio = contrast(colours[text], colours[ground])
            if ratio < least:
                yield f"{palette.name}, {theme}: {text} on {ground} is {ratio:.2f}, below {least}"


def test_holds_37_templates_with_three_palettes_each() -> None:
    assert len(TEMPLATES) == 37
    assert {len(template.palettes) for template in TEMPLATES} == {3}


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda template: template.slug)
def test_uses_the_known_words(template: Template) -> None:
    assert template.occasion in OCCASIONS.split()
    assert template.effect in EFFECTS.split()
    assert template.layout in {"board", "book"}
    assert template.tone in {"bright", "warm", "quiet"}
    assert template.locale == "en"
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", template.slug)
    assert template.name == template.name.strip() != ""


def test_serves_every_occasion_and_every_effect() -> None:
    assert {template.occasion for template in TEMPLATES} == set(OCCASIONS.split())
    assert {template.effect for template in TEMPLATES} == set(EFFECTS.split())


def test_quiet_templates_have_no_effect() -> None:
    quiet = [template for template in TEMPLATES if template.tone == "quiet"]
    assert {template.effect for template in quiet} == {"none"}
    assert {template.tone for template in TEMPLATES if template.occasion == "sympathy"} == {"quiet"}


def test_gives_each_template_a_unique_slug_and_name() -> None:
    assert len({template.slug for template in TEMPLATES}) == len(TEMPLATES)
    assert len({template.name for template in TEMPLATES}) == len(TEMPLATES)


def test_has_ids_of_uuid_version_7_that_sort_in_the_curated_order() -> None:
    ids = [template.id for template in TEMPLATES]
    assert ids == sorted(set(ids))
    for each in ids:
        assert re.fullmatch(r"tpl_[0-7][0-9a-hjkmnp-tv-z]{25}", each)
        bits = 0
        for letter in each.removeprefix("tpl_"):
            bits = bits << 5 | "0123456789abcdefghjkmnpqrstvwxyz".index(letter)
        assert (bits >> 76) & 0b1111 == 7, "the version, RFC 9562 section 5.7"
        assert (bits >> 62) & 0b11 == 0b10, "the variant, RFC 9562 section 4.1"


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda template: template.slug)
def test_names_palettes_and_writes_colours_in_one_way(template: Template) -> None:
    names = [palette.name for palette in template.palettes]
    assert len(set(names)) == len(names)
    for palette in template.palettes:
        assert re.fullmatch(r"[a-z]+(_[a-z]+)*", palette.name)
        for theme in THEMES:
            assert all(re.fullmatch(r"#[0-9a-f]{6}", colour) for colour in palette.colours(theme).values())


def test_gives_no_two_templates_the_same_colours() -> None:
    looks = {
        (palette.accent, palette.wash, palette.wash2)
        for template in TEMPLATES
        for palette in template.palettes
    }
    assert len(looks) == len(TEMPLATES) * 3
    assert len({template.palettes[0].accent for template in TEMPLATES}) == len(TEMPLATES)


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda template: template.slug)
def test_can_be_read_in_both_themes(template: Template) -> None:
    assert [fault for palette in template.palettes for fault in _faults(palette)] == []


def test_measures_contrast_as_wcag_does() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#777777") == 1
    # The grey that narrowly misses AA on white, and its darker neighbour, which passes.
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)
    assert contrast("#ffffff", "#767676") == pytest.approx(4.54, abs=0.005)


def test_detects_a_colour_with_low_contrast() -> None:
    good = TEMPLATES[0].palettes[0]
    assert list(_faults(good)) == []

    pale = msgspec.structs.replace(good, accent=Colour(light="#e8a33d", dark=good.accent.dark))
    assert {fault.split(" is ")[0] for fault in _faults(pale)} == {
        "indigo, light: on_accent on accent",
        *(f"indigo, light: accent on {ground}" for ground in ("bg", "surface", "raised", "wash", "wash2")),
    }

    murky = msgspec.structs.replace(good, wash2=Colour(light=good.wash2.light, dark="#6a5a6a"))
    assert {fault.split(" is ")[0] for fault in _faults(murky)} == {
        "indigo, dark: accent on wash2",
        "indigo, dark: ink on wash2",
        "indigo, dark: muted on wash2",
    }
