"""The choices of a card's form: designs by occasion, and the labels of its rules."""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct
from starlette.requests import Request

from wellwish.auth.sign_in.session import Session
from wellwish.base.language import LANGUAGES, Language, later
from wellwish.designs.templates.template import OCCASIONS, Template
from wellwish.infra.http import Services
from wellwish.web.desk import names, standards
from wellwish.web.desk.guard import call

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
_AUDIENCES: Final = (
    ("everyone", later("Everyone with a link")),
    ("contributors", later("Invited people and people who signed")),
    ("recipient", later("The recipients and admins")),
    ("admins", later("Admins")),
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
        ("recipient", later("The recipients and admins")),
        ("admins", later("Admins")),
    ),
    "see_total": _AUDIENCES,
    "see_contributors": _AUDIENCES,
    "see_contributor_names": (
        ("0", later("Everyone")),
        ("1", later("People who signed, and the recipients")),
        ("2", later("The recipients and admins")),
        ("3", later("Admins")),
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
    """The designs of one occasion; ``is_open`` is true if the chosen design is among them."""

    label: str
    designs: list[Template]
    is_open: bool


class Chosen(Struct, frozen=True):
    """The chosen design: the value of its field, and the URL of its cover."""

    value: str
    cover: str | None


async def designs(services: Services, request: Request, session: Session) -> list[Template]:
    """Returns all designs that new cards may use."""
    found: list[Template] = (await call(services, request, session, "GET /api/templates")).record.data
    return found


def chosen(found: list[Template], value: str) -> Chosen:
    """Returns the design of a value such as ``tpl_1 indigo``, or the first design if it is not available."""
    covers = {f"{each.id} {p.name}": p.thumbnail_url for each in found for p in each.palettes}
    first = next(iter(covers), "")
    kept = value if value in covers else first
    return Chosen(kept, covers.get(kept))


def cover_of(found: list[Template], value: str) -> str | None:
    """Returns the URL of the cover of a value, or None for a retired design."""
    covers = {f"{each.id} {p.name}": p.thumbnail_url for each in found for p in each.palettes}
    return covers.get(value)


def occasions(language: Language, found: list[Template], value: str) -> list[Occasion]:
    """Returns the designs by occasion, in the order of the occasions."""
    design_id = value.partition(" ")[0]
    shown = [names.design(language, each) for each in found]
    grouped = {name: [each for each in shown if each.occasion == name] for name in OCCASIONS}
    return [
        Occasion(language.gettext(_OCCASIONS[name]), group, any(each.id == design_id for each in group))
        for name, group in grouped.items()
        if group
    ]


def rules(language: Language, values: Mapping[str, str]) -> dict[str, list[tuple[str, str]]]:
    """Returns values and labels of each choice; a stored value stays a choice when it is not among them."""
    found = {
        name: [(value, language.gettext(label)) for value, label in each] for name, each in _RULES.items()
    }
    locale = values["locale"]
    known = [(code, each.name) for code, each in LANGUAGES.items()]
    further = [] if not locale or locale in LANGUAGES else [(locale, locale)]
    return {
        **found,
        "locale": [("", language.gettext(later("The account's language"))), *known, *further],
        "currency": standards.currencies(
            language, values["currency"], language.gettext(later("The account's currency"))
        ),
    }
