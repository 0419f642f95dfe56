"""Update the handover of a card."""

from msgspec import UNSET, UnsetType

from wellwish.base.errors import CardState, NotFound
from wellwish.cards import card, handover
from wellwish.cards.access import CardAccess
from wellwish.cards.card_row import LockedCard
from wellwish.cards.handover import Amount, MethodGiven, Note, Url
from wellwish.cards.handovers.create import changed, check_amount
from wellwish.cards.state import check_stays
from wellwish.infra.db import Tx
from wellwish.infra.http import Change, IfMatch, Services


class HandoverChange(Change, frozen=True, kw_only=True):
    """Changes to the handover. Absent fields stay unchanged; null clears `note` and `url`."""

    method: MethodGiven | UnsetType = UNSET
    amount: Amount | UnsetType = UNSET
    note: Note | None | UnsetType = UNSET
    url: Url | None | UnsetType = UNSET


async def update_handover(
    tx: Tx, access: CardAccess, row: LockedCard, services: Services, change: HandoverChange, if_match: IfMatch
) -> card.Card:
    """The previous values are not kept. The time of the handover does not change.

    Raises NotFound without a handover, CardState, HandoverExceedsCollected, PreconditionFailed.
    """
    if_match.check(row.version)
    check_changes(row, tx)
    if change.amount is not UNSET:
        await check_amount(tx, row, change.amount)
    sealed = (
        UNSET if change.url is UNSET else handover.seal(services.keys, row.account_id, row.id, change.url)
    )
    updated = await tx.run(
        """
        update handovers set
          method = coalesce(:method, method), amount = coalesce(:amount, amount),
          note = case when :sets_note::boolean then :note else note end,
          sealed_url = case when :sets_url::boolean then :sealed_url else sealed_url end,
          updated_at = :now
        where account_id = :account_id and card_id = :card_id
        """,
        account_id=row.account_id,
        card_id=row.id,
        method=change.method or None,
        amount=change.amount or None,
        sets_note=change.note is not UNSET,
        note=change.note or None,
        sets_url=sealed is not UNSET,
        sealed_url=sealed or None,
    )
    if not updated:
        raise NotFound
    return await changed(tx, access, services, row, "card.updated")


def check_changes(row: LockedCard, tx: Tx) -> None:
    """Raises CardState unless the card is open or closed, and while it is being cancelled."""
    check_stays(row)
    if row.status(tx.now) not in ("open", "closed"):
        raise CardState(f"The card is {row.state}.")
