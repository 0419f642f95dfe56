"""Load the facts that the plan depends on.

The number of statements does not depend on the number of people.
"""

from collections.abc import Collection, Iterator, Sequence
from datetime import date

from msgspec import Struct, structs

from wellwish.accounts import account
from wellwish.infra.db import Tx
from wellwish.occasions import store
from wellwish.occasions.cards_left import load_purchases
from wellwish.occasions.changes import Changed
from wellwish.occasions.days import in_year
from wellwish.occasions.plan import Celebrated, Facts, Month, Reports
from wellwish.occasions.rule import RuleRow, usable_templates
from wellwish.occasions.rule_body import GROUP, MANAGER_AND_PEERS, TEAM, date_name
from wellwish.occasions.span import Span, celebrated, days_of
from wellwish.people.choice import choice_of
from wellwish.people.day import Day
from wellwish.people.person import MAX_PEOPLE


async def load(tx: Tx, account_id: str, rules: list[RuleRow]) -> Facts:
    """Returns the facts about the account, without people and created cards.

    A stored occasion that a caller adds to ``past`` is used instead of the row.
    """
    of_account = await account.load(tx, account_id)
    changed = await store.load_changed(tx, account_id) if rules else []
    named = [each for rule in rules for each in rule.template_ids]
    named += [each.changes.template_id for each in changed if each.changes.template_id is not None]
    return Facts(
        now=tx.now,
        timezone=of_account.timezone,
        rules=rules,
        people=[],
        choices={},
        past={},
        reports={},
        groups={},
        templates=await usable_templates(tx, named),
        changed=changed,
        holidays=frozenset(date.fromisoformat(each) for each in of_account.holidays),
        made={},
        purchases=await load_purchases(tx, account_id),
    )


async def with_people(
    tx: Tx,
    account_id: str,
    facts: Facts,
    span: Span,
    *,
    person_ids: Sequence[str] | None = None,
    most_members: int = MAX_PEOPLE,
) -> Facts:
    """Returns the facts with the people who have a date whose card is in the span, or with some people.

    Of a team, at most ``most_members`` are counted.
    """
    dates = dates_of(facts, span) if person_ids is None else set[tuple[str, int, int]]()
    people = await _people(tx, account_id, dates, person_ids if person_ids and facts.rules else [])
    years = span.years()
    return structs.replace(
        facts,
        people=[*people],
        choices={each.id: choice_of(each) for each in people},
        # A date may have moved across New Year since its card, and since the card of the year before.
        past={
            **await store.load(tx, account_id, [each.id for each in people], years[0] - 2, years[-1] + 1),
            **facts.past,
        },
        reports=await _reports(tx, account_id, facts.rules, people),
        groups=await _groups(tx, account_id, facts.rules, people, most_members),
    )


def dates_of(facts: Facts, span: Span) -> set[tuple[str, int, int]]:
    """Returns the names, months and days of dates whose cards are in the span."""
    found = {
        (date_name(rule.key), day.month, day.day)
        for on in span.dates(facts.rules)
        for rule in facts.rules
        if span.has(*days_of(rule, on, facts.holidays))
        for day in celebrated(rule, on)
    }
    return found | {(date_name(each.occasion), each.month, each.day) for each, *_ in moved(facts, span)}


def moved(facts: Facts, span: Span) -> Iterator[tuple[Changed, RuleRow, date, date]]:
    """Yields the changed occasions that may be in the span, each with a rule and the days of its card."""
    for each in facts.changed:
        day = Day(None, each.month, each.day)
        for rule in facts.rules:
            if rule.key == each.occasion:
                on = in_year(day, each.year, rule.leap_day)
                opens_on, closes_on = days_of(rule, on, facts.holidays, each.changes)
                if span.has(opens_on, closes_on):
                    yield each, rule, opens_on, closes_on


class _Row(Celebrated, frozen=True):
    no_cards: bool
    no_birthday: bool
    only_team: bool
    skipped_year: int | None


async def _people(
    tx: Tx, account_id: str, dates: Collection[tuple[str, int, int]], person_ids: Sequence[str]
) -> list[_Row]:
    """Returns the people whom the company celebrates: those with one of the dates, with only these of their
    dates, and those with the IDs, with all.
    """
    if not dates and not person_ids:
        return []
    names, months, days = zip(*sorted(dates), strict=True) if dates else ((), (), ())
    return await tx.many(
        _Row,
        """
        select p.id, p.name, p.timezone, p.manager_id, p.email is not null or p.phone is not null, p.left_at,
          found.dates, joined.teams, p.no_cards, p.no_birthday, p.only_team, p.skipped_year
        from (
          select wanted.person_id, jsonb_object_agg(wanted.name, wanted.date) as dates from (
            select d.person_id, d.name, d.date
            from unnest(:names::text[], :months::smallint[], :days::smallint[]) as s (name, month, day)
            join person_dates d
              on d.month = s.month and d.day = s.day and d.account_id = :account_id and d.name = s.name
            union all
            select d.person_id, d.name, d.date
            from unnest(:person_ids::text[]) as w (id)
            join person_dates d on d.account_id = :account_id and d.person_id = w.id) as wanted
          group by wanted.person_id) as found
        join people p on p.account_id = :account_id and p.id = found.person_id
        cross join lateral (
          select coalesce(jsonb_agg(t.group_id order by t.group_id), '[]') as teams from team_people t
          where t.account_id = :account_id and t.person_id = p.id) as joined
        where p.celebrate
        order by p.id limit :most
        """,
        account_id=account_id,
        person_ids=list(person_ids),
        names=names,
        months=months,
        days=days,
        most=MAX_PEOPLE,
    )


class _Reports(Struct):
    manager_id: str
    reports: int
    has_manager: bool


async def _reports(
    tx: Tx, account_id: str, rules: Sequence[RuleRow], people: Sequence[Celebrated]
) -> dict[str, Reports]:
    names = {date_name(each.key) for each in rules if each.invites in (MANAGER_AND_PEERS, GROUP)}
    manager_ids = {
        each.manager_id for each in people if each.manager_id is not None and names & {*each.dates}
    }
    if not manager_ids:
        return {}
    rows = await tx.many(
        _Reports,
        """
        select m.id, (
            select count(*) from people r
            where r.account_id = :account_id and r.manager_id = m.id and r.left_at is null
              and (r.email is not null or r.phone is not null))::int,
          m.left_at is null and (m.email is not null or m.phone is not null)
        from people m
        where m.account_id = :account_id and m.id = any (:ids::text[])
        order by m.id limit :count
        """,
        account_id=account_id,
        ids=sorted(manager_ids),
        count=len(manager_ids),
    )
    return {row.manager_id: Reports(row.reports, row.has_manager) for row in rows}


class _Group(Struct):
    id: str
    members: int


async def _groups(
    tx: Tx, account_id: str, rules: Sequence[RuleRow], people: Sequence[Celebrated], most: int
) -> dict[str, int]:
    """Returns the number of members who can be invited, counting a channel as one."""
    names = {date_name(each.key) for each in rules if each.invites in (TEAM, GROUP)}
    group_ids = {rule.group_id for rule in rules if rule.group_id is not None}
    group_ids |= {each for person in people if names & {*person.dates} for each in person.teams}
    if not group_ids:
        return {}
    rows = await tx.many(
        _Group,
        """
        select g.id, case when g.kind = 'channel' then 1 when g.kind = 'team' then (
            select count(*) from (
              select true from team_people t
              where t.account_id = :account_id and t.group_id = g.id and (
                -- Not "not exists", which may read all who are not invited for each team.
                select true from people p
                where p.account_id = :account_id and p.id = t.person_id
                  and (p.left_at is not null or (p.email is null and p.phone is null)) limit 1) is null
              limit :most) as members)
          else (
            select count(*) from group_members m
            where m.account_id = :account_id and m.group_id = g.id) end::int
        from groups g
        where g.account_id = :account_id and g.id = any (:ids::text[])
        order by g.id limit :count
        """,
        account_id=account_id,
        ids=sorted(group_ids),
        most=most,
        count=len(group_ids),
    )
    return {row.id: row.members for row in rows}


class _Made(Struct):
    rule_id: str
    month: str
    cards: int


async def made(tx: Tx, account_id: str, rules: Sequence[RuleRow], since: date) -> dict[Month, int]:
    """Returns the number of cards that opened, or open, since the first day of a month."""
    rows = await tx.many(
        _Made,
        """
        select r.id, opened.month, opened.cards
        from unnest(:ids::text[]) as r (id) cross join lateral (
          select to_char(o.opens_on, 'YYYY-MM') as month, count(*)::int as cards from occasions o
          where o.account_id = :account_id and o.rule_id = r.id and o.state = 'made' and o.opens_on >= :since
          group by 1) as opened
        order by r.id, opened.month limit 10000
        """,
        account_id=account_id,
        ids=[each.id for each in rules],
        since=since,
    )
    return {(row.rule_id, row.month): row.cards for row in rows}
