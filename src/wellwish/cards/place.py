"""The places of a card for contributions: taken and given back, so that its limit is never passed."""

from wellwish.cards.access import CardAccess
from wellwish.cards.card import CardRow
from wellwish.db import Tx
from wellwish.errors import CardFull


def is_full(row: CardRow) -> bool:
    """Tells whether nobody else may sign; 0 is no limit, as none is."""
    return bool(row.contribution_limit) and row.places_taken >= (row.contribution_limit or 0)


async def take(tx: Tx, access: CardAccess) -> None:
    """Takes a place; of many who want the last one, one gets it. Raises CardFull."""
    taken = await tx.run(
        """
        update cards set places_taken = places_taken + 1
        where account_id = :account_id and id = :id
          and (coalesce(contribution_limit, 0) = 0 or places_taken < contribution_limit)
        """,
        account_id=access.account_id,
        id=access.card_id,
    )
    if not taken:
        raise CardFull


async def give_back(tx: Tx, access: CardAccess) -> None:
    """Gives the place of a contribution that was removed back."""
    await tx.run(
        """
        update cards set places_taken = places_taken - 1
        where account_id = :account_id and id = :id and places_taken > 0
        """,
        account_id=access.account_id,
        id=access.card_id,
    )
