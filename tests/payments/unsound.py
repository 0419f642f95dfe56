"""The command line of a service with a deliberate fault, for controls. WELLWISH_TEST_FAULT names the fault.

``asynchronous``: the database acknowledges commits before they are durable. ``early``: the service responds
before it commits. ``piecemeal``: each statement of a transaction is committed by itself.
"""

import asyncio
import os
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any

from wellwish.cli import checks
from wellwish.cli.app import main
from wellwish.infra.db import Database, Tx
from wellwish.infra.db.tx import scope
from wellwish.infra.embedded import configuration

EARLY_S = 0.3
_PATIENCE_S = 10.0
_under_way: set[asyncio.Task[None]] = set()


async def _trusting(*_: Any, **__: Any) -> list[str]:
    """Replaces the check that would refuse the start."""
    return []


@asynccontextmanager
async def _early(self: Database, account_ids: Sequence[str] = ()) -> AsyncGenerator[Tx]:
    """Ends the block before the commit, so that the response is sent earlier."""
    held = self._connection(asyncio.get_running_loop().time() + _PATIENCE_S)
    connection = await held.__aenter__()
    await connection.execute(f"begin; {scope(account_ids)}")
    try:
        yield Tx(connection, account_ids)
    except BaseException as error:
        await connection.execute("rollback")
        await held.__aexit__(type(error), error, error.__traceback__)
        raise

    async def later() -> None:
        await asyncio.sleep(EARLY_S)  # the fault: how long before the commit the response is sent
        with suppress(Exception):
            await connection.execute("commit")
        await held.__aexit__(None, None, None)

    task = asyncio.create_task(later())
    _under_way.add(task)
    task.add_done_callback(_under_way.discard)


def _piecemeal(call: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    async def committed(self: Tx, *given: Any, **named: Any) -> Any:
        answer = await call(self, *given, **named)
        connection = self._connection  # pyright: ignore[reportPrivateUsage]
        if connection.is_in_transaction():
            await connection.execute(f"commit; begin; {scope(self.account_ids)}")
        return answer

    return committed


# Runs at import, because server processes import this module again.
match os.environ.get("WELLWISH_TEST_FAULT"):
    case "asynchronous":
        checks.unsafe_settings = _trusting
        configuration._SERVER |= {"synchronous_commit": "off", "wal_writer_delay": "10s"}
    case "early":
        Database.transaction = _early
    case "piecemeal":
        for name in ("maybe", "many", "value", "run"):
            setattr(Tx, name, _piecemeal(getattr(Tx, name)))
    case _:
        pass

if __name__ == "__main__":
    main()
