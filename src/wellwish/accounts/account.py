"""The account: its row, and the settings that supply defaults for its cards."""

from datetime import datetime

from msgspec import Struct

from wellwish.accounts.logo import Logo, ShownLogo
from wellwish.infra.db import Tx


class Account(Struct, frozen=True):
    """A row of accounts. Codes follow ISO 3166-1 alpha-2, ISO 4217, IANA (time zones) and BCP 47."""

    id: str
    name: str
    country: str | None
    currency: str
    timezone: str
    locale: str
    reply_to: str | None
    reply_to_verified_at: datetime | None
    logo: Logo | None
    holidays: list[str]
    created_at: datetime
    updated_at: datetime

    @property
    def shown_logo(self) -> ShownLogo | None:
        """The path and size of the logo."""
        return None if self.logo is None else self.logo.shown(self.id)

    def replies_of(self, of_card: str | None) -> str | None:
        """Returns the address for replies to a card's emails: the card's, or the account's confirmed one."""
        return of_card or (None if self.reply_to_verified_at is None else self.reply_to)


async def insert(
    tx: Tx, account_id: str, *, name: str, country: str | None, currency: str, timezone: str, locale: str
) -> Account:
    """Returns the new account. The transaction must already see its ID."""
    return await tx.one(
        Account,
        """
        insert into accounts (id, name, country, currency, timezone, locale, created_at, updated_at)
        values (:id, :name, :country, :currency, :timezone, :locale, :now, :now)
        returning {columns}
        """,
        id=account_id,
        name=name,
        country=country,
        currency=currency,
        timezone=timezone,
        locale=locale,
    )


async def count_people(tx: Tx, account_id: str) -> int:
    """Returns the number of people before the caller adds some, and stores when the first ones were added."""
    return await tx.value(
        """
        with first as (
          update accounts set people_since = :now where id = :account_id and people_since is null
          returning id)
        select count(*) from people where account_id = :account_id
        """,
        account_id=account_id,
    )


async def load(tx: Tx, account_id: str) -> Account:
    """Raises LookupError for an account that the transaction does not see."""
    return await tx.one(
        Account, "select {columns} from accounts where id = :account_id", account_id=account_id
    )


async def load_locked(tx: Tx, account_id: str) -> Account:
    """Locks the account as `lock` does, then returns it."""
    return await tx.one(
        Account,
        "select {columns} from accounts where id = :account_id for no key update",
        account_id=account_id,
    )


async def owner_id(tx: Tx, account_id: str) -> str:
    """Returns the ID of the account's owner or, if it has several, of the first one.

    Raises LookupError for an unknown account.
    """
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
    """Serializes transactions that lock or update the same account; other transactions do not wait.

    Later statements see the changes that the previous holder committed. Raises LookupError if the transaction
    does not see the account.
    """
    sql = "select true from accounts where id = :account_id for no key update"
    if not await tx.value(sql, account_id=account_id):
        raise LookupError("there is no such account")
