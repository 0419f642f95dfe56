"""Delete a card."""

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from wellwish.base import ids
from wellwish.base.errors import CardHasMoney
from wellwish.cards.access import CardAccess
from wellwish.cards.card_row import LockedCard
from wellwish.infra import events, jobs
from wellwish.infra.db import Tx
from wellwish.infra.http import IfMatch
from wellwish.payments import card_payments, end

ERASE: Final = "cards.erase"
# Time to notice a mistake and ask the operator, well within the promised 30 days.
ERASE_AFTER_S: Final = 7 * 24 * 3600


class DeletedCard(Struct, frozen=True, kw_only=True):
    """The ID of a deleted card."""

    object: Literal["card"] = "card"
    id: Annotated[str, Meta(pattern=ids.pattern("card"))]
    card_id: Annotated[str, Meta(pattern=ids.pattern("card"), description="The same as `id`.")]
    deleted: Literal[True] = True


async def delete_card(tx: Tx, access: CardAccess, row: LockedCard, if_match: IfMatch) -> DeletedCard:
    """The card, its links and its admins' access end immediately; its data is erased within 30 days.

    Open payment pages are closed at the provider.

    Raises CardHasMoney, PreconditionFailed.
    """
    if_match.check(row.version)
    if await card_payments.holds_money(tx, access.account_id, access.card_id):
        raise CardHasMoney
    await tx.run(
        """
        with found_by as (
          delete from card_words w using cards c
          where c.account_id = :account_id and c.id = :id and w.account_id = c.account_id and w.card_id = c.id
            and w.word = any (c.words)
        )
        update cards set deleted_at = :now, version = version + 1, updated_at = :now
        where account_id = :account_id and id = :id and deleted_at is null
        """,
        account_id=access.account_id,
        id=access.card_id,
    )
    for statement in _ENDED:
        await tx.run(statement, account_id=access.account_id, card_id=access.card_id)
    await end.of_card(tx, access.account_id, access.card_id, "card_deleted")
    await jobs.enqueue(
        tx, ERASE, [{"account_id": access.account_id, "card_id": access.card_id}], delay_s=ERASE_AFTER_S
    )
    data = {"card_id": access.card_id}
    await events.record(tx, access.account_id, "card.deleted", card_id=access.card_id, data=data)
    return DeletedCard(id=access.card_id, card_id=access.card_id)


_ENDED: Final = (
    "delete from links where account_id = :account_id and card_id = :card_id",
    "delete from card_grants where account_id = :account_id and card_id = :card_id",
)
