"""Iterate over all accounts in pages, for jobs."""

from collections.abc import AsyncGenerator
from datetime import timedelta
from itertools import groupby
from typing import Final

from msgspec import Struct

from wellwish.base import clock
from wellwish.infra.db import Database

_PAGE: Final = 500


class _Account(Struct):
    account_id: str
    ahead: timedelta | None


async def account_pages(db: Database, after: str = "", size: int | None = None) -> AsyncGenerator[list[str]]:
    """Yields the IDs of all accounts after ``after``, in order.

    The accounts of a page have the same test clock, which applies while the caller processes the page.
    """
    while True:
        async with db.statement() as tx:
            rows = await tx.many(
                _Account,
                """
                select m.account_id, t.ahead
                from (
                  -- Customers of a platform and their test accounts may have no member.
                  (select distinct account_id from memberships
                    where account_id > :after order by account_id limit :count)
                  union
                  (select account_id from customers
                    where account_id > :after order by account_id limit :count)
                  union
                  (select account_id from test_accounts
                    where account_id > :after order by account_id limit :count)) m
                left join test_accounts t on t.account_id = m.account_id and t.ahead > '0'
                order by m.account_id limit :count
                """,
                after=after,
                count=size or _PAGE,
            )
        if not rows:
            return
        after = rows[-1].account_id
        for ahead, page in groupby(rows, lambda row: row.ahead):
            with clock.test_clock(ahead):
                yield [row.account_id for row in page]
