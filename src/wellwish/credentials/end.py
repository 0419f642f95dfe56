"""End the key pairs of a user who leaves an account."""

from wellwish.db import Tx


async def end_credentials_of(tx: Tx, account_id: str, user_id: str) -> None:
    """Ends the pairs at once; their tokens are deleted with them."""
    await tx.run(
        "delete from credentials where account_id = :account_id and user_id = :user_id",
        account_id=account_id,
        user_id=user_id,
    )
