"""The ``external_id`` of a card, which is unique within its account."""

from wellwish.base.errors import ExternalIdExists, Fault
from wellwish.infra.db import Tx


async def other_with(tx: Tx, account_id: str, external_id: str) -> str | None:
    """Returns the ID of the account's card that has this ``external_id``, or None."""
    return await tx.value(
        """
        select id from cards
        where account_id = :account_id and external_id = :external_id and deleted_at is null
        """,
        account_id=account_id,
        external_id=external_id,
    )


def external_id_exists(card_id: str | None) -> ExternalIdExists:
    fault = Fault("/external_id", "exists", "Another card already has this `external_id`.")
    return ExternalIdExists(faults=[fault], members={"card_id": card_id} if card_id else {})
