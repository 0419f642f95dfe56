"""The occasions that people have declined, without anything that depends on their dates.

The occasion of certain years of service, or of the first day at work, in a certain year would reveal when
somebody started. So their anniversaries are listed in every year, and the welcome in none.
"""

from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime
from typing import Final

from msgspec import Struct

from wellwish.infra.db import Tx
from wellwish.infra.http.page import MAX_LIMIT
from wellwish.occasions import store
from wellwish.occasions.plan import Planned
from wellwish.occasions.rule import RuleRow
from wellwish.occasions.rule_body import WELCOME, date_name
from wellwish.people import choice
from wellwish.people.choice import Choice

_END: Final = "~"  # sorts after every id, and after an id that it follows


class _Declining(Struct, frozen=True):
    id: str
    name: str
    dates: list[str]  # names
    teams: list[str]  # IDs


async def declined(
    tx: Tx, account_id: str, rules: Sequence[RuleRow], years: range, since: str, count: int
) -> list[Planned]:
    """Returns at least ``count`` occasions, or all, of the people from the ID ``since`` on."""
    found: list[Planned] = []
    while len(found) < count:
        people = await _people(tx, account_id, years, since, _END)
        found += await _of(tx, account_id, rules, years, people)
        if len(people) < MAX_LIMIT:
            break
        since = f"{people[-1].id}{_END}"
    return found


async def declined_of(
    tx: Tx, account_id: str, rules: Sequence[RuleRow], years: range, person_id: str
) -> list[Planned]:
    """Returns the occasions of one person."""
    people = await _people(tx, account_id, years, person_id, person_id)
    return await _of(tx, account_id, rules, years, people)


async def _of(
    tx: Tx, account_id: str, rules: Sequence[RuleRow], years: range, people: Sequence[_Declining]
) -> list[Planned]:
    if not people:
        return []
    person_ids = [each.id for each in people]
    choices = await choice.load(tx, account_id, person_ids)
    past = await store.load(tx, account_id, person_ids, years[0], years[-1])
    return [
        occasion
        for each in people
        for occasion in _of_person(each, rules, choices.get(each.id, Choice()), years)
        if (stored := past.get(occasion.key)) is None or stored.state != "made"
    ]


async def _people(tx: Tx, account_id: str, years: range, since: str, until: str) -> list[_Declining]:
    """Returns the people with the ids from ``since`` to ``until``, at most ``MAX_LIMIT``."""
    return await tx.many(
        _Declining,
        """
        select p.id, p.name, (
          select coalesce(jsonb_agg(d.name), '[]') from person_dates d
          where d.account_id = :account_id and d.person_id = p.id), (
          select coalesce(jsonb_agg(t.group_id), '[]') from team_people t
          where t.account_id = :account_id and t.person_id = p.id)
        from people p
        where p.account_id = :account_id and p.id between :since and :until and p.celebrate
          and (p.no_cards or p.no_birthday or p.skipped_year is not null)
          and (p.no_cards or p.no_birthday or p.skipped_year between :first_year and :last_year)
        order by p.id limit :count
        """,
        account_id=account_id,
        first_year=years[0],
        last_year=years[-1],
        since=since,
        until=until,
        count=MAX_LIMIT,
    )


def _of_person(person: _Declining, rules: Sequence[RuleRow], said: Choice, years: range) -> Iterator[Planned]:
    for key in sorted({each.key for each in rules if each.occasion != WELCOME}):
        mine = [
            each
            for each in rules
            if each.key == key and (each.team_ids is None or {*each.team_ids} & {*person.teams})
        ]
        if not mine or date_name(key) not in person.dates:
            continue
        rule = min(mine, key=lambda each: (each.started_at is None, each.team_ids is None, each.id))
        yield from (_occasion(person, rule, year) for year in years if said.declines(date_name(key), year))


def _occasion(person: _Declining, rule: RuleRow, year: int) -> Planned:
    """Returns an occasion with placeholder days, the same for everybody."""
    day, instant = date(year, 1, 1), datetime(year, 1, 1, tzinfo=UTC)
    return Planned(
        person_id=person.id,
        name=person.name,
        occasion=rule.key,
        year=year,
        years=None,
        rule_id=rule.id,
        state="declined",
        falls_on=day,
        opens_on=day,
        closes_on=day,
        opens_at=instant,
        closes_at=instant,
        signers=0,
        template_id=None,
        card_id=None,
    )
