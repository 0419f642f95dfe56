"""Suspend and resume an account, for the operator; both run as the owner of the tables."""

from datetime import datetime

from wellwish.accounts import account
from wellwish.infra.db import Tx


async def suspend(tx: Tx, account_id: str) -> datetime:
    """Returns the time of the suspension of the account and its test data. A second call has no effect.

    Raises LookupError if there is no such account.
    """
    # Without the lock, a concurrent request for the first test key could add an active test account.
    await account.lock(tx, account_id)
    await tx.run(
        """
        insert into account_suspensions (account_id, suspended_at)
        select t.account_id, :now from test_accounts t where t.live_account_id = :account_id
        on conflict (account_id) do nothing
        """,
        account_id=account_id,
    )
    return await tx.value(
        """
        insert into account_suspensions (account_id, suspended_at) values (:account_id, :now)
        on conflict (account_id) do update set suspended_at = account_suspensions.suspended_at
        returning suspended_at
        """,
        account_id=account_id,
    )


async def resume(tx: Tx, account_id: str) -> bool:
    """Returns whether the account was suspended. Raises ValueError if its deletion has started."""
    await tx.run(
        """
        delete from account_suspensions where deletion_began_at is null and account_id = (
          select t.account_id from test_accounts t where t.live_account_id = :account_id)
        """,
        account_id=account_id,
    )
    resumed = await tx.run(
        "delete from account_suspensions where account_id = :account_id and deletion_began_at is null",
        account_id=account_id,
    )
    is_deleted = await tx.value(
        "select exists (select 1 from account_suspensions where account_id = :account_id)",
        account_id=account_id,
    )
    if is_deleted:
        raise ValueError(f"{account_id} was deleted, or its deletion has begun.")
    return resumed > 0
