"""The form of a rule: its fields and request bodies."""

import re
from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

from wellwish.occasions.rule import OccasionRule
from wellwish.occasions.rule_body import ANNIVERSARY, BIRTHDAY, DATE, GROUP, TEAM
from wellwish.web.desk import merged
from wellwish.web.desk.teams import by_name
from wellwish.web.kit.form import Form
from wellwish.web.lists.names import join, split

_LINES: Final = (
    "occasion", "date_name", "title", "sender", "invites", "group_id", "teams", "years", "max_cards_a_month",
    "opens_days_before", "closes_hour", "days_off", "leap_day",
)  # fmt: skip
# The money settings that the form has.
MONEY: Final = ("goal_amount", "currency", "see_total", "see_contributors", "suggested_amounts")
_OPTIONS: Final = (*MONEY, "gift", "organiser_id", "manager_organises")
OPTIONS: Final = (*_OPTIONS, "purchases")
_NUMBERS: Final = ("max_cards_a_month", "opens_days_before", "closes_hour")
_TEXTS: Final = ("occasion", "title", "sender", "message", "invites", "days_off", "leap_day")
# Fields whose change is also one of the field that they depend on.
TOGETHER: Final = {"group_id": "invites", **dict.fromkeys(MONEY, "gift")}
# Fields that cannot be changed in a rule.
_OF_NEW: Final = ("occasion", "date_name")


class Typed(Struct, frozen=True, kw_only=True):
    """The fields of the form. ``designs`` are ids of templates, in any order; ``teams`` are names."""

    occasion: str = BIRTHDAY
    date_name: str = ""
    title: str = ""
    sender: str = ""
    message: str = ""
    designs: tuple[str, ...] = ()
    invites: str = TEAM
    group_id: str = ""
    teams: str = ""
    years: str = ""
    max_cards_a_month: str = "100"
    opens_days_before: str = "5"
    closes_hour: str = "9"
    days_off: str = "before"
    leap_day: str = "february_28"
    organiser_id: str = ""
    manager_organises: str = ""
    gift: str = ""
    goal_amount: str = ""
    currency: str = ""
    see_total: str = "contributors"
    see_contributors: str = "contributors"
    suggested_amounts: str = ""
    purchases: tuple[str, ...] = ()


def read_typed(sent: Form) -> Typed:
    names = (*_LINES, *_OPTIONS) if sent.text("options") else _LINES
    return Typed(
        **{name: merged.line(sent.text(name)) for name in names},
        message=merged.lines(sent.text("message")),
        designs=tuple(sent.texts("designs")),
        purchases=tuple(dict.fromkeys(filter(None, sent.texts("purchases")))),
    )


def typed_of(rule: OccasionRule, teams: Mapping[str, str], options: Mapping[str, str]) -> Typed:
    """Returns the fields of a stored rule; ``teams`` has the names of teams by ID.

    A deleted team keeps its ID, because a rule without teams would apply to everybody.
    """
    texts = ("occasion", "title", "sender", "invites", *_NUMBERS, "days_off", "leap_day")
    lines = {**options, **{name: str(getattr(rule, name)) for name in texts}}
    return Typed(
        **{name: merged.line(given) for name, given in lines.items()},
        date_name=rule.date_name or "",
        message=merged.lines(rule.message or ""),
        designs=tuple(sorted(rule.template_ids)),
        purchases=tuple(rule.bundle_purchase_ids or ()),
        group_id=rule.group_id or "",
        teams=_teams_of(rule, teams),
        years=", ".join(str(each) for each in rule.years or ()),
    )


def _teams_of(rule: OccasionRule, teams: Mapping[str, str]) -> str:
    return merged.line(join(teams.get(each, each) for each in rule.team_ids or ()))


def body_of(typed: Typed, teams: Mapping[str, str]) -> dict[str, Any]:
    """Returns all fields of a rule, None where nothing is typed. An unknown team or number stays as typed."""
    known = by_name(teams)
    in_any_case = {name.casefold(): group_id for name, group_id in known.items()}
    named = split(typed.teams)
    years = [each for each in re.split(r"[\s,;]+", typed.years) if each]
    return {
        **{name: getattr(typed, name) or None for name in _TEXTS},
        **{name: _number(getattr(typed, name)) for name in _NUMBERS},
        "date_name": typed.date_name or None if typed.occasion == DATE else None,
        "template_ids": [*typed.designs] or None,
        "group_id": typed.group_id or None if typed.invites == GROUP else None,
        "team_ids": [known.get(each, in_any_case.get(each.casefold(), each)) for each in named] or None,
        "years": [_number(each) for each in years] or None if typed.occasion == ANNIVERSARY else None,
    }


def change_of(typed: Typed, teams: Mapping[str, str], rule: OccasionRule) -> dict[str, Any]:
    """Returns the body that changes the rule, keeping the order of its designs and unchanged teams."""
    body = {name: value for name, value in body_of(typed, teams).items() if name not in _OF_NEW}
    # Null is the same as absent for these, so that an emptied field would seem to be saved.
    ordered = dict.fromkeys((*(each for each in rule.template_ids if each in typed.designs), *typed.designs))
    if typed.teams == _teams_of(
        rule, teams
    ):  # of several teams with almost the same name, the text names one
        body["team_ids"] = rule.team_ids
    return {**body, "title": typed.title, "sender": typed.sender, "template_ids": [*ordered]}


def _number(text: str) -> Any:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 9 else text or None
