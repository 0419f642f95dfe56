"""Retrieve the plan of an occasion rule."""

from collections import Counter
from datetime import timedelta
from itertools import islice
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct, field

from wellwish.accounts.access import Owning
from wellwish.base import ids
from wellwish.delivery import budget
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.occasions import facts, rule
from wellwish.occasions.changes import Day
from wellwish.occasions.messages import BusyDay, busy_days
from wellwish.occasions.occasion import MAX_NUMBER, Number, Occasion, record
from wellwish.occasions.plan import State
from wellwish.occasions.planned import local_today, planned
from wellwish.occasions.span import Span

_QUARTER: Final = timedelta(days=91)
_DAY: Final = timedelta(days=1)
MAX_OCCASIONS: Final = 100
MAX_DAYS: Final = 100


class WithoutCard(Struct, frozen=True, kw_only=True):
    """The number of occasions without a card, by their state."""

    state: State
    occasions: Number


class OccasionPlan(Struct, frozen=True, kw_only=True):
    """The cards that a rule creates in a quarter, together with the other started rules of the account."""

    object: Literal["occasion_plan"] = "occasion_plan"
    occasion_rule_id: Annotated[str, Meta(pattern=ids.pattern("rule"))]
    from_: Annotated[Day, Meta(description="Today, in the account's time zone.")] = field(name="from")
    until: Annotated[Day, Meta(description=f"The last day, {_QUARTER.days} days later.")]
    cards: Annotated[Number, Meta(description="Number of cards that the rule creates.")]
    cards_left: Annotated[
        Number,
        Meta(
            description="Number of cards that the account can still create, including those that expire "
            "before they are needed."
        ),
    ]
    messages: Annotated[Number, Meta(description="Number of invitations to these cards.")]
    messages_a_day: Annotated[
        Number | None, Meta(description="Number of messages that the account may send on a day; null if any.")
    ]
    busy_days: Annotated[
        list[BusyDay],
        Meta(
            max_length=MAX_DAYS,
            description="Days on which invitations to the cards of all started rules and this one wait, "
            "because `messages_a_day` is reached. Other messages of the account are not counted.",
        ),
    ]
    without_card: list[WithoutCard]
    occasions: Annotated[
        list[Occasion],
        Meta(
            max_length=MAX_OCCASIONS,
            description=f"The first {MAX_OCCASIONS} occasions, in the order in which their cards open.",
        ),
    ]


async def retrieve_plan(tx: Tx, owning: Owning, services: Services, occasion_rule_id: str) -> OccasionPlan:
    """Returns what the rule does in the next 91 days, or would do if you started it now.

    Occasions that people have declined are omitted. Raises NotFound.
    """
    account_id = owning.account_id
    a_day = await budget.account_limit(tx, services, account_id)
    row = await rule.load(tx, account_id, occasion_rule_id)
    rules = [
        rule.as_started(each, tx.now) if each.id == row.id else each
        for each in await rule.load_all(tx, account_id)
    ]
    basis = await facts.load(tx, account_id, rules)
    today = local_today(basis)
    until = today + _QUARTER
    in_turn = await planned(tx, account_id, basis, Span(closes_from=today - _DAY, closes_until=until))
    listed = [each.occasion for each in in_turn if not each.is_hidden]
    invited = [each for each in listed if each.state == "planned"]
    made = [
        each
        for each in listed
        if each.rule_id == row.id
        and each.state != "declined"
        and each.closes_at > tx.now
        and each.closes_on <= until
    ]
    made = sorted(made, key=lambda each: (each.opens_at, each.key))
    creates = [each for each in made if each.state == "planned"]
    others: Counter[State] = Counter(each.state for each in made if each.state not in ("planned", "made"))
    return OccasionPlan(
        occasion_rule_id=row.id,
        from_=today.isoformat(),
        until=until.isoformat(),
        cards=len(creates),
        cards_left=min(sum(each.cards for each in basis.purchases), MAX_NUMBER),
        messages=sum(each.signers for each in creates),
        messages_a_day=a_day or None,
        busy_days=[*islice(busy_days(invited, a_day, tx.now), MAX_DAYS)] if a_day else [],
        without_card=[WithoutCard(state=state, occasions=others[state]) for state in sorted(others)],
        occasions=[record(each) for each in made[:MAX_OCCASIONS]],
    )
