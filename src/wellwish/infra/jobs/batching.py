"""Let jobs of a process share transactions: items that arrive during a write are written together next."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final

from wellwish.base.errors import Unavailable

# The pause saves commits and round trips, but a kill during it loses the waiting items.
_PAUSE_S: Final = 0.005
_MOST: Final = 64

Write = Callable[[list[Any]], Awaitable[None]]


class Batcher:
    """Writes items from the jobs of a process in batches, one batch at a time."""

    def __init__(self) -> None:
        self._waiting: list[tuple[Any, asyncio.Future[None]]] = []
        self._writing: asyncio.Task[None] | None = None

    async def give(self, item: Any, write: Write) -> None:
        """Returns when the item is written; raises the error of its ``write``.

        All callers pass the same ``write``. The error of one item does not affect the others: after an error
        other than Unavailable, each item is written separately.
        """
        written: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((item, written))
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write_all(write))
        await written

    async def _write_all(self, write: Write) -> None:
        while self._waiting:
            await asyncio.sleep(_PAUSE_S)
            batch, self._waiting = self._waiting[:_MOST], self._waiting[_MOST:]
            try:
                await write([item for item, _ in batch])
            except Exception as error:  # noqa: BLE001 - the callers get it
                apart = len(batch) > 1 and not isinstance(error, Unavailable)
                for each in batch:
                    await _write_one(each, write) if apart else _end(each[1], error)
            else:
                for _, written in batch:
                    _end(written, None)


async def _write_one(each: tuple[Any, "asyncio.Future[None]"], write: Write) -> None:
    try:
        await write([each[0]])
    except Exception as error:  # noqa: BLE001 - the caller gets it
        _end(each[1], error)
    else:
        _end(each[1], None)


def _end(written: "asyncio.Future[None]", error: Exception | None) -> None:
    if written.done():  # the job was cancelled
        return
    if error is None:
        written.set_result(None)
    else:
        written.set_exception(error)
