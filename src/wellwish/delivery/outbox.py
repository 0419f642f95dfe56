"""Messages that are not sent: those of all accounts in demo mode, and those of test data."""

from msgspec import Struct

from wellwish.delivery.message import MessageRow
from wellwish.infra.db import Tx


class _AccountId(Struct):
    account_id: str


async def see_all(tx: Tx) -> None:
    """Lets the transaction see the rows of every account, except those of test data."""
    accounts = await tx.many(
        _AccountId,
        """
        select distinct account_id from memberships where live_account_id is null
        order by account_id limit 10000
        """,
    )
    await tx.see([each.account_id for each in accounts])


async def newest(tx: Tx, recipient: str | None, count: int) -> list[MessageRow]:
    """Returns the newest messages of the visible accounts, to one recipient if given."""
    return await tx.many(
        MessageRow,
        """
        select {columns} from messages
        where account_id = any (:account_ids)
          and (:recipient::text is null or lower(recipient) = lower(:recipient))
        order by id desc limit :count
        """,
        account_ids=list(tx.account_ids),
        recipient=recipient,
        count=count,
    )


async def newest_of(
    tx: Tx, account_id: str, recipient: str | None, after: str | None, count: int
) -> list[MessageRow]:
    """Returns the account's messages after an ID, newest first, to one recipient if given."""
    await tx.plan_each_time()
    return await tx.many(
        MessageRow,
        """
        select {columns} from messages
        where account_id = :account_id and (:after::text is null or id < :after)
          and (:recipient::text is null or lower(recipient) = lower(:recipient))
        order by id desc limit :count
        """,
        account_id=account_id,
        after=after,
        recipient=recipient,
        count=count,
    )


async def find_message(tx: Tx, message_id: str) -> MessageRow | None:
    """Returns a message of the visible accounts."""
    return await tx.maybe(
        MessageRow,
        "select {columns} from messages where account_id = any (:account_ids) and id = :id",
        account_ids=list(tx.account_ids),
        id=message_id,
    )
