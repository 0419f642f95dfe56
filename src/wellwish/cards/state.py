"""Move a card to another state, and record its end."""

from typing import Final, Literal

from wellwish.base.errors import CardState
from wellwish.cards import card, permissions
from wellwish.cards.access import CardAccess
from wellwish.cards.card import ShownRow
from wellwish.cards.card_row import CardRow, Status
from wellwish.infra import events
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.payments import ledger

_EVENTS: Final[dict[Status, str]] = {
    "open": "card.reopened",
    "closed": "card.closed",
    "archived": "card.archived",
    "cancelled": "card.cancelled",
}


async def move(
    tx: Tx,
    access: CardAccess,
    services: Services,
    row: CardRow,
    source: Status | Literal["any"],
    target: Status,
) -> card.Card:
    """Moves the locked card to ``target`` and returns its record.

    Raises CardState unless it is in ``source``. A card that is being cancelled can only become cancelled.
    """
    status = row.status(tx.now)
    if target != "cancelled":
        check_stays(row)
    if source not in (status, "any"):
        raise CardState(f"The card is {status}; it must be {source}.")
    await record_end(tx, access, row)
    moved = await tx.one(
        ShownRow,
        """
        update cards set
          state = :target,
          closed_at = case
            when :target = 'open' then null
            when :target = 'closed' then :now::timestamptz
            else coalesce(closed_at, least(contribution_ends_at, :now)) end,
          revealed_at = case when :target = 'open'
            then coalesce(revealed_at, closed_at, :ended_at::timestamptz, :now) else revealed_at end,
          archived_at = case when :target = 'archived' then :now::timestamptz else archived_at end,
          cancelled_at = case when :target = 'cancelled' then :now::timestamptz else cancelled_at end,
          cancelling_at = null,
          version = version + 1, updated_at = :now
        from (
          select coalesce(json_agg(r order by r.position), '[]') as people from recipients r
          where r.account_id = :account_id and r.card_id = :id
        ) as listed, (
          select coalesce(sum(b.balance), 0)::bigint as collected from ledger_balances b
          where b.account_id = :account_id and b.name = any (:names) and b.currency = :currency
        ) as summed, (
          select (select row_to_json(h) from handovers h where h.account_id = :account_id and h.card_id = :id)
            as handover
        ) as handed
        where account_id = :account_id and id = :id and version = :version
        returning {columns}
        """,
        target=target,
        ended_at=row.contribution_ends_at if source == "closed" and row.closed_at is None else None,
        account_id=access.account_id,
        id=access.card_id,
        version=row.version,
        names=ledger.counted(row.id),
        currency=row.currency,
    )
    data = {"card_id": access.card_id, "status": target}
    await events.record(tx, access.account_id, _EVENTS[target], card_id=access.card_id, data=data)
    collected = permissions.collected(moved, moved.collected, access, tx.now)
    return card.record(
        moved, moved.people, access, services, tx.now, collected=collected, handover=moved.handover
    )


def check_stays(row: CardRow) -> None:
    """Raises CardState while the card is being cancelled."""
    if row.cancelling_at is not None:
        raise CardState("The card is being cancelled, and its payments are being refunded.")


async def record_end(tx: Tx, access: CardAccess, row: CardRow) -> None:
    """Records the event that the card closed at its end, unless it is already recorded.

    Both the job at the end and any change to the card that precedes the job call this function, so the event
    is recorded once and in order.
    """
    if row.state == "open" and row.status(tx.now) == "closed":
        data = {"card_id": access.card_id, "status": "closed"}
        await events.record(tx, access.account_id, "card.closed", card_id=access.card_id, data=data)
