"""Grant a bundle of cards to an account, free of charge."""

from datetime import datetime
from typing import Final

from wellwish.base import ids
from wellwish.bundles.purchase import PurchaseRow
from wellwish.infra.db import Tx

MAX_CARDS: Final = 10_000_000


async def grant(
    tx: Tx, account_id: str, cards: int, *, name: str = "Granted cards", currency: str = "USD",
    expires_at: datetime | None = None,
) -> PurchaseRow:  # fmt: skip
    """Returns the purchase, which is active and paid with the price 0. Raises ValueError for a number out of
    range.
    """
    if not 1 <= cards <= MAX_CARDS:
        raise ValueError(f"A bundle must have 1 to {MAX_CARDS} cards.")
    return await tx.one(
        PurchaseRow,
        """
        insert into bundle_purchases
          (account_id, id, name, status, payment_status, cards_total, price_amount, price_currency,
           purchased_at, expires_at, created_at, updated_at)
        values
          (:account_id, :id, :name, 'active', 'paid', :cards, 0, :currency, :now, :expires_at, :now, :now)
        returning {columns}
        """,
        account_id=account_id,
        id=ids.new("bp"),
        name=name,
        cards=cards,
        currency=currency,
        expires_at=expires_at,
    )
