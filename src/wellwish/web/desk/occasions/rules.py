"""The rules of the account, and ready-made rules to create."""

from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec import Struct
from starlette.responses import RedirectResponse, Response

from wellwish.base.errors import (
    IdempotencyKeyReused,
    IdempotencyKeyRunning,
    NotFound,
    OwnerRequired,
    TooManyRules,
)
from wellwish.base.language import Language, later
from wellwish.occasions.rule import MAX_RULES, OccasionRule
from wellwish.web.desk.account import accounts
from wellwish.web.desk.guard import call, desk_paper, read_form, signed_in
from wellwish.web.desk.occasions.ready import READY, ready_body
from wellwish.web.desk.occasions.words import INVITES, RULES, rule_words
from wellwish.web.desk.teams import load_teams
from wellwish.web.desk.visit import Visit
from wellwish.web.kit import cookie
from wellwish.web.kit.language import choose

PATH: Final = "/desk/rules"
FULL: Final = later("An account can have at most 100 rules.")
_SAYS: Final = {
    "birthday": later("A card for each birthday."),
    "anniversary": later("A card for each year at work."),
    "welcome": later("A card on the first day at work."),
}


class Shown(Struct, frozen=True, kw_only=True):
    """A rule of the list, in words."""

    rule: OccasionRule
    name: str
    teams: list[str]
    invites: str


async def load_rules(visit: Visit) -> list[OccasionRule]:
    """Returns the rules of the account, oldest first. Raises OwnerRequired."""
    found = (await call(visit, "GET /api/occasion-rules", query={"limit": str(MAX_RULES)})).record
    return [*reversed(found.data)]


@signed_in
async def rules_page(visit: Visit) -> Response:
    """Returns the rules, and ready-made ones that the account does not have. Raises OwnerRequired."""
    if visit.session.account_id is None:
        return RedirectResponse(accounts.PATH, 303)
    return await _page(visit)


@signed_in
async def rule_ready(visit: Visit) -> Response:
    """Creates a ready-made rule, paused, and redirects to its plan. Raises OwnerRequired, ForeignForm,
    NotFound.
    """
    if visit.session.account_id is None:
        return RedirectResponse(accounts.PATH, 303)
    sent = await read_form(visit)
    if visit.session.role != "owner":
        raise OwnerRequired
    occasion = sent.text("ready")
    if occasion not in READY:
        raise NotFound
    body = await ready_body(visit, choose(visit.request), occasion)
    # The key of the page with the occasion, so that a second press does not create a second rule.
    key = f"{sent.text('form_key')}-{occasion}"
    try:
        made = await call(visit, "POST /api/occasion-rules", body=body, idempotency_key=key)
    except (IdempotencyKeyReused, IdempotencyKeyRunning):
        return RedirectResponse(PATH, 303)
    except TooManyRules:
        return await _page(visit, says=FULL, status=409)
    return RedirectResponse(f"{PATH}/{msgspec.json.decode(made.body)['id']}/plan", 303)


async def _page(visit: Visit, *, says: str = "", status: int = 200) -> Response:
    language, rules = choose(visit.request), await load_rules(visit)
    teams = await load_teams(visit) if rules else {}
    return desk_paper(
        visit,
        "desk/rules.html",
        language=language,
        says=says,
        status=status,
        rules=[_shown(language, each, teams) for each in rules],
        ready=_ready(language, rules),
        has_started=any(each.status == "started" for each in rules),
        form_key=cookie.random(),
    )


def _shown(language: Language, rule: OccasionRule, teams: dict[str, str]) -> Shown:
    return Shown(
        rule=rule,
        name=rule_words(language, rule),
        teams=sorted(teams[each] for each in rule.team_ids or () if each in teams),
        invites=language.gettext(INVITES[rule.invites]),
    )


def _ready(language: Language, rules: Sequence[OccasionRule]) -> list[tuple[str, str, str]]:
    """Returns occasion, name and description of the ready rules for occasions without a rule."""
    has = {each.occasion for each in rules}
    return [
        (each, language.gettext(RULES[each]), language.gettext(_SAYS[each]))
        for each in READY
        if each not in has
    ]
