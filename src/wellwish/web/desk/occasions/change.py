"""Change the days, design and texts of an occasion, skip it, or withdraw these changes."""

import hashlib
from typing import Final

import msgspec
from msgspec import Struct
from starlette.responses import RedirectResponse, Response

from wellwish.base.errors import InvalidRequest, NotFound, OccasionMade, OwnerRequired
from wellwish.base.language import later, later_many
from wellwish.occasions.occasion import Occasion
from wellwish.occasions.rule import OccasionRule
from wellwish.occasions.rule_body import filled
from wellwish.web.desk import names
from wellwish.web.desk.account import accounts
from wellwish.web.desk.cards import choices
from wellwish.web.desk.flash import after
from wellwish.web.desk.guard import call, desk_paper, read_form, signed_in
from wellwish.web.desk.occasions.coming import find
from wellwish.web.desk.occasions.key import key_of, named
from wellwish.web.desk.occasions.plan import may_change, shown
from wellwish.web.desk.occasions.words import rule_words, wrong_of
from wellwish.web.desk.visit import Visit
from wellwish.web.kit.form import Form
from wellwish.web.kit.language import choose

_PATH: Final = "/desk/calendar"
_CHANGED: Final = later("Someone changed this card in the meantime. Compare it with yours, then save again.")
_STAYS: Final = later_many(
    "If you don't change this day, it stays %(count)s working day before the closing day.",
    "If you don't change this day, it stays %(count)s working days before the closing day.",
)
# The names of changes that differ from those of the form.
_NAMES: Final = {"template_id": "design"}
_CHANGES: Final = ("opens_on", "closes_on", "title", "message", "template_id")


class Typed(Struct, frozen=True, kw_only=True):
    """The fields of the form; ``design`` is the id of a template, or empty for the turn of the rule."""

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
    of = named(key_of(found))
    pressed = next((name for name in ("undo", "skip", "unskip") if sent.text(name)), "save")
    try:
        match pressed:
            case "save":
                return await _save(visit, found, sent)
            case "undo":
                await call(visit, "POST /api/occasions/change", body=of)
                return after(_url(found), "occasion_restored")
            case _:
                skips = pressed == "skip"
                await call(visit, "POST /api/occasions/skip", body={**(of or {}), "skip": skips})
                return after(_url(found), "occasion_skipped" if skips else "occasion_unskipped")
    except OccasionMade:  # in the meantime
        return RedirectResponse(_url(found), 303)


async def _found(visit: Visit) -> Occasion:
    if visit.session.role != "owner":
        raise OwnerRequired
    return await find(visit, visit.request.path_params["occasion_key"])


async def _save(visit: Visit, found: Occasion, sent: Form) -> Response:
    typed = Typed(
        **{name: " ".join(sent.text(name).split()) for name in ("opens_on", "closes_on", "title", "design")},
        message=sent.text("message").strip(),
    )
    rule = await _rule(visit, found)
    stored = _typed_of(found, rule)
    if sent.text("version") != _version(found, stored):
        return await _page(visit, found, typed, says=_CHANGED)
    body = {**(named(key_of(found)) or {}), **_changes(found, rule, typed)}
    try:
        await call(visit, "POST /api/occasions/change", body=body)
    except InvalidRequest as refusal:
        return await _page(visit, found, typed, wrong_of(refusal.faults))
    return after(_url(found), "occasion_changed")


async def _rule(visit: Visit, found: Occasion) -> OccasionRule:
    path = {"occasion_rule_id": found.occasion_rule_id}
    rule: OccasionRule = (await call(visit, "GET /api/occasion-rules/{occasion_rule_id}", path=path)).record
    return rule


def _typed_of(found: Occasion, rule: OccasionRule) -> Typed:
    """Returns the current fields: the changed values, otherwise those of the rule."""
    title, message, design = rule.title, rule.message, None
    if found.changes is not None:
        title, message = found.changes.title or title, found.changes.message or message
        design = found.changes.template_id
    return Typed(
        opens_on=found.opens_on or "",
        closes_on=found.closes_on or "",
        title=_filled(found, title, 255),
        message=_filled(found, message, 5000),
        design=design or "",
    )


def _filled(found: Occasion, given: str | None, limit: int) -> str:
    return filled(given or "", found.person_name, found.years, limit)


def _changes(found: Occasion, rule: OccasionRule, typed: Typed) -> dict[str, str | None]:
    """Returns the differences from the rule. Empty and unchanged fields follow the rule."""
    stored, by_rule = _typed_of(found, rule), _typed_of(_unchanged(found), rule)
    changes: dict[str, str | None] = {}
    for name in _CHANGES:
        field = _NAMES.get(name, name)
        value = getattr(typed, field)
        if value == getattr(stored, field):
            # The stored change has placeholders, and a day that was not changed follows the rule.
            changes[name] = None if found.changes is None else getattr(found.changes, name)
        else:
            is_day = name in ("opens_on", "closes_on")
            changes[name] = None if not is_day and value == getattr(by_rule, field) else value or None
    return changes


def _unchanged(found: Occasion) -> Occasion:
    return msgspec.structs.replace(found, changes=None)


def _version(found: Occasion, stored: Typed) -> str:
    """Returns the version for the form, so that it does not overwrite changes of another owner."""
    given = msgspec.json.encode((stored, found.state == "skipped"))
    return hashlib.sha256(given).hexdigest()[:16]


def _url(found: Occasion) -> str:
    return f"{_PATH}/{key_of(found)}"


async def _page(
    visit: Visit,
    found: Occasion,
    typed: Typed | None = None,
    wrong: dict[str, str] | None = None,
    *,
    says: str = "",
) -> Response:
    if found.card_id is not None:
        return RedirectResponse(f"/desk/cards/{found.card_id}", 303)
    if not may_change(found):
        raise NotFound
    language, rule = choose(visit.request), await _rule(visit, found)
    stored, known = _typed_of(found, rule), await choices.designs(visit)
    typed = typed or stored
    design = next((each for each in known if each.id == (typed.design or found.template_id)), None)
    texts = msgspec.structs.asdict(stored).items() if says else ()
    count = rule.opens_days_before
    return desk_paper(
        visit,
        "desk/occasion.html",
        language=language,
        status=409 if says else 422 if wrong else 200,
        says=says,
        wrong=wrong or {},
        typed=typed,
        others={name: value for name, value in texts if value != getattr(typed, name) and name != "design"},
        version=_version(found, stored),
        each=shown(language, {}, found),
        rule=rule,
        rule_name=rule_words(language, rule),
        stays=language.ngettext(*_STAYS, count) % {"count": language.number(count)},
        occasions=choices.occasions(language, known, ""),
        lines={"design": "" if design is None else names.design(language, design).name},
        month=(found.closes_on or "")[:7],
        opened={"design"} & {*(wrong or {})},
    )
