"""The plan of a rule for the next quarter, to be confirmed before its first run."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Any, Final

from msgspec import Struct
from starlette.responses import Response

from wellwish.base import clock
from wellwish.base.language import Language, later
from wellwish.base.working_days import MOST_DAYS_OFF
from wellwish.designs.templates.template import Template, cover_path
from wellwish.occasions.messages import BusyDay
from wellwish.occasions.occasion import Occasion
from wellwish.occasions.rule import OccasionRule
from wellwish.occasions.rules.retrieve_plan import OccasionPlan
from wellwish.web.desk import names
from wellwish.web.desk.cards import choices
from wellwish.web.desk.guard import call, desk_paper, signed_in
from wellwish.web.desk.initials import initials
from wellwish.web.desk.occasions.key import key_of
from wellwish.web.desk.occasions.words import day_words, kind_words, rule_words, state_words
from wellwish.web.desk.visit import Visit
from wellwish.web.kit.language import choose

_CHANGED: Final = later("Nothing was started, because the rule has changed. Check the plan, then start it.")
_DAY: Final = timedelta(days=1)
_BUSY_DAYS: Final = 3  # that the page names
_SKIPPABLE: Final = (
    "planned", "paused", "no_design", "no_signers", "too_many_signers", "over_limit", "no_cards", "failed",
)  # fmt: skip


# A card that would be open for too short a time can be moved.
_CHANGEABLE: Final = (*_SKIPPABLE, "skipped", "missed")


class Shown(Struct, frozen=True, kw_only=True):
    """An occasion in words. The days of a declined one are empty; ``action`` is "skip", "undo" or empty."""

    occasion: Occasion
    initials: str
    kind: str
    date: str
    opens: str
    closes: str
    state: str
    icon: str
    tone: str
    why: str
    design: str
    cover: str | None
    action: str
    may_change: bool

    @property
    def key(self) -> str:
        return key_of(self.occasion)


def shown(language: Language, designs: dict[str, Template], each: Occasion) -> Shown:
    name, icon, tone, why = state_words(language, each.state)
    design = designs.get(each.template_id or "")
    return Shown(
        occasion=each,
        initials=initials(each.person_name),
        kind=kind_words(language, each),
        date=day_words(language, each.date) if each.date else "",
        opens=day_words(language, each.opens_on) if each.opens_on else "",
        closes=day_words(language, each.closes_on) if each.closes_on else "",
        state=name,
        icon=icon,
        tone=tone,
        why=why,
        design="" if design is None else names.design(language, design).name,
        cover=None if design is None else cover_path(design.slug, 0, "avif_240"),
        action=_action(each),
        may_change=may_change(each),
    )


def _action(each: Occasion) -> str:
    if each.closes_at is None or datetime.fromisoformat(each.closes_at) <= clock.now():
        return ""
    return "undo" if each.state == "skipped" else "skip" if each.state in _SKIPPABLE else ""


def may_change(each: Occasion) -> bool:
    """Whether the desk offers to change the occasion: as long as its card could still be moved ahead."""
    if each.state not in _CHANGEABLE or each.date is None:
        return False
    return date.fromisoformat(each.date) + MOST_DAYS_OFF >= clock.now().date() - _DAY


async def designs_of(visit: Visit, listed: Sequence[Occasion]) -> dict[str, Template]:
    """Returns the designs by ID; none if no occasion has one."""
    if not any(each.template_id for each in listed):
        return {}
    return {each.id: each for each in await choices.designs(visit)}


@signed_in
async def plan_page(visit: Visit) -> Response:
    """Returns the cards that the rule would create if started now. Raises NotFound, OwnerRequired."""
    path = {"occasion_rule_id": visit.request.path_params["occasion_rule_id"]}
    rule = (await call(visit, "GET /api/occasion-rules/{occasion_rule_id}", path=path)).record
    return await plan_page_of(visit, rule)


async def plan_page_of(visit: Visit, rule: OccasionRule, *, has_changed: bool = False) -> Response:
    language, path = choose(visit.request), {"occasion_rule_id": rule.id}
    plan: OccasionPlan = (
        await call(visit, "GET /api/occasion-rules/{occasion_rule_id}/plan", path=path)
    ).record
    designs = await designs_of(visit, plan.occasions)
    counted = plan.cards + sum(each.occasions for each in plan.without_card)
    return desk_paper(
        visit,
        "desk/rule_plan.html",
        language=language,
        status=409 if has_changed else 200,
        says=_CHANGED if has_changed else "",
        rule=rule,
        name=rule_words(language, rule),
        plan=plan,
        until=day_words(language, plan.until),
        busy=[_busy(language, plan, each) for each in plan.busy_days[:_BUSY_DAYS]],
        without=[_without(language, each) for each in plan.without_card],
        states={each.state for each in plan.without_card},
        occasions=[shown(language, designs, each) for each in plan.occasions],
        more=counted - sum(each.state != "made" for each in plan.occasions),
    )


def _busy(language: Language, plan: OccasionPlan, each: BusyDay) -> tuple[str, str, str, str]:
    """Returns a day, its invitations, how many messages may be sent, and how many follow the next day."""
    number = language.number
    limit = number(plan.messages_a_day or 0)
    return day_words(language, each.day), number(each.messages), limit, number(each.later)


def _without(language: Language, each: Any) -> tuple[str, str, str, str, str]:
    """Returns the number of occasions with a state, and the state in words."""
    return language.number(each.occasions), *state_words(language, each.state)
