"""The givers of a card and their amounts, limited to what a viewer may see."""

from msgspec import Struct

from wellwish.base.money import Money
from wellwish.cards.card_row import CardRow
from wellwish.contributions.contribution import ContributionRow
from wellwish.contributions.gift import GIVES, Gift
from wellwish.contributions.note_visibility import Viewer, decide
from wellwish.infra.db import Tx


class Giver(Struct, frozen=True):
    """A person who gave money; None for a hidden name or amount."""

    name: str | None
    amount: Money | None


async def givers(tx: Tx, row: CardRow, viewer: Viewer, limit: int = 1000) -> list[Giver] | None:
    """Returns the givers in the order of signing, or None if the viewer may not see them."""
    visibility = decide(row, viewer, tx.now)
    if not visibility.rights.see_contributors.allowed:
        return None
    rows = await tx.many(
        ContributionRow,
        """
        select {columns} from contributions
        where account_id = :account_id and card_id = :card_id and money_status = any (:gives)
        order by id limit :limit
        """,
        account_id=row.account_id,
        card_id=row.id,
        gives=list(GIVES),
        limit=limit,
    )
    return [_giver(each, visibility.gift(each)) for each in rows]


def _giver(row: ContributionRow, gift: Gift | None) -> Giver:
    """Returns the giver. `see_contributors` controls the names of givers; another setting controls names on
    notes.
    """
    left = None
    if gift is not None and gift.amount is not None and gift.refunded is not None:
        left = Money(gift.amount.amount - gift.refunded.amount, gift.amount.currency)
    return Giver(name=None if row.anonymous else row.name, amount=left)
