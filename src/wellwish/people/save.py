"""Save people: the one place that writes them, whether one or ten thousand."""

import asyncio
from collections import defaultdict
from collections.abc import Sequence
from functools import partial
from typing import Any, Final

import msgspec
from msgspec import structs

from wellwish.accounts import account
from wellwish.base.errors import TooManyPeople
from wellwish.infra import events
from wellwish.infra.db import Tx
from wellwish.infra.http import Warnings
from wellwish.infra.http.addresses import email_key
from wellwish.people.person import MAX_PEOPLE, PersonRow, as_rows
from wellwish.people.plan import Plan, Step, add_warnings, plan
from wellwish.people.state import Given

_THREAD_FROM: Final = 200  # people; planning fewer takes less time than a thread


async def save(
    tx: Tx,
    account_id: str,
    listed: Sequence[Given],
    warnings: Warnings,
    *,
    is_whole: bool = False,
    allow_leavers: bool = False,
) -> Plan:
    """Creates and changes the listed people, and marks all others as left if the list ``is_whole``.

    The transaction must hold the lock of the account's people. The number of statements does not depend on
    that of the people. Raises InvalidRequest with all faults, TooManyLeavers, TooManyPeople.
    """
    has_phones = any(isinstance(each.change.phone, str) for each in listed)
    country = (await account.load(tx, account_id)).country if has_phones else None
    rows = await (_load_all(tx, account_id) if is_whole else _load_concerned(tx, account_id, listed))
    make = partial(
        plan,
        listed,
        rows,
        now=tx.now,
        country=country,
        is_whole=is_whole,
        allow_leavers=allow_leavers,
    )
    made = await asyncio.to_thread(make) if len(listed) + len(rows) > _THREAD_FROM else make()
    add_warnings(warnings, made.warnings)
    await _check_room(tx, account_id, made.steps)
    await _write(tx, account_id, made.steps)
    by_action: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
    for step in made.steps:
        by_action[step.action].append({"person_id": step.after.id})
    for action, data in by_action.items():
        await events.record_each(tx, account_id, f"person.{action}", card_id=None, data=data)
    return made


async def _load_all(tx: Tx, account_id: str) -> list[PersonRow]:
    return await tx.many(
        PersonRow,
        """
        select {columns} from people cross join lateral (
          select coalesce(jsonb_object_agg(d.name, d.date), '{}') as dates from person_dates d
          where d.account_id = :account_id and d.person_id = people.id) as listed
        where account_id = :account_id order by id limit :most
        """,
        account_id=account_id,
        most=MAX_PEOPLE,
    )


async def _load_concerned(tx: Tx, account_id: str, listed: Sequence[Given]) -> list[PersonRow]:
    """Returns the people whom the list names, who have its identifiers, and who are above its managers."""
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
    """The lock of the account's people keeps the number."""
    new = sum(each.before is None for each in steps)
    if not new:
        return
    count: int = await tx.value(
        "select count(*) from people where account_id = :account_id", account_id=account_id
    )
    if count + new > MAX_PEOPLE:
        raise TooManyPeople


async def _write(tx: Tx, account_id: str, steps: Sequence[Step]) -> None:
    new = [each for each in steps if each.before is None]
    changed = [each for each in steps if each.before is not None]
    # Two people can exchange an identifier, which is unique at each row.
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
    if changed:
        await tx.run(
            """
            update people set
              external_id = g.external_id, name = g.name, email = g.email, email_key = g.email_key,
              phone = g.phone, locale = g.locale, timezone = g.timezone, manager_id = g.manager_id,
              celebrate = g.celebrate,
              left_at = case when g.has_left then coalesce(people.left_at, :now) end,
              version = people.version + 1, updated_at = :now
            from jsonb_to_recordset(:given::jsonb) as g (
              id text, external_id text, name text, email text, email_key text, phone text, locale text,
              timezone text, manager_id text, celebrate boolean, has_left boolean)
            where people.account_id = :account_id and people.id = g.id
            """,
            account_id=account_id,
            given=_given(changed),
        )
    if new:
        await tx.run(
            """
            insert into people (
              account_id, id, external_id, name, email, email_key, phone, locale, timezone, manager_id,
              celebrate, left_at, created_at, updated_at)
            select :account_id, g.id, g.external_id, g.name, g.email, g.email_key, g.phone, g.locale,
              g.timezone, g.manager_id, g.celebrate, case when g.has_left then :now::timestamptz end,
              :now, :now
            from jsonb_to_recordset(:given::jsonb) as g (
              id text, external_id text, name text, email text, email_key text, phone text, locale text,
              timezone text, manager_id text, celebrate boolean, has_left boolean)
            returning id
            """,
            account_id=account_id,
            given=_given(new),
        )
    await _write_dates(tx, account_id, [*new, *(each for each in changed if "dates" in each.fields)])


def _given(steps: Sequence[Step]) -> str:
    rows = [structs.replace(each.after, dates={}) for each in steps]
    return msgspec.json.encode(rows).decode()


async def _write_dates(tx: Tx, account_id: str, steps: Sequence[Step]) -> None:
    gone = [each.after.id for each in steps if each.before is not None and each.before.dates]
    if gone:
        await tx.run(
            "delete from person_dates where account_id = :account_id and person_id = any (:ids::text[])",
            account_id=account_id,
            ids=gone,
        )
    rows = [row for each in steps for row in as_rows(each.after.id, each.after.dates)]
    if rows:
        await tx.run(
            """
            insert into person_dates (account_id, person_id, name, date, month, day)
            select :account_id, g.person_id, g.name, g.date, g.month, g.day
            from jsonb_to_recordset(:given::jsonb) as g (
              person_id text, name text, date text, month smallint, day smallint)
            returning person_id
            """,
            account_id=account_id,
            given=msgspec.json.encode(rows).decode(),
        )
