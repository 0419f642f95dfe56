"""Accounts: who owns everything else, and the settings that fill in what a card does not say."""

from datetime import datetime

from msgspec import Struct

from wellwish.db import Tx


class Account(Struct, frozen=True):
    """A row of accounts. Country ISO 3166 alpha-2, currency ISO 4217, time zone IANA, locale BCP 47."""

    id: str
    name: str
    country: str | None
    currency: str
    timezone: str
    locale: str
    created_at: datetime
    updated_at: datetime


async def load(tx: Tx, account_id: str) -> Account:
    """Returns an account that the transaction sees. Raises LookupError for another."""
    return await tx.one(
        Account, "select {columns} from accounts where id = :account_id", account_id=account_id
    )


async def owner_id(tx: Tx, account_id: str) -> str:
    """Returns the user who owns the account, the first of them. Raises LookupError for an unknown account."""
    found = await tx.value(
        """
        select user_id from memberships where account_id = :account_id and role = 'owner'
        order by created_at, user_id limit 1
        """,
        account_id=account_id,
    )
    if found is None:
        raise LookupError(f"there is no account {account_id}")
    return found


async def lock(tx: Tx, account_id: str) -> None:
    """Makes the transactions that ask for it wait for each other; nothing else waits.

    What the next statements read is what the one before has left. Raises LookupError when the
    transaction sees no such account.
    """
    sql = "select true from accounts where id = :account_id for no key update"
    if not await tx.value(sql, account_id=account_id):
        raise LookupError("there is no such account")
