"""Delete rows in batches with separate transactions, so that an interrupted run keeps its progress."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from wellwish.infra.db import Database, Tx
from wellwish.infra.jobs.accounts import account_pages

BATCH: Final = 1000  # rows per statement, so that none keeps its locks for long


async def purge(db: Database, delete: Callable[[Tx, int], Awaitable[int]]) -> None:
    """Repeats ``delete``, whose argument is the batch size, until it deletes fewer rows."""
    deleted = BATCH
    while deleted == BATCH:
        async with db.statement() as tx:
            deleted = await delete(tx, BATCH)


async def purge_accounts(db: Database, delete: Callable[[Tx, Sequence[str], int], Awaitable[int]]) -> None:
    """Like ``purge``, for all accounts, one page of accounts at a time."""
    async for accounts in account_pages(db):
        deleted = BATCH
        while deleted == BATCH:
            async with db.transaction(accounts) as tx:
                deleted = await delete(tx, accounts, BATCH)
