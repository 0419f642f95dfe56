"""End key pairs: those of a user who leaves an account, or all of an account."""

from wellwish.infra.db import Tx


async def end_credentials_of(tx: Tx, account_id: str, user_id: str) -> None:
    """Ends the pairs immediately, including those for test data; their tokens are deleted with them."""
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
    """Ends every pair of the account immediately; their tokens are deleted with them."""
    await tx.run("delete from credentials where account_id = :account_id", account_id=account_id)
