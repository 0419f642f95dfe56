"""The places of a card for contributions, so that its limit is never exceeded."""

from typing import Final

from wellwish.cards.access import CardAccess
from wellwish.cards.card_row import CardRow
from wellwish.db import Tx

MAX_CONTRIBUTIONS: Final = 10_000  # the highest `contribution_limit`, also of a card without one


def is_full(row: CardRow) -> bool:
    """Returns whether no further person can sign; a limit of 0 means none of the card's own."""
    return row.places_taken >= (row.contribution_limit or MAX_CONTRIBUTIONS)


async def give_back(tx: Tx, access: CardAccess) -> None:
    """Releases the place of a removed contribution."""
    await tx.run(
        """
        update cards set places_taken = places_taken - 1
        where account_id = :account_id and id = :id and places_taken > 0
        """,
        account_id=access.account_id,
        id=access.card_id,
    )
