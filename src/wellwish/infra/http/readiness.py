"""Whether a process can serve requests: the database responds, is readable and is writable."""

import asyncio
import os
from typing import Final

from wellwish.base.errors import Unavailable
from wellwish.infra.db import Database, Tx, has_unreadable_tables

_WRITES_EVERY_S: Final = 10.0  # long, because each probe writes a page of the table and 8 KiB of WAL
_PROBE_BYTES: Final = 8192
_RETRY_AFTER: Final = {"Retry-After": "2"}


class _UndoneError(Exception):
    """Undoes the probe's transaction."""


class Readiness:
    """The state of one process."""

    def __init__(self) -> None:
        self._drains = False
        self._written_at = float("-inf")  # time of the event loop

    def drain(self) -> None:
        """Makes the process permanently unready, so that proxies stop sending requests before it ends."""
        self._drains = True

    async def check(self, db: Database) -> None:
        """Raises Unavailable if the process is draining, or if the role cannot read its tables or write."""
        if self._drains:
            raise Unavailable("This process is shutting down.", headers=_RETRY_AFTER)
        async with db.statement(first=True) as tx:
            if await has_unreadable_tables(tx):
                raise Unavailable("A table cannot be read. Run `wellwish migrate`.", headers=_RETRY_AFTER)
        now = asyncio.get_running_loop().time()
        if now - self._written_at >= _WRITES_EVERY_S:
            await _write(db)
            self._written_at = now


async def _write(db: Database) -> None:
    """Writes a row and rolls it back. Raises Unavailable, for example if the disk is full."""
    try:
        async with db.transaction() as tx:
            await _probe(tx)
            raise _UndoneError
    except _UndoneError:
        pass
    except Unavailable:
        raise
    except Exception as error:  # a missing privilege, or a read-only server
        raise Unavailable("The database accepts no writes.", headers=_RETRY_AFTER) from error


async def _probe(tx: Tx) -> None:
    # Random bytes cannot be compressed, so the row needs space on the disk.
    await tx.run("insert into write_probes (payload) values (:payload)", payload=os.urandom(_PROBE_BYTES))
