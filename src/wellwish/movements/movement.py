"""The movement: a ledger transfer with its payment, card and contribution, as a line of a CSV file.

``contributions.note_visibility`` determines the names and amounts shown in a line.
"""

from collections.abc import AsyncIterator, Mapping
from datetime import UTC, datetime
from typing import Final

from msgspec import Struct

from wellwish.base import clock, money
from wellwish.cards.card_row import CardRow
from wellwish.contributions import note_visibility
from wellwish.contributions.contribution import ContributionRow
from wellwish.contributions.note_visibility import Viewer, Visibility
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.movements import sheet
from wellwish.payments import ledger

COLUMNS: Final = (
    "time", "kind", "movement", "card_id", "contribution_id", "payment_id", "name", "debit", "credit",
    "amount", "currency", "payout_id",
)  # fmt: skip
_PIECE: Final = 1000

Place = tuple[datetime, str, int]  # time, movement and leg of a transfer
BEGINNING: Final[Place] = (datetime(1970, 1, 1, tzinfo=UTC), "", 0)


class MovementRow(Struct, frozen=True):
    """A ledger transfer."""

    created_at: datetime
    movement: str
    leg: int
    debit: str
    credit: str
    amount: int
    currency: str
    payment_id: str | None
    card_id: str | None
    contribution_id: str | None
    payout_id: str | None


class Reader(Struct, frozen=True):
    """The scope of an export: one card with its visibility rules, or all cards of the account.

    ``with_bundles`` adds the transfers of bundle purchases, which only owners of the account may see.
    """

    account_id: str
    card_id: str | None = None
    visibility: Visibility | None = None
    with_bundles: bool = False

    @property
    def is_owner(self) -> bool:
        """Whether the export contains every transfer and its payment."""
        return self.visibility is None or self.visibility.is_owner


async def pieces(services: Services, reader: Reader, until: datetime) -> AsyncIterator[bytes]:
    """Yields the file in chunks, oldest movement first, holding no connection while a chunk is sent."""
    yield sheet.lines([COLUMNS])
    place: Place | None = BEGINNING
    while place is not None:
        async with services.db.transaction([reader.account_id]) as tx:
            shown, place = await read_lines(tx, reader, until, place)
        if shown:
            yield sheet.lines(shown)


async def read_lines(
    tx: Tx, reader: Reader, until: datetime, after: Place
) -> tuple[list[list[str | None]], Place | None]:
    """Returns lines with the cells of ``COLUMNS``, and the place of the last one, or None if none follows."""
    rows = await _page(tx, reader, until, after)
    shown = [each for row, known in await _known(tx, reader, rows) if (each := _line(row, *known))]
    last = rows[-1] if len(rows) == _PIECE else None
    return shown, None if last is None else (last.created_at, last.movement, last.leg)


async def _page(tx: Tx, reader: Reader, until: datetime, after: Place) -> list[MovementRow]:
    return await tx.many(
        MovementRow,
        """
        select l.created_at, l.movement, l.leg, l.debit, l.credit, l.amount, l.currency, l.payment_id,
          coalesce(p.card_id,
            substring(l.credit from ':(card_.+)'), substring(l.debit from ':(card_.+)')) as card_id,
          coalesce(case when p.purpose = 'contribution' then p.subject_id end,
            substring(l.movement from ':(ctb_[^:]+)')) as contribution_id,
          m.payout_id
        from ledger l
        left join payout_movements m on m.account_id = l.account_id and m.movement = l.movement
        left join payments p on p.account_id = l.account_id and p.id = l.payment_id
        where l.account_id = :account_id and l.created_at <= :until
          and (l.created_at, l.movement, l.leg) > (:at::timestamptz, :movement::text, :leg::smallint)
          and (:with_bundles or p.purpose is distinct from 'bundle_purchase')
          and (:card_id::text is null or p.card_id = :card_id and :all::boolean
            or l.debit = any (:names) or l.credit = any (:names))
        order by l.created_at, l.movement, l.leg limit :count
        """,
        account_id=reader.account_id,
        until=until,
        at=after[0],
        movement=after[1],
        leg=after[2],
        card_id=reader.card_id,
        with_bundles=reader.with_bundles,
        all=reader.is_owner,
        names=[] if reader.card_id is None else ledger.counted(reader.card_id),
        count=_PIECE,
    )


_Known = tuple[ContributionRow | None, Visibility | None]


async def _known(tx: Tx, reader: Reader, rows: list[MovementRow]) -> list[tuple[MovementRow, _Known]]:
    """Returns each row with its contribution and the reader's visibility of its card."""
    found = await tx.many(
        ContributionRow,
        """
        select {columns} from contributions
        where account_id = :account_id and id = any (:ids) order by id limit :count
        """,
        account_id=reader.account_id,
        ids=list({row.contribution_id for row in rows if row.contribution_id is not None}),
        count=_PIECE,
    )
    contributions = {each.id: each for each in found}
    visibilities = await _visibilities(tx, reader, rows)
    return [
        (row, (contributions.get(row.contribution_id or ""), visibilities.get(row.card_id or "")))
        for row in rows
    ]


async def _visibilities(tx: Tx, reader: Reader, rows: list[MovementRow]) -> Mapping[str, Visibility]:
    if reader.card_id is not None and reader.visibility is not None:
        return {reader.card_id: reader.visibility}
    cards = await tx.many(
        CardRow,
        """
        select {columns} from cards
        where account_id = :account_id and id = any (:ids) and deleted_at is null order by id limit :count
        """,
        account_id=reader.account_id,
        ids=list({row.card_id for row in rows if row.card_id is not None}),
        count=_PIECE,
    )
    return {card.id: note_visibility.decide(card, Viewer("owner"), tx.now) for card in cards}


def _line(
    row: MovementRow, given: ContributionRow | None, visibility: Visibility | None
) -> list[str | None] | None:
    """Returns the cells, or None if the reader may not see the movement."""
    owner = visibility is None or visibility.is_owner
    gift = None if given is None or visibility is None else visibility.gift(given)
    if gift is None and not owner:
        return None
    known = owner or (gift is not None and gift.amount is not None)
    return [
        clock.rfc3339(row.created_at),
        row.movement.partition(":")[0],
        row.movement if owner else None,
        row.card_id,
        row.contribution_id,
        row.payment_id if owner else None,
        None if given is None or visibility is None else visibility.name(given),
        row.debit if owner else row.debit.partition(":")[0],
        row.credit if owner else row.credit.partition(":")[0],
        money.decimal(row.amount, row.currency) if known else None,
        row.currency,
        row.payout_id if owner else None,
    ]
