"""The language of the pages that a payer sees."""

from msgspec import Struct

from wellwish.infra.db import Tx


class _Locale(Struct):
    locale: str


async def locale(tx: Tx, account_id: str, card_id: str | None) -> str | None:
    """Returns the locale of the card, or of the account for a payment without a card."""
    found = await tx.maybe(
        _Locale,
        """
        select coalesce((
          select c.locale from cards c where c.account_id = :account_id and c.id = :card_id
        ), a.locale) as locale
        from accounts a where a.id = :account_id
        """,
        account_id=account_id,
        card_id=card_id,
    )
    return None if found is None else found.locale
