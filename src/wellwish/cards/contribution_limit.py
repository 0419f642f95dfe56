"""The places of a card for contributions, so that its limit is never exceeded."""

from wellwish.base.settings.limits import CONTRIBUTIONS_PER_CARD
from wellwish.cards.access import CardAccess
from wellwish.cards.card_row import CardRow
from wellwish.infra.db import Tx


def is_full(row: CardRow) -> bool:
    """Returns whether the card accepts no further contribution.

    A limit of 0 means that the card sets no limit.
    """
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
