"""End key pairs and restricted keys: all pairs of an account, or those of a user who leaves it."""

from wellwish.infra.db import Tx


async def end_credentials_of(tx: Tx, account_id: str, user_id: str) -> None:
    """Ends the pairs immediately, including those for test data, and deletes their tokens."""
    await tx.run(
        """
        delete from credentials
        where user_id = :user_id and (account_id = :account_id or account_id = (
          select t.account_id from test_accounts t where t.live_account_id = :account_id))
        """,
        account_id=account_id,
        user_id=user_id,
    )


async def end_credentials(tx: Tx, account_id: str) -> None:
    """Ends all pairs and restricted keys of the account immediately and deletes their tokens."""
    await tx.run(
        """
        with restricted as (delete from restricted_keys where account_id = :account_id)
        delete from credentials where account_id = :account_id
        """,
        account_id=account_id,
    )
