"""Store occasions. The row of an occasion is the claim to its card."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Final

import msgspec
from msgspec import structs

from wellwish.base.errors import OccasionMade, TooManyChangedOccasions
from wellwish.infra.db import Tx
from wellwish.occasions.changes import Changed
from wellwish.occasions.plan import Key, Planned
from wellwish.people.person import MAX_PEOPLE

MAX_CHANGED: Final = 1_000  # skipped or changed occasions of an account whose cards have not closed
_DAY: Final = timedelta(days=1)


async def write(tx: Tx, account_id: str, listed: Sequence[Planned]) -> int:
    """Stores occasions. One that has a card or was skipped keeps its row. Returns the number of rows."""
    return await tx.run(
        """
        insert into occasions as o (
          account_id, person_id, occasion, year, years, rule_id, state, card_id, template_id, falls_on,
          opens_on, closes_on, opens_at, closes_at, signers, revision, created_at, updated_at)
        select :account_id, g.person_id, g.occasion, g.year, g.years, g.rule_id, g.state, g.card_id,
          g.template_id, g.falls_on, g.opens_on, g.closes_on, g.opens_at, g.closes_at, g.signers, g.revision,
          :now, :now
        from jsonb_to_recordset(:given::jsonb) as g (
          person_id text, occasion text, year smallint, years smallint, rule_id text, state text,
          card_id text, template_id text, falls_on date, opens_on date, closes_on date,
          opens_at timestamptz, closes_at timestamptz, signers integer, revision integer)
        order by g.person_id, g.occasion, g.year
        on conflict (account_id, person_id, occasion, year) do update set
          years = excluded.years, rule_id = excluded.rule_id, state = excluded.state,
          card_id = excluded.card_id, template_id = excluded.template_id, falls_on = excluded.falls_on,
          opens_on = excluded.opens_on, closes_on = excluded.closes_on, opens_at = excluded.opens_at,
          closes_at = excluded.closes_at, signers = excluded.signers,
          revision = greatest(o.revision, excluded.revision), updated_at = excluded.updated_at
        where o.state not in ('made', 'skipped') and (o.state, o.rule_id, o.closes_at)
          is distinct from (excluded.state, excluded.rule_id, excluded.closes_at)
        """,
        account_id=account_id,
        given=msgspec.json.encode(listed).decode(),
    )


async def withdraw(tx: Tx, account_id: str, planned: Planned) -> None:
    """Withdraws the skipping of an occasion, keeping its changes."""
    await tx.run(
        """
        update occasions set state = 'planned', revision = revision + 1, updated_at = :now
        where account_id = :account_id and person_id = :person_id and occasion = :occasion and year = :year
          and state = 'skipped'
        """,
        account_id=account_id,
        person_id=planned.person_id,
        occasion=planned.occasion,
        year=planned.year,
    )


async def change(tx: Tx, account_id: str, planned: Planned) -> None:
    """Stores the changes and revision of an occasion without a card; it is skipped or planned.

    Raises OccasionMade.
    """
    await withdraw(tx, account_id, planned)
    state = "skipped" if planned.state == "skipped" else "planned"
    await write(tx, account_id, [structs.replace(planned, state=state)])
    changes = None if planned.changes is None else msgspec.json.encode(planned.changes).decode()
    changed = await tx.run(
        """
        update occasions set changes = :changes::jsonb, revision = :revision, updated_at = :now
        where account_id = :account_id and person_id = :person_id and occasion = :occasion and year = :year
          and state <> 'made'
        """,
        account_id=account_id,
        person_id=planned.person_id,
        occasion=planned.occasion,
        year=planned.year,
        changes=changes,
        revision=planned.revision,
    )
    if not changed:
        raise OccasionMade


async def check_room(tx: Tx, account_id: str, planned: Planned) -> None:
    """Raises TooManyChangedOccasions if the account has the maximum number of other skipped or changed ones.

    Those that owners cannot see, because their people hide the date, do not count, nor do those of people who
    left. The caller holds the lock of the account's people.
    """
    others = await tx.value(
        """
        select count(*) from (
          select true from occasions o join people p on p.account_id = :account_id and p.id = o.person_id
          where o.account_id = :account_id and o.closes_on >= :today and o.closes_at > :now
            and p.celebrate and p.left_at is null and not p.no_cards and p.skipped_year is null
            and not (p.no_birthday and o.occasion = 'birthday')
            and (o.state = 'skipped' or (o.changes is not null and o.state <> 'made'))
            and (o.person_id, o.occasion, o.year) <> (:person_id, :occasion, :year)
          limit :most) as others
        """,
        account_id=account_id,
        today=tx.now.date() - _DAY,
        person_id=planned.person_id,
        occasion=planned.occasion,
        year=planned.year,
        most=MAX_CHANGED,
    )
    if others >= MAX_CHANGED:
        raise TooManyChangedOccasions


async def load_changed(tx: Tx, account_id: str) -> list[Changed]:
    """Returns the occasions without a card whose days or template differ from their rule."""
    return await tx.many(
        Changed,
        """
        select o.occasion, o.year, d.month, d.day, o.changes
        from occasions o join person_dates d on d.account_id = :account_id and d.person_id = o.person_id
          and d.name = case when o.occasion like 'date:%' then substr(o.occasion, 6)
            when o.occasion in ('anniversary', 'welcome') then 'started_on' else o.occasion end
        where o.account_id = :account_id and o.year >= :year and o.changes is not null and o.state <> 'made'
          and (o.changes ->> 'opens_on' is not null or o.changes ->> 'closes_on' is not null
            or o.changes ->> 'template_id' is not null)
        order by o.year, o.person_id, o.occasion limit :most
        """,
        account_id=account_id,
        year=tx.now.year - 1,  # of a card for 31 December that closes in January
        most=MAX_PEOPLE,
    )


async def load(
    tx: Tx, account_id: str, person_ids: Sequence[str], first_year: int, last_year: int
) -> dict[Key, Planned]:
    """Returns the stored occasions of the people in these years."""
    if not person_ids:
        return {}
    rows = await tx.many(
        Planned,
        """
        select {columns} from occasions o join people p on p.account_id = :account_id and p.id = o.person_id
        where o.account_id = :account_id and o.person_id = any (:ids::text[])
          and o.year between :first_year and :last_year
        order by o.person_id limit :most
        """,
        account_id=account_id,
        ids=list(person_ids),
        first_year=first_year,
        last_year=last_year,
        most=MAX_PEOPLE * 20,
    )
    return {row.key: row for row in rows}


async def page(
    tx: Tx,
    account_id: str,
    after: tuple[date, str, str, int],
    until: date,
    count: int,
) -> list[Planned]:
    """Returns the first occasions after a day and key whose outcome no plan can change, by closing day.

    A row in the state ``planned`` only holds the changes of an occasion that got no card.
    """
    day, person_id, occasion, year = after
    return await tx.many(
        Planned,
        """
        select {columns} from occasions o join people p on p.account_id = :account_id and p.id = o.person_id
        where o.account_id = :account_id and o.closes_on <= :until
          and (o.closes_on, o.person_id, o.occasion, o.year) > (:day, :person_id, :occasion, :year)
          and (o.state in ('made', 'skipped') or (o.closes_at <= :now and o.state <> 'planned'))
        order by o.closes_on, o.person_id, o.occasion, o.year limit :count
        """,
        account_id=account_id,
        day=day,
        person_id=person_id,
        occasion=occasion,
        year=year,
        until=until,
        count=count,
    )


async def page_of(
    tx: Tx,
    account_id: str,
    person_id: str,
    after: tuple[date, str, str, int],
    until: date,
    count: int,
) -> list[Planned]:
    """Like ``page``, of one person, in a separate statement, so that a generic plan reads only their rows."""
    day, after_person_id, occasion, year = after
    return await tx.many(
        Planned,
        """
        select {columns} from occasions o join people p on p.account_id = :account_id and p.id = o.person_id
        where o.account_id = :account_id and o.person_id = :person_id and o.closes_on <= :until
          and (o.closes_on, o.person_id, o.occasion, o.year) > (:day, :after_person_id, :occasion, :year)
          and (o.state in ('made', 'skipped') or (o.closes_at <= :now and o.state <> 'planned'))
        order by o.closes_on, o.occasion, o.year limit :count
        """,
        account_id=account_id,
        person_id=person_id,
        day=day,
        after_person_id=after_person_id,
        occasion=occasion,
        year=year,
        until=until,
        count=count,
    )
