"""Keep the email address of a card admin in sync with the user's."""

from msgspec import Struct

from wellwish.infra.db import Tx


class _AccountId(Struct):
    account_id: str


async def follow_email(tx: Tx, user_id: str, email: str) -> None:
    """Writes the user's new address to their admin rows. The transaction then sees only those accounts."""
    rows = await tx.many(
        _AccountId,
        """
        select distinct account_id from card_grants where user_id = :user_id
        order by account_id limit 10000
        """,
        user_id=user_id,
    )
    account_ids = [row.account_id for row in rows]
    await tx.see(account_ids)
    await tx.run(
        """
        update card_admins set email = :email, version = version + 1, updated_at = :now
        where account_id = any (:account_ids) and user_id = :user_id and removed_at is null
        """,
        account_ids=account_ids,
        user_id=user_id,
        email=email,
    )
