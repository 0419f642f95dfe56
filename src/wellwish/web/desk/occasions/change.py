"""Change the days, design and texts of an occasion, skip it, or withdraw these changes."""

from collections.abc import Collection
from typing import Any, Final

import msgspec
from msgspec import Struct
from starlette.responses import RedirectResponse, Response

from wellwish.base.errors import (
    InvalidRequest,
    NotFound,
    OccasionMade,
    OwnerRequired,
    PreconditionFailed,
    TooManyChangedOccasions,
)
from wellwish.base.language import later, later_many
from wellwish.occasions.occasion import Occasion
from wellwish.occasions.rule import OccasionRule
from wellwish.occasions.rule_body import filled
from wellwish.web.desk import merged, names
from wellwish.web.desk.account import accounts
from wellwish.web.desk.cards import choices
from wellwish.web.desk.flash import after
from wellwish.web.desk.guard import call, desk_paper, read_form, signed_in
from wellwish.web.desk.occasions.coming import find
from wellwish.web.desk.occasions.key import key_of, named
from wellwish.web.desk.occasions.plan import may_change, shown
from wellwish.web.desk.occasions.words import FULL, rule_words, wrong_of
from wellwish.web.desk.visit import Visit
from wellwish.web.kit.form import Form
from wellwish.web.kit.language import choose

_PATH: Final = "/desk/calendar"
_CHANGED: Final = later("Someone changed this card in the meantime. Compare it with yours, then save again.")
_BY_RULE: Final = later("The rule's design")
_STAYS: Final = later_many(
    "If you don't change this day, it stays %(count)s working day before the closing day.",
    "If you don't change this day, it stays %(count)s working days before the closing day.",
)
# The names of changes that differ from those of the form.
_NAMES: Final = {"template_id": "design"}
_CHANGES: Final = ("opens_on", "closes_on", "title", "message", "template_id")


class Typed(Struct, frozen=True, kw_only=True):
    """The fields of the form.

    ``design`` is the ID of a template, or empty for the design whose turn it is.
    """

    opens_on: str = ""
    closes_on: str = ""
    title: str = ""
    message: str = ""
    design: str = ""


@signed_in
async def occasion_page(visit: Visit) -> Response:
    """Returns the form; redirects to the card if there is one. Raises NotFound, OwnerRequired."""
    if visit.session.account_id is None:
        return RedirectResponse(accounts.PATH, 303)
    return await _page(visit, await _found(visit))


@signed_in
async def occasion_changed(visit: Visit) -> Response:
    """Saves or withdraws the changes, or skips the occasion, according to the pressed button.

    Raises NotFound, OwnerRequired, ForeignForm.
    """
    sent = await read_form(visit)
    found = await _found(visit)
    try:
        if any(sent.text(name) for name in ("skip", "unskip")):
            return await _skip(visit, found, skips=bool(sent.text("skip")), version=sent.text("version"))
        return await _save(visit, found, sent)
    except (OccasionMade, InvalidRequest):  # has a card, or cannot be skipped any more, in the meantime
        return RedirectResponse(_url(found), 303)
    except PreconditionFailed:
        return await _conflict(visit, await _found(visit), sent)
    except TooManyChangedOccasions:
        return await _page(visit, found, _read(sent), says=FULL, status=409, was=sent.text("was"))


async def _found(visit: Visit) -> Occasion:
    if visit.session.role != "owner":
        raise OwnerRequired
    return await find(visit, visit.request.path_params["occasion_key"])


async def _skip(visit: Visit, found: Occasion, *, skips: bool, version: str = "") -> Response:
    body = {**(named(key_of(found)) or {}), "skip": skips}
    await call(visit, "POST /api/occasions/skip", body=body, if_match=f'"{version}"' if version else None)
    said = "occasion_skipped" if skips else "occasion_unskipped"
    if not skips and await _rule(visit, found) is None:  # no page shows it any more
        return after(f"{_PATH}?month={(found.closes_on or '')[:7]}", said)
    return after(_url(found), said)


async def _save(visit: Visit, found: Occasion, sent: Form) -> Response:
    """Raises PreconditionFailed, OccasionMade, TooManyChangedOccasions."""
    if sent.text("version") != str(found.version):
        raise PreconditionFailed
    rule = await _rule(visit, found)
    if rule is None or found.card_id is not None or not may_change(found):
        return RedirectResponse(_url(found), 303)
    typed, was, undoes = _read(sent), sent.text("was"), bool(sent.text("undo"))
    changes = {} if undoes else _changes(found, rule, typed, was)
    body = {**(named(key_of(found)) or {}), **changes}
    try:
        await call(visit, "POST /api/occasions/change", body=body, if_match=f'"{found.version}"')
    except InvalidRequest as refusal:
        return await _page(visit, found, typed, wrong=wrong_of(refusal.faults), status=422, was=was)
    is_skipped = found.state == "skipped"
    if is_skipped and not undoes and not any(changes.values()):  # withdrawing changes keeps it skipped
        return await _skip(visit, found, skips=False)
    if undoes:
        return after(_url(found), "occasion_still_skipped" if is_skipped else "occasion_restored")
    return after(_url(found), "occasion_changed")


async def _conflict(visit: Visit, found: Occasion, sent: Form) -> Response:
    """Returns the form with the reader's changes and the values saved by others.

    If nothing is left to do, as when a form is sent twice, redirects as after doing it.
    """
    rule = await _rule(visit, found)
    if rule is None or found.card_id is not None:
        return await _page(visit, found)
    stored = _typed_of(found, rule)
    typed, was = _read(sent), sent.text("was")
    if (said := _done(found, sent, is_saved=merged.is_saved(typed, stored, was))) is not None:
        return after(_url(found), said)
    typed, both = merged.merged(typed, stored, was)
    return await _page(visit, found, typed, others=both, says=_CHANGED, status=409)


def _done(found: Occasion, sent: Form, *, is_saved: bool) -> str | None:
    """Returns what to say if the occasion is as the pressed button would leave it."""
    is_skipped = found.state == "skipped"
    if sent.text("skip"):
        return "occasion_skipped" if is_skipped else None
    if sent.text("unskip"):
        return None if is_skipped else "occasion_unskipped"
    if sent.text("undo"):
        said = "occasion_still_skipped" if is_skipped else "occasion_restored"
        return said if found.changes is None else None
    return "occasion_changed" if is_saved and not is_skipped else None


async def _rule(visit: Visit, found: Occasion) -> OccasionRule | None:
    """Returns the rule, or None if it was deleted."""
    path = {"occasion_rule_id": found.occasion_rule_id}
    try:
        rule: OccasionRule = (
            await call(visit, "GET /api/occasion-rules/{occasion_rule_id}", path=path)
        ).record
    except NotFound:
        return None
    return rule


def _read(sent: Form) -> Typed:
    names_of_lines = ("opens_on", "closes_on", "title", "design")
    return Typed(
        **{name: merged.line(sent.text(name)) for name in names_of_lines},
        message=merged.lines(sent.text("message")),
    )


def _typed_of(found: Occasion, rule: OccasionRule) -> Typed:
    """Returns the current fields: the changed values, otherwise those of the rule, as a form sends them."""
    title, message, design = rule.title, rule.message, None
    if found.changes is not None:
        title, message = found.changes.title or title, found.changes.message or message
        design = found.changes.template_id
    return Typed(
        opens_on=found.opens_on or "",
        closes_on=found.closes_on or "",
        title=merged.line(_filled(found, title, 255)),
        message=merged.lines(_filled(found, message, 5000)),
        design=design or "",
    )


def _filled(found: Occasion, given: str | None, limit: int) -> str:
    return filled(given or "", found.person_name, found.years, limit)


def _changes(found: Occasion, rule: OccasionRule, typed: Typed, was: str) -> dict[str, str | None]:
    """Returns the differences from the rule. Empty and unchanged fields follow the rule."""
    stored, by_rule = _typed_of(found, rule), _typed_of(_unchanged(found), rule)
    mine = merged.changed(typed, stored, was)
    changes: dict[str, str | None] = {}
    for name in _CHANGES:
        field, is_day = _NAMES.get(name, name), name in ("opens_on", "closes_on")
        value = getattr(typed, field)
        if field in mine:
            changes[name] = None if not is_day and value == getattr(by_rule, field) else value or None
        else:
            # The stored change has placeholders, and a day that was not changed follows the rule.
            kept = None if found.changes is None else getattr(found.changes, name)
            # A changed day no longer has an effect if the date has moved away from it.
            changes[name] = None if is_day and kept != getattr(stored, field) else kept
    return changes


def _unchanged(found: Occasion) -> Occasion:
    return msgspec.structs.replace(found, changes=None)


def _url(found: Occasion) -> str:
    return f"{_PATH}/{key_of(found)}"


async def _page(
    visit: Visit,
    found: Occasion,
    typed: Typed | None = None,
    *,
    others: Collection[str] = (),
    **values: Any,
) -> Response:
    if found.card_id is not None:
        return RedirectResponse(f"/desk/cards/{found.card_id}", 303)
    if found.state == "left":
        return RedirectResponse(f"/desk/people/{found.person_id}", 303)
    if not may_change(found):
        raise NotFound
    language, rule = choose(visit.request), await _rule(visit, found)
    each, month = shown(language, {}, found), (found.closes_on or "")[:7]
    if rule is None:
        return desk_paper(visit, "desk/occasion.html", language=language, each=each, rule=None, month=month)
    stored, known = _typed_of(found, rule), await choices.designs(visit)
    typed = typed or stored
    labels = {each.id: names.design(language, each).name for each in known}
    saved = {**msgspec.structs.asdict(stored), "design": language.gettext(_BY_RULE)}
    if stored.design:
        saved["design"] = labels.get(stored.design, stored.design)
    count, wrong = rule.opens_days_before, values.get("wrong", {})
    given = {"version": found.version, "was": merged.marks(stored), "wrong": wrong, **values}
    return desk_paper(
        visit,
        "desk/occasion.html",
        language=language,
        typed=typed,
        others={name: saved[name] for name in others},
        each=each,
        rule=rule,
        rule_name=rule_words(language, rule),
        stays=language.ngettext(*_STAYS, count) % {"count": language.number(count)},
        occasions=choices.occasions(language, known, ""),
        lines={"design": labels.get(typed.design or found.template_id or "", "")},
        month=month,
        opened={"design"} & {*wrong, *others},
        **given,
    )
