"""Save people. Only this module writes them, regardless of their number."""

import asyncio
from collections import defaultdict
from collections.abc import Sequence
from functools import partial
from typing import Any, Final

import msgspec
from msgspec import Struct, structs

from wellwish.accounts import account, wake
from wellwish.base.errors import PlanChanged, TooManyPeople
from wellwish.groups.team import create_teams, join_teams, raise_versions
from wellwish.infra import events
from wellwish.infra.db import Tx
from wellwish.infra.http import Services, Warnings
from wellwish.infra.http.addresses import email_key
from wellwish.people import kept_choice, notify
from wellwish.people.person import MAX_PEOPLE, PersonRow, as_rows
from wellwish.people.plan import Extent, Plan, Terms, add_warnings, plan
from wellwish.people.state import Given
from wellwish.people.step import Step
from wellwish.people.teams import find_teams

# The fields of a person that the record of a team depends on.
_SHOWN_BY_TEAMS: Final = frozenset({"name", "email", "phone", "status", "teams"})
_CHUNK: Final = 2_500  # rows per statement, whose time is limited
_THREAD_FROM: Final = 200  # people; planning fewer takes less time than a thread


class Scope(Struct, frozen=True):
    """How much of the account's people a request lists, whether many of the others may have left, whether
    new people get a notice, and the digest of the changes that a dry run showed.
    """

    extent: Extent
    allow_leavers: bool = False
    notify: bool = True
    digest: str | None = None


ONE_PERSON: Final = Scope("person")


async def save(
    tx: Tx,
    services: Services,
    account_id: str,
    listed: Sequence[Given],
    warnings: Warnings,
    scope: Scope = ONE_PERSON,
) -> Plan:
    """Creates and changes the listed people, and marks all others as left if the list is complete.

    The transaction must hold the lock of the account's people. The number of statements does not depend on
    the length of the list. Raises InvalidRequest with all faults, TooManyLeavers, PlanChanged, TooManyPeople,
    GroupNameExists, TooManyGroups.
    """
    has_phones = any(isinstance(each.change.phone, str) for each in listed)
    country = (await account.load(tx, account_id)).country if has_phones else None
    rows = await (
        _load_all(tx, account_id) if scope.extent == "whole" else _load_concerned(tx, account_id, listed)
    )
    teams = await find_teams(tx, account_id, listed)
    terms = Terms(
        now=tx.now,
        country=country,
        teams=teams,
        extent=scope.extent,
        allow_leavers=scope.allow_leavers,
    )
    make = partial(plan, listed, rows, terms)
    made = await asyncio.to_thread(make) if len(listed) + len(rows) > _THREAD_FROM else make()
    add_warnings(warnings, made.warnings)
    # A repeated request, which changes nothing, succeeds.
    if scope.digest not in (None, made.digest) and any(each.is_visible for each in made.steps):
        raise PlanChanged
    await _check_room(tx, account_id, made.steps)
    await create_teams(tx, services, account_id, made.new_teams)
    await kept_choice.keep_former(tx, services.keys, account_id, made.steps)
    await _write(tx, account_id, made.steps, tells=scope.notify)
    identified = [each.after for each in made.steps if each.is_identified]
    await kept_choice.give_back(tx, services.keys, account_id, identified)
    await notify.wake(tx, account_id, made.steps)
    await _write_teams(tx, account_id, made)
    by_action: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
    for step in made.steps:
        if not step.is_visible:
            continue
        by_action[step.action].append({"person_id": step.after.id})
    for action, data in by_action.items():
        await events.record_each(tx, account_id, f"person.{action}", card_id=None, data=data)
    if made.steps:
        await wake.create_cards(tx, account_id)
    return made


async def _load_all(tx: Tx, account_id: str) -> list[PersonRow]:
    return await tx.many(
        PersonRow,
        """
        select {columns} from people cross join lateral (
          select coalesce(jsonb_object_agg(d.name, d.date), '{}') as dates from person_dates d
          where d.account_id = :account_id and d.person_id = people.id) as listed
        cross join lateral (
          select coalesce(jsonb_agg(t.group_id order by t.group_id), '[]') as teams from team_people t
          where t.account_id = :account_id and t.person_id = people.id) as joined
        where account_id = :account_id order by id limit :most
        """,
        account_id=account_id,
        most=MAX_PEOPLE,
    )


async def _load_concerned(tx: Tx, account_id: str, listed: Sequence[Given]) -> list[PersonRow]:
    """Returns the listed people, those with a listed identifier, and all their managers."""
    words: set[str] = set()
    for each in listed:
        given = (each.change.external_id, each.change.manager, each.person_id, each.change.email)
        words |= {word for word in given if isinstance(word, str)}
    keys = {key for word in words if "@" in word and (key := _key(word)) is not None}
    return await tx.many(
        PersonRow,
        """
        select {columns} from people cross join lateral (
          select coalesce(jsonb_object_agg(d.name, d.date), '{}') as dates from person_dates d
          where d.account_id = :account_id and d.person_id = people.id) as listed
        cross join lateral (
          select coalesce(jsonb_agg(t.group_id order by t.group_id), '[]') as teams from team_people t
          where t.account_id = :account_id and t.person_id = people.id) as joined
        where account_id = :account_id and id in (
          with recursive above as (
            select p.id, p.manager_id from people p
            where p.account_id = :account_id
              and (p.id = any (:words) or p.external_id = any (:words) or p.email_key = any (:keys))
            union
            select m.id, m.manager_id from people m join above a on m.id = a.manager_id
            where m.account_id = :account_id)
          select a.id from above a)
        order by id limit :most
        """,
        account_id=account_id,
        words=sorted(words),
        keys=sorted(keys),
        most=MAX_PEOPLE,
    )


def _key(word: str) -> str | None:
    try:
        return email_key(word)
    except ValueError:
        return None


async def _check_room(tx: Tx, account_id: str, steps: Sequence[Step]) -> None:
    """Raises TooManyPeople, or stores the time of the account's first people.

    The caller holds the lock of the account's people, so their number does not change.
    """
    new = sum(each.before is None for each in steps)
    if not new:
        return
    if await account.count_people(tx, account_id) + new > MAX_PEOPLE:
        raise TooManyPeople


async def _write(tx: Tx, account_id: str, steps: Sequence[Step], *, tells: bool) -> None:
    new = [each for each in steps if each.before is None]
    changed = [each for each in steps if each.before is not None]
    # Two people can exchange an identifier, but its uniqueness is checked at each row.
    freed = [each.after.id for each in changed if {"external_id", "email"} & {*each.fields}]
    if len(freed) > 1:
        await tx.run(
            """
            update people set external_id = null, email = null, email_key = null
            where account_id = :account_id and id = any (:ids::text[])
            """,
            account_id=account_id,
            ids=freed,
        )
    visible = [each for each in changed if each.is_visible]
    for start in range(0, len(visible), _CHUNK):
        await _update(tx, account_id, visible[start : start + _CHUNK])
    for start in range(0, len(new), _CHUNK):
        await _insert(tx, account_id, new[start : start + _CHUNK], tells=tells)
    await _write_dates(tx, account_id, [each for each in steps if each.has_new_dates])


async def _update(tx: Tx, account_id: str, changed: Sequence[Step]) -> None:
    await tx.run(
        """
        update people set
          external_id = g.external_id, name = g.name, email = g.email, email_key = g.email_key,
          phone = g.phone, locale = g.locale, timezone = g.timezone, manager_id = g.manager_id,
          celebrate = g.celebrate,
          left_at = case when g.has_left then coalesce(people.left_at, :now) end,
          link_version = people.link_version + g.has_new_address::int,
          notice_due = people.notice_due or (g.has_new_address and people.notified_at is not null),
          version = people.version + 1, updated_at = :now
        from jsonb_to_recordset(:given::jsonb) as g (
          id text, external_id text, name text, email text, email_key text, phone text, locale text,
          timezone text, manager_id text, celebrate boolean, has_left boolean, has_new_address boolean)
        where people.account_id = :account_id and people.id = g.id
        """,
        account_id=account_id,
        given=_given(changed),
    )


async def _insert(tx: Tx, account_id: str, new: Sequence[Step], *, tells: bool) -> None:
    await tx.run(
        """
        insert into people (
          account_id, id, external_id, name, email, email_key, phone, locale, timezone, manager_id,
          celebrate, left_at, notice_due, created_at, updated_at)
        select :account_id, g.id, g.external_id, g.name, g.email, g.email_key, g.phone, g.locale,
          g.timezone, g.manager_id, g.celebrate, case when g.has_left then :now::timestamptz end,
          :notice_due, :now, :now
        from jsonb_to_recordset(:given::jsonb) as g (
          id text, external_id text, name text, email text, email_key text, phone text, locale text,
          timezone text, manager_id text, celebrate boolean, has_left boolean)
        returning id
        """,
        account_id=account_id,
        notice_due=tells,
        given=_given(new),
    )


def _given(steps: Sequence[Step]) -> str:
    rows = [
        {
            **structs.asdict(structs.replace(each.after, dates={}, teams=[])),
            # The link of the previous address ends, and the new address gets a link.
            "has_new_address": each.has_new_address,
        }
        for each in steps
    ]
    return msgspec.json.encode(rows).decode()


async def _write_teams(tx: Tx, account_id: str, made: Plan) -> None:
    moved = {
        each.after.id: each.after.teams
        for each in made.steps
        if each.after.teams != (each.before.teams if each.before else [])
    }
    if moved:
        await join_teams(tx, account_id, moved)
    concerned: set[str] = set()
    for each in made.steps:
        if each.before is None or _SHOWN_BY_TEAMS & {*each.fields}:
            concerned |= {*each.after.teams, *(each.before.teams if each.before else [])}
    await raise_versions(tx, account_id, sorted(concerned - made.new_teams.keys()))


async def _write_dates(tx: Tx, account_id: str, steps: Sequence[Step]) -> None:
    gone = [each.after.id for each in steps if each.before is not None and each.before.dates]
    if gone:
        await tx.run(
            "delete from person_dates where account_id = :account_id and person_id = any (:ids::text[])",
            account_id=account_id,
            ids=gone,
        )
    rows = [row for each in steps for row in as_rows(each.after.id, each.after.dates)]
    for start in range(0, len(rows), _CHUNK):
        await tx.run(
            """
            insert into person_dates (account_id, person_id, name, date, month, day)
            select :account_id, g.person_id, g.name, g.date, g.month, g.day
            from jsonb_to_recordset(:given::jsonb) as g (
              person_id text, name text, date text, month smallint, day smallint)
            returning person_id
            """,
            account_id=account_id,
            given=msgspec.json.encode(rows[start : start + _CHUNK]).decode(),
        )
