"""The test account: a separate account for the test data of a live one.

Row-level security therefore separates test data from live data in the same way as any two accounts.
"""

from datetime import datetime, timedelta

import msgspec
from msgspec import Struct

from wellwish.accounts import account
from wellwish.base import ids
from wellwish.base.errors import AccountSuspended
from wellwish.infra.db import Tx


class Lead(Struct, frozen=True):
    """The seconds by which the test clock was ahead, from a real time until that of the next lead."""

    at: datetime
    ahead_s: float


async def find(tx: Tx, live_account_id: str) -> str | None:
    """Returns the ID of an account's test account, or None if it has no test data."""
    return await tx.value(
        "select account_id from test_accounts where live_account_id = :live_account_id",
        live_account_id=live_account_id,
    )


async def ahead(tx: Tx, account_id: str) -> timedelta | None:
    """Returns the lead of the account's test clock; None for a live account."""
    return await tx.value(
        "select ahead from test_accounts where account_id = :account_id", account_id=account_id
    )


async def set_target(tx: Tx, account_id: str, target: datetime | None) -> None:
    """Stores the target of the test clock; None ends its advance. The caller has locked the account."""
    await tx.run(
        "update test_accounts set advancing_to = :target where account_id = :account_id",
        account_id=account_id,
        target=target,
    )


async def move_clock(tx: Tx, account_id: str, by: timedelta) -> None:
    """Moves the test clock forwards. The caller has locked the account."""
    await tx.run(
        "update test_accounts set ahead = ahead + :by where account_id = :account_id",
        account_id=account_id,
        by=by,
    )


async def store_leads(tx: Tx, account_id: str, leads: list[Lead]) -> None:
    """Stores how far the test clock was ahead, oldest first."""
    await tx.run(
        "update test_accounts set leads = :leads where account_id = :account_id",
        account_id=account_id,
        leads=msgspec.json.encode(leads).decode(),
    )


async def is_test(tx: Tx, account_id: str) -> bool:
    """Whether the account contains the test data of another one."""
    return await tx.value(
        "select exists (select 1 from test_accounts where account_id = :account_id)", account_id=account_id
    )


async def sees_test(tx: Tx) -> bool:
    return await tx.value(
        "select exists (select 1 from test_accounts where account_id = any (:account_ids))",
        account_ids=list(tx.account_ids),
    )


async def create(tx: Tx, live_account_id: str) -> str:
    """Returns the ID of a new test account, with the settings and the members of the live one.

    The transaction must have locked the live account. Afterwards it sees both. Raises AccountSuspended.
    """
    if await tx.value(
        "select exists (select 1 from account_suspensions where account_id = :account_id)",
        account_id=live_account_id,
    ):
        raise AccountSuspended
    live = await account.load(tx, live_account_id)
    made = ids.new("acct")
    await tx.see([live_account_id, made])
    await account.insert(
        tx,
        made,
        name=live.name,
        country=live.country,
        currency=live.currency,
        timezone=live.timezone,
        locale=live.locale,
    )
    await tx.run(
        """
        insert into test_accounts (account_id, live_account_id, created_at)
        values (:account_id, :live_account_id, :now)
        """,
        account_id=made,
        live_account_id=live_account_id,
    )
    await tx.run(
        """
        insert into memberships (account_id, user_id, role, id, created_at, live_account_id)
        select :account_id, user_id, role, id, created_at, account_id
        from memberships where account_id = :live_account_id
        """,
        account_id=made,
        live_account_id=live_account_id,
    )
    return made


async def copy_membership(tx: Tx, live_account_id: str, user_id: str) -> None:
    """Adds a new member of the live account to its test account, if there is one.

    The table's foreign key propagates later changes of the role, and the removal.
    """
    await tx.run(
        """
        insert into memberships (account_id, user_id, role, id, created_at, live_account_id)
        select t.account_id, m.user_id, m.role, m.id, m.created_at, m.account_id
        from memberships m join test_accounts t on t.live_account_id = m.account_id
        where m.account_id = :live_account_id and m.user_id = :user_id
        on conflict do nothing
        """,
        live_account_id=live_account_id,
        user_id=user_id,
    )
