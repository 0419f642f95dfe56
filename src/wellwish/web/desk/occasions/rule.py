"""One rule: create, change, start, pause, delete."""

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
from wellwish.base.language import later
from wellwish.occasions.rule import OccasionRule
from wellwish.web.desk import merged
from wellwish.web.desk.account import accounts
from wellwish.web.desk.cards import choices
from wellwish.web.desk.flash import after
from wellwish.web.desk.guard import call, read_form, signed_in
from wellwish.web.desk.occasions import options, ready
from wellwish.web.desk.occasions.form import rule_form
from wellwish.web.desk.occasions.plan import plan_page_of
from wellwish.web.desk.occasions.rules import FULL, PATH
from wellwish.web.desk.occasions.typed import (
    OPTIONS,
    TOGETHER,
    Typed,
    body_of,
    change_of,
    read_typed,
    typed_of,
)
from wellwish.web.desk.occasions.words import rule_words, wrong_of
from wellwish.web.desk.teams import load_teams
from wellwish.web.desk.visit import Visit
from wellwish.web.kit.form import Form
from wellwish.web.kit.language import choose

_RETRIEVE: Final = "GET /api/occasion-rules/{occasion_rule_id}"
_CHANGED: Final = later("Someone changed this rule in the meantime. Compare it with yours, then save again.")
_CHECK: Final = later("Someone changed this rule in the meantime. Check it below, then try again.")
_ALREADY: Final = later("This form has already created a rule. It is in the list of rules.")


@signed_in
async def rule_new(visit: Visit) -> Response:
    """Returns the form of a new rule. Raises OwnerRequired."""
    if visit.session.account_id is None:
        return RedirectResponse(accounts.PATH, 303)
    if visit.session.role != "owner":
        raise OwnerRequired
    return await rule_form(visit, Typed())


@signed_in
async def rule_made(visit: Visit) -> Response:
    """Creates the rule, paused, and redirects to its plan. Raises OwnerRequired, ForeignForm."""
    sent = await read_form(visit)
    if visit.session.role != "owner":
        raise OwnerRequired
    typed, language = read_typed(sent), choose(visit.request)
    options_given, faults = options.body_of(typed, language)
    if faults:
        return await rule_form(visit, typed, wrong_of(faults), status=422)
    given = {**body_of(typed, await load_teams(visit)), **options_given}
    presets = await ready.ready_body(visit, language, typed.occasion)
    body = {**presets, **{name: value for name, value in given.items() if value is not None}}
    try:
        made = await call(
            visit, "POST /api/occasion-rules", body=body, idempotency_key=sent.text("form_key") or None
        )
    except InvalidRequest as refusal:
        return await rule_form(visit, typed, wrong_of(refusal.faults), status=422)
    except TooManyRules:
        return await rule_form(visit, typed, says=FULL, status=409)
    except (IdempotencyKeyReused, IdempotencyKeyRunning):
        return await rule_form(visit, typed, says=_ALREADY, status=409)
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
    path = _path(visit)
    given: dict[str, Any] = {"path": path, "if_match": f'"{sent.text("version")}"'}
    try:
        match action:
            case "save":
                return await _save(visit, sent)
            case "start":
                await call(visit, "POST /api/occasion-rules/{occasion_rule_id}/start", **given)
                return after(PATH, "rule_started")
            case "pause":
                # In any version: the owner who pauses a rule wants no card from it.
                await call(visit, "POST /api/occasion-rules/{occasion_rule_id}/pause", path=path)
                return after(f"{PATH}/{path['occasion_rule_id']}", "rule_paused")
            case "delete":
                await call(visit, "DELETE /api/occasion-rules/{occasion_rule_id}", **given)
                return after(PATH, "rule_deleted")
            case _:
                raise NotFound
    except PreconditionFailed:
        rule = await _find(visit)
        if action == "start" and rule.status == "started":  # pressed twice, or by somebody else
            return RedirectResponse(f"{PATH}/{rule.id}/plan", 303)
        if action == "start":
            return await plan_page_of(visit, rule, has_changed=True)
        return await _page(visit, rule, says=_CHECK, status=409)


def _path(visit: Visit) -> dict[str, str]:
    return {"occasion_rule_id": visit.request.path_params["occasion_rule_id"]}


async def _find(visit: Visit) -> OccasionRule:
    found: OccasionRule = (await call(visit, _RETRIEVE, path=_path(visit))).record
    return found


async def _save(visit: Visit, sent: Form) -> Response:
    rule, teams, path = await _find(visit), await load_teams(visit), _path(visit)
    typed, language = read_typed(sent), choose(visit.request)
    if not sent.text("options"):  # a form that does not have these fields
        stored = typed_of(rule, teams, options.typed_of(rule, language))
        typed = msgspec.structs.replace(typed, **{name: getattr(stored, name) for name in OPTIONS})
    typed = msgspec.structs.replace(typed, occasion=rule.occasion, designs=tuple(sorted(typed.designs)))
    was = sent.text("was")
    if sent.text("version") != str(rule.version):
        return await _conflict(visit, rule, typed, was)
    typed, _ = merged.merged(typed, await _saved(visit, rule), was)  # a team may have another name since
    body = change_of(typed, teams, rule)
    options_changed, faults = options.change_of(typed, rule, language)
    if faults:
        return await _page(visit, rule, typed=typed, wrong=wrong_of(faults), status=422, was=was)
    given: dict[str, Any] = {"path": path, "body": {**body, **options_changed}}
    try:
        await call(
            visit, "PATCH /api/occasion-rules/{occasion_rule_id}", **given, if_match=f'"{rule.version}"'
        )
    except PreconditionFailed:
        return await _conflict(visit, await _find(visit), typed, was)
    except InvalidRequest as refusal:
        wrong = wrong_of(refusal.faults)
        return await _page(visit, rule, typed=typed, wrong=wrong, status=422, was=was)
    return after(f"{PATH}/{rule.id}", "saved")


async def _conflict(visit: Visit, rule: OccasionRule, typed: Typed, was: str) -> Response:
    """Returns the form with the reader's changes and the values saved by others.

    If they are the same, redirects as after saving.
    """
    saved = await _saved(visit, rule)
    if merged.is_saved(typed, saved, was):
        return after(f"{PATH}/{rule.id}", "saved")
    kept, both = merged.merged(typed, saved, was, TOGETHER)
    return await _page(visit, rule, typed=kept, others=both, says=_CHANGED, status=409)


async def _saved(visit: Visit, rule: OccasionRule) -> Typed:
    """Returns the fields as the form shows them: with a currency, and without retired designs."""
    known = {each.id for each in await choices.designs(visit)}
    saved = typed_of(rule, await load_teams(visit), options.typed_of(rule, choose(visit.request)))
    account = (await call(visit, "GET /api/account")).record
    return msgspec.structs.replace(
        saved,
        currency=saved.currency or account.currency,
        designs=tuple(each for each in saved.designs if each in known),
        date_name="",
    )


async def _page(
    visit: Visit, rule: OccasionRule, *, typed: Typed | None = None, was: str = "", **values: Any
) -> Response:
    """Returns the form of a rule. ``was`` has the marks of the sent form, unless others saved since."""
    saved = await _saved(visit, rule)
    return await rule_form(
        visit,
        typed or saved,
        rule=rule,
        saved=saved,
        name=rule_words(choose(visit.request), rule),
        version=rule.version,
        was=was or merged.marks(saved),
        **values,
    )
