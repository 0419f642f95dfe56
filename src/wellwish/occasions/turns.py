"""The turns of occasions: the order in which cards count towards limits and are taken from the cards left."""

from collections import Counter
from datetime import date, datetime, timedelta

from msgspec import Struct, structs

from wellwish.occasions.cards_left import CardsLeft
from wellwish.occasions.plan import Facts, Key, Month, Planned, find
from wellwish.occasions.rule_body import date_name
from wellwish.occasions.span import Span
from wellwish.people.choice import NO_CHOICE


class InTurn(Struct, frozen=True, order=True, gc=False):
    """An occasion with its turn: an occasion whose card opens earlier comes first.

    An occasion whose card could not be created before comes after all that are open.
    """

    day: date
    has_failed: bool
    opens_at: datetime
    key: Key
    occasion: Planned
    is_hidden: bool = False  # the person hides the date


def in_turn(facts: Facts, span: Span) -> list[InTurn]:
    """Returns the occasions whose cards are in the span, sorted by turn. Their states ignore limits."""
    latest = latest_day(facts.now)
    found: list[InTurn] = []
    for each in find(facts, span):
        key = each.key
        stored = facts.past.get(key)
        has_failed = stored is not None and stored.state == "failed"
        day = max(each.opens_on, latest) if has_failed else each.opens_on
        said = facts.choices.get(each.person_id, NO_CHOICE)
        is_hidden = said.hides(date_name(each.occasion))
        found.append(InTurn(day, has_failed, each.opens_at, key, each, is_hidden))
    return sorted(found)


def latest_day(now: datetime) -> date:
    """Returns the day in the time zone in which days begin first."""
    return (now + timedelta(hours=14)).date()


class Count:
    """Takes cards in the order of their turns, as far as the limit of the rule and the cards left suffice."""

    def __init__(self, facts: Facts) -> None:
        self._rules = {each.id: each for each in facts.rules}
        self._made, self._now = Counter(facts.made), facts.now
        self.left: CardsLeft | None = CardsLeft(facts.purchases)  # None if there are enough for everybody

    def take(self, occasion: Planned) -> Planned:
        """Returns the occasion with its state."""
        if occasion.state != "planned":
            return occasion
        month = month_of(occasion)
        if self.room(month) <= 0:
            return structs.replace(occasion, state="over_limit")
        first = self._rules[occasion.rule_id].bundle_purchase_ids or []
        if self.left is not None and not self.left.take(first, max(occasion.opens_at, self._now)):
            return structs.replace(occasion, state="no_cards")
        self._made[month] += 1
        return occasion

    def room(self, month: Month) -> int:
        """Returns how many more cards the rule may create in the month."""
        return self._rules[month[0]].max_cards_a_month - self._made[month]


def month_of(occasion: Planned) -> Month:
    """Returns the rule and the month towards whose limit the occasion counts."""
    return occasion.rule_id, occasion.opens_on.isoformat()[:7]
