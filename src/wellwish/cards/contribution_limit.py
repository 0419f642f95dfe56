"""The limit on a card's contributions, which ``places_taken`` counts."""

from wellwish.base.settings.limits import CONTRIBUTIONS_PER_CARD
from wellwish.cards.access import CardAccess
from wellwish.cards.card_row import CardRow
from wellwish.infra.db import Tx


def is_full(row: CardRow) -> bool:
    """Returns whether the card has reached its limit or, without one, the general limit."""
    return row.places_taken >= (row.contribution_limit or CONTRIBUTIONS_PER_CARD)


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
