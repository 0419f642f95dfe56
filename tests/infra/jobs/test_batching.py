"""Items that jobs write together: batches, and an error of a single item."""

import asyncio
from typing import Any

import pytest

from tests.waiting import turns
from wellwish.base.errors import Unavailable
from wellwish.infra.jobs import Batcher

pytestmark = pytest.mark.anyio


class Writing:
    """Writes a batch, or raises the error if ``refused`` has one of its items."""

    def __init__(self, *refused: int, error: type[Exception] = ValueError) -> None:
        self.batches: list[list[int]] = []
        self._refused, self._error = refused, error

    async def write(self, items: list[Any]) -> None:
        if {*items} & {*self._refused}:
            raise self._error
        self.batches.append(items)
        await turns()


async def give(writing: Writing, count: int) -> list[BaseException | None]:
    batcher = Batcher()
    return await asyncio.gather(
        *(batcher.give(number, writing.write) for number in range(count)), return_exceptions=True
    )


async def test_writes_what_is_given_at_once_together() -> None:
    writing = Writing()
    assert await give(writing, 100) == [None] * 100
    assert writing.batches == [[*range(64)], [*range(64, 100)]]


async def test_an_error_of_one_does_not_fail_the_others() -> None:
    writing = Writing(1)
    first, second, third = await give(writing, 3)
    assert isinstance(second, ValueError)
    assert (first, third) == (None, None)
    assert writing.batches == [[0], [2]]


async def test_every_job_gets_the_error_of_an_outage() -> None:
    writing = Writing(1, error=Unavailable)
    assert [type(each) for each in await give(writing, 3)] == [Unavailable] * 3
    assert writing.batches == []


async def test_a_cancelled_job_does_not_stop_the_others() -> None:
    writing, batcher = Writing(), Batcher()
    tasks = [asyncio.create_task(batcher.give(number, writing.write)) for number in range(2)]
    await turns()
    tasks[0].cancel()
    await asyncio.wait(tasks)
    assert tasks[1].exception() is None
    assert writing.batches == [[0, 1]], "the mail of the cancelled job was accepted all the same"
