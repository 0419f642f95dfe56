"""End key pairs and restricted keys: all pairs of an account, or those of a user who leaves it."""

from msgspec import Struct

from wellwish.infra import events
from wellwish.infra.db import Tx


class _Ended(Struct):
    id: str


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


async def end_restricted_keys(tx: Tx, account_id: str) -> int:
    """Ends all restricted keys of the account immediately, with an event for each that was active.

    Returns their number. The transaction must see the account.
    """
    ended = await tx.many(
        _Ended,
        """
        with ended as (
          delete from restricted_keys where account_id = :account_id returning id, ends_at
        )
        select id from ended where ends_at is null or ends_at > :real_now
        order by id limit 1000
        """,
        account_id=account_id,
    )
    for each in ended:
        data = {"restricted_key_id": each.id}
        await events.record(tx, account_id, "restricted_key.ended", data=data)
    return len(ended)
