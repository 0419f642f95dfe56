"""All accounts, page by page, for jobs that visit each of them."""

from collections.abc import AsyncGenerator
from typing import Final

from msgspec import Struct

from wellwish.db import Database

_PAGE: Final = 500


class _Account(Struct):
    account_id: str


async def account_pages(db: Database, after: str = "", size: int | None = None) -> AsyncGenerator[list[str]]:
    """Yields the ids of all accounts behind ``after``, in order."""
    while True:
        async with db.statement() as tx:
            rows = await tx.many(
                _Account,
                """
                select distinct account_id from memberships
                where account_id > :after order by account_id limit :count
                """,
                after=after,
                count=size or _PAGE,
            )
        if not rows:
            return
        after = rows[-1].account_id
        yield [row.account_id for row in rows]
