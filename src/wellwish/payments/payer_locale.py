"""The language and time zone of a payer's pages."""

from msgspec import Struct

from wellwish.infra.db import Tx


class PayerLocale(Struct, frozen=True):
    """The locale and the time zone of the card, or of the account for a payment without a card."""

    locale: str
    timezone: str


async def find(tx: Tx, account_id: str, card_id: str | None) -> PayerLocale:
    return await tx.one(
        PayerLocale,
        """
        select coalesce(c.locale, a.locale) as locale, coalesce(c.timezone, a.timezone) as timezone
        from (select locale, timezone from accounts where id = :account_id) a
        left join cards c on c.account_id = :account_id and c.id = :card_id
        """,
        account_id=account_id,
        card_id=card_id,
    )
