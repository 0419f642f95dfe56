"""One rule: create, change, start, pause, delete."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final

import msgspec
from starlette.responses import RedirectResponse, Response

from wellwish.base.errors import (
    IdempotencyKeyReused,
    IdempotencyKeyRunning,
    InvalidRequest,
    NotFound,
    OwnerRequired,
    PreconditionFailed,
    TooManyRules,
)
from wellwish.base.language import Language, later, later_many
from wellwish.groups.group import TEAM, Group
from wellwish.occasions.rule import OccasionRule
from wellwish.occasions.rule_body import ANNIVERSARY, DATE
from wellwish.web.desk import names
from wellwish.web.desk.account import accounts
from wellwish.web.desk.cards import choices
from wellwish.web.desk.flash import after
from wellwish.web.desk.guard import call, desk_paper, read_form, signed_in
from wellwish.web.desk.occasions import options, ready
from wellwish.web.desk.occasions.plan import plan_page_of
from wellwish.web.desk.occasions.rules import FULL, PATH
from wellwish.web.desk.occasions.typed import (
    MONEY,
    OPTIONS,
    Typed,
    body_of,
    change_of,
    changed_by_others,
    read_typed,
    typed_of,
)
from wellwish.web.desk.occasions.words import INVITES, KINDS, rule_words, wrong_of
from wellwish.web.desk.teams import load_teams
from wellwish.web.desk.visit import Visit
from wellwish.web.kit import cookie
from wellwish.web.kit.form import Form
from wellwish.web.kit.language import choose

_RETRIEVE: Final = "GET /api/occasion-rules/{occasion_rule_id}"
_CHANGED: Final = later("Someone changed this rule in the meantime. Compare it with yours, then save again.")
_ALREADY: Final = later("This form has already created a rule. It is in the list of rules.")
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
    "options": ("organiser_id", "purchases", *MONEY),
}


@signed_in
async def rule_new(visit: Visit) -> Response:
    """Returns the form of a new rule. Raises OwnerRequired."""
    if visit.session.account_id is None:
        return RedirectResponse(accounts.PATH, 303)
    if visit.session.role != "owner":
        raise OwnerRequired
    return await _form(visit, Typed())


@signed_in
async def rule_made(visit: Visit) -> Response:
    """Creates the rule, paused, and redirects to its plan. Raises OwnerRequired, ForeignForm."""
    sent = await read_form(visit)
    if visit.session.role != "owner":
        raise OwnerRequired
    typed, language = read_typed(sent), choose(visit.request)
    options_given, faults = options.body_of(typed, language)
    if faults:
        return await _form(visit, typed, wrong_of(faults))
    given = {**body_of(typed, await load_teams(visit)), **options_given}
    presets = await ready.ready_body(visit, language, typed.occasion)
    body = {**presets, **{name: value for name, value in given.items() if value is not None}}
    try:
        made = await call(
            visit, "POST /api/occasion-rules", body=body, idempotency_key=sent.text("form_key") or None
        )
    except InvalidRequest as refusal:
        return await _form(visit, typed, wrong_of(refusal.faults))
    except TooManyRules:
        return await _form(visit, typed, says=FULL)
    except (IdempotencyKeyReused, IdempotencyKeyRunning):
        return await _form(visit, typed, says=_ALREADY)
    return RedirectResponse(f"{PATH}/{msgspec.json.decode(made.body)['id']}/plan", 303)


@signed_in
async def rule_page(visit: Visit) -> Response:
    """Returns the form of a rule. Raises NotFound, OwnerRequired."""
    return await _page(visit, await _find(visit))


@signed_in
async def rule_changed(visit: Visit) -> Response:
    """Saves, starts, pauses or deletes the rule, as the path says.

    A plan starts only the version of the rule that it showed. Raises NotFound, OwnerRequired, ForeignForm.
    """
    sent = await read_form(visit)
    action = visit.request.path_params["action"]
    path, tag = _path(visit), f'"{sent.text("version")}"'
    given: dict[str, Any] = {"path": path, "if_match": tag}
    try:
        match action:
            case "save":
                return await _save(visit, sent, tag)
            case "start":
                await call(visit, "POST /api/occasion-rules/{occasion_rule_id}/start", **given)
                return after(PATH, "rule_started")
            case "pause":
                await call(visit, "POST /api/occasion-rules/{occasion_rule_id}/pause", **given)
                return after(f"{PATH}/{path['occasion_rule_id']}", "rule_paused")
            case "delete":
                await call(visit, "DELETE /api/occasion-rules/{occasion_rule_id}", **given)
                return after(PATH, "rule_deleted")
            case _:
                raise NotFound
    except PreconditionFailed:
        if action == "start":
            return await plan_page_of(visit, await _find(visit), has_changed=True)
        return await _page(visit, await _find(visit), says=_CHANGED)


def _path(visit: Visit) -> dict[str, str]:
    return {"occasion_rule_id": visit.request.path_params["occasion_rule_id"]}


async def _find(visit: Visit) -> OccasionRule:
    found: OccasionRule = (await call(visit, _RETRIEVE, path=_path(visit))).record
    return found


async def _save(visit: Visit, sent: Form, tag: str) -> Response:
    rule, teams, path = await _find(visit), await load_teams(visit), _path(visit)
    typed, language = read_typed(sent), choose(visit.request)
    if not sent.text("options"):  # a form that does not have these fields
        stored = typed_of(rule, teams, options.typed_of(rule, language))
        typed = msgspec.structs.replace(typed, **{name: getattr(stored, name) for name in OPTIONS})
    body = change_of(msgspec.structs.replace(typed, occasion=rule.occasion), teams)
    options_changed, faults = options.change_of(typed, rule, language)
    if faults:
        return await _page(visit, rule, typed=typed, wrong=wrong_of(faults), tag=tag)
    body |= options_changed
    try:
        await call(visit, "PATCH /api/occasion-rules/{occasion_rule_id}", path=path, body=body, if_match=tag)
    except PreconditionFailed:
        return await _page(visit, rule, typed=typed, says=_CHANGED)
    except InvalidRequest as refusal:
        wrong = wrong_of(refusal.faults)
        return await _page(visit, rule, typed=typed, wrong=wrong, tag=tag)
    return after(f"{PATH}/{rule.id}", "saved")


async def _page(
    visit: Visit,
    rule: OccasionRule,
    *,
    typed: Typed | None = None,
    wrong: Mapping[str, str] | None = None,
    says: str = "",
    tag: str = "",
) -> Response:
    language, others = choose(visit.request), dict[str, str]()
    stored = typed_of(rule, await load_teams(visit), options.typed_of(rule, language))
    if says and typed is not None:
        names_of = {each.id: names.design(language, each).name for each in await choices.designs(visit)}
        others = changed_by_others(typed, stored, names_of)
    return await _form(
        visit,
        typed or stored,
        wrong,
        says=says,
        rule=rule,
        name=rule_words(language, rule),
        others=others,
        version=tag.strip('"') or rule.version,
    )


# The values that the form of a new rule does not have.
_OF_NEW: Final[dict[str, Any]] = {"rule": None, "name": "", "others": {}, "version": ""}


async def _form(
    visit: Visit,
    typed: Typed,
    wrong: Mapping[str, str] | None = None,
    *,
    says: str = "",
    **values: Any,
) -> Response:
    language, wrong = choose(visit.request), dict(wrong or {})
    known = await choices.designs(visit)
    rule: OccasionRule | None = values.get("rule")
    kind = typed.occasion if rule is None else rule.occasion
    account = (await call(visit, "GET /api/account")).record
    further = await options.shown(visit, language, typed, account)
    typed = msgspec.structs.replace(typed, currency=further["currency"])
    chosen = typed.designs or (() if rule is not None else tuple(ready.designs(known, kind)))
    return desk_paper(
        visit,
        "desk/rule.html",
        language=language,
        status=409 if says else 422 if wrong else 200,
        says=says,
        typed=typed,
        wrong=wrong,
        kinds=_labels(language, KINDS),
        invites=_labels(language, INVITES),
        groups=await _groups(visit, typed.group_id),
        occasions=sorted(choices.occasions(language, known, ""), key=lambda each: each.name != kind),
        chosen=frozenset(typed.designs),
        suggested_title=ready.title(language, kind),
        days_off=_labels(language, _DAYS_OFF),
        leap_days=_labels(language, _LEAP_DAYS),
        hours=[(str(hour), _hour(language, hour)) for hour in range(24)],
        lines={
            "designs": language.ngettext(*_DESIGNS, len(chosen)) % {"count": language.number(len(chosen))},
            "when": _when(language, typed),
            "more": typed.teams or language.gettext(_EVERYONE),
            "options": further["line"],
        },
        further=further,
        opened={part for part, fields in PARTS.items() if {*wrong, *values.get("others", ())} & {*fields}},
        has_years=kind == ANNIVERSARY or rule is None,
        own=DATE,
        form_key=cookie.random(),
        **{**_OF_NEW, **values},
    )


def _labels(language: Language, given: Mapping[str, str]) -> list[tuple[str, str]]:
    return [(value, language.gettext(label)) for value, label in given.items()]


async def _groups(visit: Visit, chosen: str) -> list[tuple[str, str]]:
    """Returns the saved groups that can be invited, without teams, and the chosen group in any case."""
    found: list[Group] = (await call(visit, "GET /api/groups", query={"limit": "200"})).record.data
    listed = [(each.id, each.name) for each in found if each.kind != TEAM]
    return listed if not chosen or any(chosen == each for each, _ in listed) else [*listed, (chosen, chosen)]


def _hour(language: Language, hour: int) -> str:
    return language.time(datetime(2000, 1, 1, hour, tzinfo=UTC), "UTC")


def _when(language: Language, typed: Typed) -> str:
    """Returns when the cards open and close; empty while a number is wrong."""
    days, hour = typed.opens_days_before, typed.closes_hour
    if not (days.isdecimal() and hour.isdecimal() and int(hour) < 24 and len(days) < 4):
        return ""
    opens = language.ngettext(*_OPENS, int(days)) % {"count": language.number(int(days))}
    return f"{opens} · {language.gettext(_CLOSES) % {'time': _hour(language, int(hour))}}"
