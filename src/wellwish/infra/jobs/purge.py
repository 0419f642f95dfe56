"""Delete rows in batches, one transaction each, so that an interrupted run leaves less for the next."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from wellwish.infra.db import Database, Tx
from wellwish.infra.jobs.accounts import account_pages

BATCH: Final = 1000  # rows per statement, so that none keeps its locks for long


async def purge(db: Database, delete: Callable[[Tx, int], Awaitable[int]]) -> None:
    """Repeats ``delete``, which gets the size of a batch, until it deletes fewer rows than that."""
    deleted = BATCH
    while deleted == BATCH:
        async with db.statement() as tx:
            deleted = await delete(tx, BATCH)


async def purge_accounts(db: Database, delete: Callable[[Tx, Sequence[str], int], Awaitable[int]]) -> None:
    """Does the same for all accounts, a page of them at a time."""
    async for accounts in account_pages(db):
        deleted = BATCH
        while deleted == BATCH:
            async with db.transaction(accounts) as tx:
                deleted = await delete(tx, accounts, BATCH)
