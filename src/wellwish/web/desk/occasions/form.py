"""The form of a rule: the choices of its fields, and lines that say what holds."""

from collections.abc import Collection, Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, Final

import msgspec
from starlette.responses import Response

from wellwish.base.language import Language, later, later_many
from wellwish.designs.templates.template import Template
from wellwish.groups.group import TEAM, Group
from wellwish.occasions.rule import OccasionRule
from wellwish.occasions.rule_body import ANNIVERSARY, DATE
from wellwish.web.desk import names
from wellwish.web.desk.cards import choices
from wellwish.web.desk.guard import call, desk_paper
from wellwish.web.desk.occasions import options, ready
from wellwish.web.desk.occasions.typed import MONEY, Typed
from wellwish.web.desk.occasions.words import INVITES, KINDS
from wellwish.web.desk.visit import Visit
from wellwish.web.kit import cookie
from wellwish.web.kit.language import choose

Choices = dict[str, list[tuple[str, str]]]
_ON: Final = later("On")
_OFF: Final = later("Off")
_DAYS_OFF: Final = {
    "before": later("On the working day before"),
    "after": later("On the working day after"),
    "nearest": later("On the nearest working day"),
    "keep": later("On that day"),
}
_LEAP_DAYS: Final = {"february_28": later("28 February"), "march_1": later("1 March")}
_DESIGNS: Final = later_many("%(count)s design", "%(count)s designs, in turn")
_OPENS: Final = later_many(
    "Opens %(count)s working day before it closes, at 09:00",
    "Opens %(count)s working days before it closes, at 09:00",
)
_CLOSES: Final = later("closes at %(time)s on the day")
_EVERYONE: Final = later("Everyone gets cards")
# The fields of each folded part, which is open if one of them has an error or was changed by someone else.
PARTS: Final = {
    "designs": ("designs",),
    "when": ("opens_days_before", "closes_hour", "days_off", "leap_day"),
    "more": ("teams", "years", "message"),
    "options": ("organiser_id", "manager_organises", "purchases", "gift", *MONEY),
}
# The values that the form of a new rule does not have.
_OF_NEW: Final[dict[str, Any]] = {
    "rule": None,
    "name": "",
    "version": "",
    "was": "",
    "status": 200,
    "says": "",
}


async def rule_form(
    visit: Visit,
    typed: Typed,
    wrong: Mapping[str, str] | None = None,
    *,
    saved: Typed | None = None,
    others: Collection[str] = (),
    **values: Any,
) -> Response:
    """Returns the form with the typed values. Someone else has ``saved`` other values of ``others`` since."""
    language, wrong, saved = choose(visit.request), dict(wrong or {}), saved or typed
    known = await choices.designs(visit)
    rule: OccasionRule | None = values.get("rule")
    kind = typed.occasion if rule is None else rule.occasion
    account = (await call(visit, "GET /api/account")).record
    further = await options.shown(visit, language, typed, saved, account)
    typed = msgspec.structs.replace(typed, currency=further["currency"])
    listed = {
        "invites": _labels(language, INVITES),
        "groups": await _groups(visit, {typed.group_id, saved.group_id} - {""}),
        "days_off": _labels(language, _DAYS_OFF),
        "leap_days": _labels(language, _LEAP_DAYS),
        "hours": [(str(hour), _hour(language, hour)) for hour in range(24)],
    }
    labels = _all_labels(language, listed, further, known) if others else {}
    chosen = typed.designs or (() if rule is not None else tuple(ready.designs(known, kind)))
    return desk_paper(
        visit,
        "desk/rule.html",
        language=language,
        typed=typed,
        wrong=wrong,
        kinds=_labels(language, KINDS),
        **listed,
        others={name: _in_words(labels.get(name, ()), getattr(saved, name)) for name in others},
        occasions=sorted(choices.occasions(language, known, ""), key=lambda each: each.name != kind),
        chosen=frozenset(typed.designs),
        suggested_title=ready.title(language, kind),
        lines={
            "designs": language.ngettext(*_DESIGNS, len(chosen)) % {"count": language.number(len(chosen))},
            "when": _when(language, typed),
            "more": typed.teams or language.gettext(_EVERYONE),
            "options": further["line"],
        },
        further=further,
        opened={part for part, fields in PARTS.items() if {*wrong, *others} & {*fields}},
        has_years=kind == ANNIVERSARY or rule is None,
        own=DATE,
        form_key=cookie.random(),
        **{**_OF_NEW, **values},
    )


def _labels(language: Language, given: Mapping[str, str]) -> list[tuple[str, str]]:
    return [(value, language.gettext(label)) for value, label in given.items()]


def _all_labels(
    language: Language, listed: Choices, further: dict[str, Any], known: Iterable[Template]
) -> Choices:
    """Returns the values of fields with their labels."""
    switch = [("1", language.gettext(_ON)), ("", language.gettext(_OFF))]
    return {
        **listed,
        **further["money"],
        "group_id": listed["groups"],
        "leap_day": listed["leap_days"],
        "closes_hour": listed["hours"],
        "designs": [(each.id, names.design(language, each).name) for each in known],
        "organiser_id": further["organisers"],
        "purchases": further["purchases"],
        "gift": switch,
        "manager_organises": switch,
    }


def _in_words(labels: Iterable[tuple[str, str]], value: str | tuple[str, ...]) -> str:
    """Returns the labels of a value, or of several in their order."""
    known = dict(labels)
    return ", ".join(known.get(each, each) for each in ([value] if isinstance(value, str) else value))


async def _groups(visit: Visit, chosen: Collection[str]) -> list[tuple[str, str]]:
    """Returns the saved groups that can be invited, without teams, and the chosen groups in any case."""
    found: list[Group] = (await call(visit, "GET /api/groups", query={"limit": "200"})).record.data
    listed = {each.id: each.name for each in found if each.kind != TEAM}
    return [*(listed | {each: each for each in sorted(chosen) if each not in listed}).items()]


def _hour(language: Language, hour: int) -> str:
    return language.time(datetime(2000, 1, 1, hour, tzinfo=UTC), "UTC")


def _when(language: Language, typed: Typed) -> str:
    """Returns when the cards open and close; empty while a number is wrong."""
    days, hour = typed.opens_days_before, typed.closes_hour
    if not (days.isdecimal() and hour.isdecimal() and len(days) < 4 and len(hour) < 3 and int(hour) < 24):
        return ""
    opens = language.ngettext(*_OPENS, int(days)) % {"count": language.number(int(days))}
    return f"{opens} · {language.gettext(_CLOSES) % {'time': _hour(language, int(hour))}}"
