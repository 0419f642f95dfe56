"""The end of workers that a failing test left running: they would take the jobs of later tests."""

import asyncio


async def stop_workers() -> None:
    """Cancels the loops and jobs of every worker in this process."""
    left = [
        task
        for task in asyncio.all_tasks()
        if getattr(task.get_coro(), "__qualname__", "").startswith("Worker.")
    ]
    for task in left:
        task.cancel()
    await asyncio.gather(*left, return_exceptions=True)
