"""Record how the collected money of a card reached its recipient."""

from typing import Any

from msgspec import UNSET

from wellwish.base.errors import CardHandedOver, CardState, HandoverExceedsCollected
from wellwish.cards import card, handover, permissions
from wellwish.cards.access import CardAccess
from wellwish.cards.card_row import CardRow, LockedCard
from wellwish.cards.handover import Amount, MethodGiven, Note, Url
from wellwish.cards.state import check_stays
from wellwish.infra import events
from wellwish.infra.db import Tx
from wellwish.infra.http import Body, IfMatch, Services
from wellwish.payments import ledger


class NewHandover(Body, frozen=True, kw_only=True):
    """The handover to record: its method, amount, note and URL."""

    method: MethodGiven
    amount: Amount
    note: Note | None = None
    url: Url | None = None


async def create_handover(
    tx: Tx, access: CardAccess, row: LockedCard, services: Services, new: NewHandover, if_match: IfMatch
) -> card.Card:
    """Contributors and the recipient see the handover on their pages, and its amount if they can see the
    total.

    The money itself is handed over outside the service. A card has one handover, which is part of its
    record. You can update it later, for example to add the URL of a voucher. It is kept if money is refunded
    afterwards.

    Raises CardState unless the card is closed, CardHandedOver, HandoverExceedsCollected, PreconditionFailed.
    """
    if_match.check(row.version)
    check_stays(row)
    status = row.status(tx.now)
    if status != "closed":
        raise CardState(f"The card is {status}; it must be closed.")
    await check_amount(tx, row, new.amount)
    made = await tx.run(
        """
        insert into handovers
          (account_id, card_id, method, amount, currency, note, sealed_url, created_at, updated_at)
        values (:account_id, :card_id, :method, :amount, :currency, :note, :sealed_url, :now, :now)
        on conflict do nothing
        """,
        account_id=row.account_id,
        card_id=row.id,
        method=new.method,
        amount=new.amount,
        currency=row.currency,
        note=new.note,
        sealed_url=handover.seal(services.keys, row.account_id, row.id, new.url),
    )
    if not made:
        raise CardHandedOver
    return await changed(tx, access, services, row, "card.handed_over", method=new.method)


async def check_amount(tx: Tx, row: CardRow, amount: int) -> None:
    """Raises HandoverExceedsCollected."""
    collected = await ledger.total(tx, row.account_id, row.id, row.currency)
    if amount > collected:
        raise HandoverExceedsCollected(f"The card has collected {collected}, in minor units.")


async def changed(
    tx: Tx, access: CardAccess, services: Services, row: LockedCard, event: str, **data: Any
) -> card.Card:
    """Increments the version of the card, whose record contains the handover, and records the event."""
    raised = await tx.one(
        CardRow,
        """
        update cards set version = version + 1, updated_at = :now
        where account_id = :account_id and id = :id and version = :version
        returning {columns}
        """,
        account_id=row.account_id,
        id=row.id,
        version=row.version,
    )
    await events.record(tx, row.account_id, event, card_id=row.id, data={"card_id": row.id, **data})
    shown = await card.shown(tx, raised)
    collected = permissions.collected(raised, shown.collected, access, tx.now)
    return card.record(
        raised,
        shown.people,
        access,
        services,
        tx.now,
        collected=collected,
        proceeds=card.proceeds(raised, shown) if access.is_owner else UNSET,
        handover=shown.handover,
    )
