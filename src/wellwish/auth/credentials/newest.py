"""Find the newest key pair of an account, which a signed-in owner rotates."""

from wellwish.infra.db import Tx


async def find_newest(tx: Tx, account_id: str) -> str | None:
    """Returns the ID of the newest credential that has no successor, or None."""
    return await tx.value(
        """
        select id from credentials
        where account_id = :account_id and successor_id is null and (ends_at is null or ends_at > :now)
        order by id desc limit 1
        """,
        account_id=account_id,
    )
