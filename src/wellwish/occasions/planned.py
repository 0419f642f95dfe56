"""The plan of a span, for which only relevant people are read."""

import asyncio
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from datetime import date, timedelta
from functools import partial
from typing import Final
from zoneinfo import ZoneInfo

from msgspec import structs

from wellwish.base.working_days import MOST_DAYS_OFF
from wellwish.infra.db import Tx
from wellwish.occasions import facts, openings
from wellwish.occasions.openings import Opening, Openings, end_of_part
from wellwish.occasions.plan import ENDED, Facts, Key, Month, Planned, State, find
from wellwish.occasions.rule_body import date_name
from wellwish.occasions.span import Span, longest
from wellwish.occasions.turns import Count, InTurn, in_turn, latest_day, month_of
from wellwish.people.person import MAX_PEOPLE

_THREAD_FROM: Final = 500  # people; planning fewer takes less time than a thread
_DAY: Final = timedelta(days=1)
_YEAR: Final = timedelta(days=366)
MAX_AHEAD: Final = timedelta(days=731)  # of the first day of a list
MAX_SPAN: Final = timedelta(days=100)
# Of one person: a year, with the days on which cards for dates of the years before and after may close.
MAX_SPAN_OF_PERSON: Final = timedelta(days=400)
_SOON: Final = timedelta(days=13)
# How many people are read at once to find out when the cards left, or the limit of a rule, are exhausted.
_FEW, _MOST = 20, 2_000
# Enough to know that somebody other than the person can sign.
_SOME: Final = 2


async def planned(tx: Tx, account_id: str, basis: Facts, span: Span) -> list[InTurn]:
    """Returns the occasions whose cards are in the span, in the order of their turns. ``basis`` has no
    people.
    """
    return await _decided(tx, account_id, basis, await _found(tx, account_id, basis, span))


async def planned_from(
    tx: Tx,
    account_id: str,
    basis: Facts,
    closes: tuple[date, date],
    count: int,
    is_listed: Callable[[InTurn], bool],
) -> list[InTurn]:
    """Returns the occasions of the list whose cards close in a range of days.

    The range ends with the day that completes ``count`` occasions.
    """
    begin, last = closes
    found: list[InTurn] = []
    # A page of a large account ends soon. Of a small one, all days are counted.
    for end in (min(begin + _SOON, last), last):
        most = await openings.load(tx, account_id, basis, Span(closes_from=begin, closes_until=end))
        by_day = _closings(basis, most)
        while by_day and len(found) < count:
            # Some of the people with a date are not listed.
            until = end_of_part(by_day, (count - len(found)) * 9 // 8 + _FEW, end)
            part = await _found(tx, account_id, basis, Span(closes_from=begin, closes_until=until))
            found += [each for each in part if is_listed(each)]
            begin = until + _DAY
            by_day = Counter[date]({day: n for day, n in by_day.items() if day > until})
        if len(found) >= count or end == last:
            break
        begin = end + _DAY
    return await _decided(tx, account_id, basis, found)


async def planned_of(
    tx: Tx, account_id: str, basis: Facts, span: Span, person_id: str, is_listed: Callable[[InTurn], bool]
) -> list[InTurn]:
    """Returns the occasions of one person whose cards are in the span."""
    loaded = await facts.with_people(tx, account_id, basis, span, person_ids=[person_id])
    found = [each for each in in_turn(loaded, span) if is_listed(each)]
    return await _decided(tx, account_id, basis, found)


async def planned_for(tx: Tx, account_id: str, basis: Facts, span: Span, key: Key) -> InTurn | None:
    """Returns an occasion of the span, or None if no rule applies to it, or no list can show it.

    Other occasions are not counted: they may still leave no card for it.
    """
    today = local_today(basis)
    if not (
        today - _YEAR <= span.closes_until and span.closes_from <= today + MAX_AHEAD + MAX_SPAN_OF_PERSON
    ):
        return None
    loaded = await facts.with_people(tx, account_id, basis, span, person_ids=[key[0]])
    return next((each for each in in_turn(loaded, span) if each.key == key), None)


async def planned_again(tx: Tx, account_id: str, basis: Facts, stored: Sequence[Planned]) -> set[Key]:
    """Returns the keys of those occasions without a card that closed, but whose cards now close later."""
    person_ids = sorted({each.person_id for each in stored if each.state not in ENDED})
    if not person_ids:
        return set()
    last = date(max(each.year for each in stored), 12, 31) + MOST_DAYS_OFF
    span = Span(closes_from=local_today(basis) - _DAY, closes_until=last)
    if last < span.closes_from:
        return set()
    loaded = await facts.with_people(tx, account_id, basis, span, person_ids=person_ids, most_members=_SOME)
    return {each.key for each in find(loaded, span) if each.state not in ENDED and each.closes_at > basis.now}


async def may_run_out(tx: Tx, account_id: str, basis: Facts, until: date) -> bool:
    """Whether cards may be missing for the openings until a day. Only the plan can confirm this."""
    started = _started(basis)
    most = await openings.load(tx, account_id, started, from_today(started, until))
    return not _suffice(started, Count(started), most)


def local_today(basis: Facts) -> date:
    """Returns the day in the account's time zone."""
    return basis.now.astimezone(ZoneInfo(basis.timezone)).date()


async def _found(
    tx: Tx, account_id: str, basis: Facts, span: Span, most_members: int = MAX_PEOPLE
) -> list[InTurn]:
    loaded = await facts.with_people(tx, account_id, basis, span, most_members=most_members)
    make = partial(in_turn, loaded, span)
    return await asyncio.to_thread(make) if len(loaded.people) > _THREAD_FROM else make()


async def _decided(tx: Tx, account_id: str, basis: Facts, found: Sequence[InTurn]) -> list[InTurn]:
    """Returns the occasions with their states after counting all that have an earlier turn."""
    wanting = [each for each in found if each.occasion.state == "planned"]
    if not wanting:
        return [*found]
    states = await _counted(tx, account_id, _started(basis), wanting)
    return [
        structs.replace(each, occasion=structs.replace(each.occasion, state=states[each.key]))
        if each.key in states
        else each
        for each in found
    ]


async def _counted(tx: Tx, account_id: str, basis: Facts, wanting: Sequence[InTurn]) -> dict[Key, State]:
    """Returns the states of the occasions that depend on others.

    Usually, the cards left and the limits suffice even if each date gets a card, so that nobody else has to
    be read.
    """
    last = max(each.day for each in wanting)
    span = from_today(basis, last)
    most = await openings.load(tx, account_id, basis, span)
    since = (span.closes_from - longest(basis.rules)).replace(day=1)
    made = await facts.made(tx, account_id, basis.rules, since)
    count = Count(structs.replace(basis, made=made))
    tight = _tight(count, most, {month_of(each.occasion) for each in wanting})
    if _suffice(basis, count, most):
        count.left = None
        if not tight:
            return {}
        span = structs.replace(span, opens_from=min(_first_day(month) for month in tight))
    wanted = {each.key for each in wanting}
    states: dict[Key, State] = {}
    waiting: list[InTurn] = []
    least = _FEW
    while span.opens_from <= last and not _is_decided(count, tight, span.opens_from):
        until = _until(count, most, span, least)
        least *= 2  # people who get no card may be many
        part = structs.replace(span, opens_until=until, closes_until=until + longest(basis.rules))
        waiting = sorted([*waiting, *await _found(tx, account_id, basis, part, _SOME)])
        taken = [count.take(each.occasion) for each in waiting if each.day <= until]
        waiting = [each for each in waiting if each.day > until]
        states |= {each.key: each.state for each in taken if each.key in wanted}
        span = structs.replace(span, opens_from=until + _DAY)
    for each in wanting:
        if each.key not in states:
            states[each.key] = count.take(each.occasion).state
    return states


def _started(basis: Facts) -> Facts:
    return structs.replace(basis, rules=[each for each in basis.rules if each.started_at is not None])


def from_today(basis: Facts, last: date) -> Span:
    """Returns the span of the cards that can be created now or that open until a day."""
    return Span(
        closes_from=local_today(basis) - _DAY,  # today is yesterday in some zones
        closes_until=last + longest(basis.rules),
        opens_from=local_today(basis) - _DAY - longest(basis.rules),
        opens_until=last,
    )


def _closings(basis: Facts, most: Openings) -> Counter[date]:
    """Returns about how many cards close on each day: of several rules for a date, one creates the card."""
    names = {each.id: date_name(each.key) for each in basis.rules}
    most_of_name: Counter[tuple[date, str]] = Counter()
    for each, number in most.items():
        place = each.closes_on, names[each.rule_id]
        most_of_name[place] = max(most_of_name[place], number)
    found: Counter[date] = Counter()
    for (closes_on, _), number in most_of_name.items():
        found[closes_on] += number
    return found


def _by_month(most: Openings) -> Counter[Month]:
    found: Counter[Month] = Counter()
    for each, number in most.items():
        found[_month(each)] += number
    return found


def _month(opening: Opening) -> Month:
    return opening.rule_id, opening.opens_on.isoformat()[:7]


def _tight(count: Count, most: Openings, months: Collection[Month]) -> set[Month]:
    """Returns the months in which the limit may be reached."""
    numbers = _by_month(most)
    return {each for each in months if numbers[each] > count.room(each)}


def _suffice(basis: Facts, count: Count, most: Openings) -> bool:
    """Whether the cards left suffice for all openings.

    They do if, for every day, at least as many cards expire later as there are openings from that day on,
    because the cards that expire first are taken first. If others are taken first, because a rule names
    purchases or a card of the platform expires before one of the account, all openings may take those that
    expire later.
    """
    if count.left is None:
        return True
    is_ordered = count.left.expire_in_order
    naming = {each.id for each in basis.rules if each.bundle_purchase_ids is not None or not is_ordered}
    numbers = _by_month(Openings({each: number for each, number in most.items() if each.rule_id in naming}))
    others = sorted(each for each in most if each.rule_id not in naming)
    today = latest_day(basis.now)
    ends = {each + _DAY for each in count.left.days if today <= each < date.max}
    for day in sorted({today, *ends}, reverse=True):
        while others and (others[-1].opens_on >= day or day == today):
            each = others.pop()
            numbers[_month(each)] += most[each]
        if sum(min(n, max(0, count.room(month))) for month, n in numbers.items()) > count.left.until(day):
            return False
    return True


def _first_day(month: Month) -> date:
    return date.fromisoformat(f"{month[1]}-01")


def _is_decided(count: Count, tight: Collection[Month], day: date) -> bool:
    """Whether no card is left for cards that open from the day on, or the limits have been reached."""
    if count.left is not None:
        return not count.left.at_most(day)
    return all(count.room(each) <= 0 for each in tight)


def _until(count: Count, most: Openings, span: Span, least: int) -> date:
    """Returns the day until which the number of dates approximately equals the cards left."""
    by_day: Counter[date] = Counter()
    for each, number in most.items():
        if each.opens_on >= span.opens_from:
            by_day[each.opens_on] += number
    size = _MOST if count.left is None else count.left.at_most(span.opens_from) * 5 // 4 + least
    return end_of_part(by_day, min(_MOST, size), span.opens_until)
