"""The maximum number of cards that can open on a day, computed from date counts without reading people."""

from collections import Counter
from collections.abc import Collection, Iterator
from datetime import date
from typing import NamedTuple

from msgspec import Struct

from wellwish.infra.db import Tx
from wellwish.occasions.facts import moved
from wellwish.occasions.plan import Facts
from wellwish.occasions.rule_body import date_name
from wellwish.occasions.span import Span, celebrated, days_of


class Opening(NamedTuple):
    """The days of a card of a rule."""

    opens_on: date
    closes_on: date
    rule_id: str


Openings = Counter[Opening]
Date = tuple[str, int, int]  # the name, month and day of people's dates


class _Tally(Struct):
    name: str
    month: int
    day: int
    people: int


async def load(tx: Tx, account_id: str, basis: Facts, span: Span) -> Openings:
    """Returns the largest possible numbers of the span, including people who have left or get no card."""
    of_dates = [*_of_dates(basis, span)]
    people = await _count_people(tx, account_id, {each for _, dates in of_dates for each in dates})
    found = Openings()
    for opening, dates in of_dates:
        if number := sum(people[each] for each in dates):
            found[opening] += number
    # They are also counted on the days that they would have without their changes.
    for _, rule, opens_on, closes_on in moved(basis, span):
        found[Opening(opens_on, closes_on, rule.id)] += 1
    return found


def end_of_part(by_day: Counter[date], size: int, last: date) -> date:
    """Returns the day until which there can be at least this many cards, or ``last``."""
    for day in sorted(by_day):
        size -= by_day[day]
        if size <= 0:
            return min(day, last)
    return last


def _of_dates(basis: Facts, span: Span) -> Iterator[tuple[Opening, list[Date]]]:
    """Yields the days of cards in the span, each with the dates of the people who get them."""
    names = {rule.id: date_name(rule.key) for rule in basis.rules}
    for on in span.dates(basis.rules):
        for rule in basis.rules:
            opens_on, closes_on = days_of(rule, on, basis.holidays)
            if span.has(opens_on, closes_on):
                name = names[rule.id]
                dates = [(name, day.month, day.day) for day in celebrated(rule, on)]
                yield Opening(opens_on, closes_on, rule.id), dates


async def _count_people(tx: Tx, account_id: str, dates: Collection[Date]) -> Counter[Date]:
    """Returns the numbers of people who have these dates."""
    if not dates:
        return Counter()
    names, months, days = zip(*sorted(dates), strict=True)
    rows = await tx.many(
        _Tally,
        """
        select d.name, d.month, d.day, count(*)::int
        from unnest(:names::text[], :months::smallint[], :days::smallint[]) as s (name, month, day)
        join person_dates d
          on d.month = s.month and d.day = s.day and d.account_id = :account_id and d.name = s.name
        group by 1, 2, 3 order by 1, 2, 3 limit :most
        """,
        account_id=account_id,
        names=names,
        months=months,
        days=days,
        most=len(dates),
    )
    return Counter({(row.name, row.month, row.day): row.people for row in rows})
