"""The deletion of an account: the times of its start and end."""

from datetime import datetime

from msgspec import Struct

from wellwish.infra.db import Tx


class Deletion(Struct, frozen=True):
    """The state of an account; both times are None if its deletion has not started."""

    name: str
    deletion_began_at: datetime | None
    deleted_at: datetime | None


async def load(tx: Tx, account_id: str) -> Deletion:
    """Raises ValueError, with a sentence for the operator, if there is no account with this ID."""
    found = await tx.maybe(
        Deletion,
        """
        select a.name, s.deletion_began_at, s.deleted_at
        from accounts a left join account_suspensions s on s.account_id = a.id
        where a.id = :account_id
        """,
        account_id=account_id,
    )
    if found is None:
        raise ValueError(f"There is no account {account_id}. See `wellwish account list`.")
    return found


async def begin(tx: Tx, account_id: str) -> None:
    """Makes the suspension of the account final. A second call has no effect."""
    await tx.run(
        """
        update account_suspensions set deletion_began_at = :now
        where account_id = :account_id and deletion_began_at is null
        """,
        account_id=account_id,
    )


async def end(tx: Tx, account_id: str) -> datetime:
    """Returns the time of the deletion. A second call has no effect."""
    return await tx.value(
        """
        update account_suspensions set deleted_at = coalesce(deleted_at, :now)
        where account_id = :account_id and deletion_began_at is not null returning deleted_at
        """,
        account_id=account_id,
    )
