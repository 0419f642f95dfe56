"""Read records of an account that no list of the API returns for the whole account."""

from datetime import datetime
from typing import Final

from msgspec import Struct

from wellwish.account_exports.source import ROWS, Batch, Source
from wellwish.movements.movement import BEGINNING, COLUMNS, Place, Reader, read_lines
from wellwish.occasions.list import shown_still
from wellwish.occasions.occasion import record as occasion_record
from wellwish.occasions.plan import Planned
from wellwish.payments import payment_records
from wellwish.payments.payment import PaymentRow

_BETWEEN: Final = "/"  # in no id, time or name of a movement


class _MemberRow(Struct, frozen=True):
    group_id: str
    group_name: str
    position: int
    name: str | None
    email: str | None
    phone: str | None


async def group_members(source: Source, after: str | None) -> Batch:
    group_id, _, position = (after or "").partition(_BETWEEN)
    tx = source.tx
    rows = await tx.many(
        _MemberRow,
        """
        select m.group_id, g.name as group_name, m."position", m.name, m.email, m.phone
        from group_members m join groups g on g.account_id = m.account_id and g.id = m.group_id
        where m.account_id = :account_id and (m.group_id, m."position") > (:group_id::text, :position::int)
        order by m.group_id, m."position" limit :count
        """,
        account_id=source.account_id,
        group_id=group_id,
        position=int(position or 0) if after else -1,
        count=ROWS,
    )
    last = rows[-1] if len(rows) == ROWS else None
    place = None if last is None else f"{last.group_id}{_BETWEEN}{last.position}"
    return Batch([_group_member(row) for row in rows], place)


def _group_member(row: _MemberRow) -> dict[str, str | None]:
    """Returns a line as in the export of a person."""
    return {
        "object": "group_member",
        "group_id": row.group_id,
        "group_name": row.group_name,
        "name": row.name,
        "email": row.email,
        "phone": row.phone,
    }


async def occasions(source: Source, after: str | None) -> Batch:
    """Reads occasions that were made, skipped, changed or have passed. The others follow from the rules."""
    person_id, occasion, year = after.split(_BETWEEN) if after else ("", "", "0")
    tx = source.tx
    rows = await tx.many(
        Planned,
        """
        select {columns} from occasions o join people p on p.account_id = :account_id and p.id = o.person_id
        where o.account_id = :account_id
          and (o.person_id, o.occasion, o.year) > (:person_id::text, :occasion::text, :year::smallint)
          and (o.state in ('made', 'skipped') or o.closes_at <= :now or o.changes is not null)
        order by o.person_id, o.occasion, o.year limit :count
        """,
        account_id=source.account_id,
        person_id=person_id,
        occasion=occasion,
        year=int(year),
        count=ROWS,
    )
    shown = await shown_still(tx, source.account_id, rows)
    last = rows[-1] if len(rows) == ROWS else None
    place = None if last is None else _BETWEEN.join((last.person_id, last.occasion, str(last.year)))
    return Batch([occasion_record(each) for each in shown], place)


async def payments(source: Source, after: str | None) -> Batch:
    tx = source.tx
    rows = await tx.many(
        PaymentRow,
        """
        select {columns} from payments
        where account_id = :account_id and (:after::text is null or id < :after)
        order by id desc limit :count
        """,
        account_id=source.account_id,
        after=after,
        count=ROWS,
    )
    records = await payment_records.records(tx, source.services, source.account_id, rows)
    return Batch(records, rows[-1].id if len(rows) == ROWS else None)


async def movements(source: Source, after: str | None) -> Batch:
    """Reads transfers with the columns of `GET /api/movements.csv`, oldest first."""
    reader = Reader(source.account_id, with_bundles=True)
    place = BEGINNING if after is None else _movement_place(after)
    lines, following = await read_lines(source.tx, reader, source.tx.now, place)
    records = [{"object": "movement", **dict(zip(COLUMNS, line, strict=True))} for line in lines]
    if following is None:
        return Batch(records)
    at, movement, leg = following
    return Batch(records, _BETWEEN.join((at.isoformat(), movement, str(leg))))


def _movement_place(after: str) -> Place:
    at, movement, leg = after.split(_BETWEEN)
    return datetime.fromisoformat(at), movement, int(leg)
