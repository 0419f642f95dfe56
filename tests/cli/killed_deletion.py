"""Delete an account and die before a commit: python killed_deletion.py TRANSACTION ACCOUNT_ID"""

import os
import signal
import sys
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager

from wellwish.cli.app import main
from wellwish.infra.db import Database, Tx

_transaction = Database.transaction
_left = iter(range(int(sys.argv[1]) - 1))


@asynccontextmanager
async def transaction(self: Database, account_ids: Sequence[str] = ()) -> AsyncGenerator[Tx]:
    async with _transaction(self, account_ids) as tx:
        yield tx
        if next(_left, None) is None:
            os.kill(os.getpid(), signal.SIGKILL)


Database.transaction = transaction
main(["account", "delete", sys.argv[2], "--yes"])
