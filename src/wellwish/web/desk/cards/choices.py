"""The choices of the card form: designs by occasion, and the labels of rules."""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from wellwish.base.language import LANGUAGES, Language, later
from wellwish.designs.templates.template import OCCASIONS, DrawnPalette, Template
from wellwish.web.desk import names, standards
from wellwish.web.desk.covers import Face, faces
from wellwish.web.desk.guard import call
from wellwish.web.desk.visit import Visit

_OCCASIONS: Final = {
    "birthday": later("Birthday"),
    "farewell": later("Farewell"),
    "new_job": later("New job"),
    "thank_you": later("Thank you"),
    "baby": later("New baby"),
    "wedding": later("Wedding"),
    "anniversary": later("Anniversary"),
    "congratulations": later("Congratulations"),
    "graduation": later("Graduation"),
    "promotion": later("Promotion"),
    "get_well": later("Get well"),
    "sympathy": later("Sympathy"),
    "retirement": later("Retirement"),
    "welcome": later("Welcome"),
    "new_home": later("New home"),
    "holidays": later("Holidays"),
    "new_year": later("New Year"),
    "festival": later("Festivals"),
    "love": later("Love"),
}
_FIRST: Final = ("EUR", "USD", "GBP")  # listed after the account's currency
_AUDIENCES: Final = (
    ("contributors", later("Everyone who signs")),
    ("everyone", later("Everyone with a link")),
    ("recipient", later("The recipients and the organisers")),
    ("admins", later("Only the organisers")),
    ("nobody", later("Only the account")),
)
_RULES: Final = {
    "moderation": (
        ("off", later("Notes appear immediately")),
        ("pre", later("Review notes before they appear")),
        ("post", later("Review notes after they appear")),
    ),
    "see_notes": (
        ("signed", later("People who have signed")),
        ("everyone", later("Everyone with a signing link")),
        ("nobody", later("Nobody until the card is closed")),
    ),
    "organiser_mail": (
        ("daily", later("One email a day at 09:00, if there is news")),
        ("each", later("An email for each event")),
        ("none", later("No emails")),
    ),
    "add_money": (
        ("nobody", later("Nobody: a card without money")),
        ("everyone", later("Everyone who signs")),
        ("contributors", later("Invited people")),
        ("recipient", later("The recipients and the organisers")),
        ("admins", later("Only the organisers")),
    ),
    "see_total": _AUDIENCES,
    "see_contributors": _AUDIENCES,
    "see_contributor_names": (
        ("0", later("Everyone")),
        ("1", later("People who signed, and the recipients")),
        ("2", later("The recipients and the organisers")),
        ("3", later("Only the organisers")),
    ),
    "custom_effect": (
        ("", later("The design's own effect")),
        ("confetti", later("Confetti")),
        ("balloons", later("Balloons")),
        ("streamers", later("Streamers")),
        ("planes", later("Paper planes")),
        ("sparks", later("Sparks")),
        ("petals", later("Petals")),
        ("stars", later("Stars")),
        ("caps", later("Graduation caps")),
        ("steam", later("Steam")),
        ("lights", later("Lights")),
        ("snow", later("Snow")),
        ("glow", later("Glow")),
        ("hearts", later("Hearts")),
        ("none", later("No effect")),
    ),
}


class Occasion(Struct, frozen=True):
    """The designs of one occasion in their first palette. ``is_open`` is true if one of them is chosen."""

    name: str
    label: str
    faces: list[Face]
    is_open: bool


class Chosen(Struct, frozen=True):
    """The chosen design in one palette."""

    face: Face

    @property
    def value(self) -> str:
        """The value of the form field ``design``: the design's ID and the palette's name."""
        return f"{self.design.id} {self.palette.name}"

    @property
    def design(self) -> Template:
        return self.face.design

    @property
    def palette(self) -> DrawnPalette:
        return self.face.palette

    def is_of(self, value: str) -> bool:
        """Whether a value identifies this design in any palette."""
        return value.partition(" ")[0] == self.design.id


async def designs(visit: Visit) -> list[Template]:
    """Returns all designs that new cards may use."""
    found: list[Template] = (await call(visit, "GET /api/templates")).record.data
    return found


def chosen(found: list[Template], value: str) -> Chosen:
    """Returns the design of a value such as ``tpl_1 indigo``, or the first design if it is not available.

    A palette that the design lacks is replaced with the design's first palette.
    """
    design_id, _, palette = value.partition(" ")
    design = next((each for each in found if each.id == design_id), found[0])
    known = faces(design)
    return Chosen(next((each for each in known if each.palette.name == palette), known[0]))


def is_known(found: list[Template], value: str) -> bool:
    """Whether the value identifies a design that is not retired."""
    return any(each.id == value.partition(" ")[0] for each in found)


def occasions(language: Language, found: list[Template], value: str) -> list[Occasion]:
    """Returns the designs by occasion, in the order of the occasions."""
    design_id = value.partition(" ")[0]
    shown = [names.design(language, each) for each in found]
    grouped = {name: [each for each in shown if each.occasion == name] for name in OCCASIONS}
    return [
        Occasion(
            name,
            language.gettext(_OCCASIONS[name]),
            [faces(each)[0] for each in group],
            any(each.id == design_id for each in group),
        )
        for name, group in grouped.items()
        if group
    ]


def rules(
    language: Language, values: Mapping[str, str], currency: str = ""
) -> dict[str, list[tuple[str, str]]]:
    """Returns the values and labels of each choice, including a stored value that is no longer offered."""
    found = {
        name: [(value, language.gettext(label)) for value, label in each] for name, each in _RULES.items()
    }
    locale = values["locale"]
    known = [(code, each.name) for code, each in LANGUAGES.items()]
    further = [] if not locale or locale in LANGUAGES else [(locale, locale)]
    return {
        **found,
        "locale": [("", language.gettext(later("The account's language"))), *known, *further],
        "currency": standards.currencies(language, values["currency"], first=(currency, *_FIRST)),
    }
