"""The operator's commands for dead jobs."""

import asyncio
import json
from collections.abc import Awaitable, Callable

import pytest

from tests import commands
from tests.world import World
from wellwish.infra.jobs import enqueue

pytestmark = pytest.mark.anyio

Command = Callable[..., Awaitable[commands.Ended]]


@pytest.fixture
def command(clone: tuple[str, str]) -> Command:
    async def run(*words: str, status: int = 0) -> commands.Ended:
        environment = commands.environment(clone)
        ended = await asyncio.to_thread(commands.wellwish, environment, "jobs", *words)
        assert ended.returncode == status, ended.stderr
        return ended

    return run


async def test_lists_retries_and_drops_dead_jobs(world: World, command: Command) -> None:
    async with world.services.db.transaction() as tx:
        await enqueue(tx, "tests.dead", [{"address": "jo@example.com"}] * 3)
    await world.owner.execute(
        "update jobs set dead_at = now(), attempts = 10, last_error = 'OSError' "
        "where id in (select id from jobs order by id limit 2)"
    )
    dead = json.loads((await command("list", "--json")).stdout)
    assert [(each["kind"], each["state"], each["last_error"]) for each in dead] == [
        ("tests.dead", "dead", "OSError")
    ] * 2
    assert len(json.loads((await command("list", "--all", "--json")).stdout)) == 3
    shown = (await command("list")).stdout
    assert "tests.dead" in shown
    assert "jo@example.com" not in shown
    await command("drop", status=1)
    assert "Retrying 1 job." in (await command("retry", str(dead[0]["id"]))).stderr
    assert "Deleted 1 job." in (await command("drop", "--all")).stderr
    assert json.loads((await command("list", "--json")).stdout) == []
    assert await world.owner.fetchval("select count(*) from jobs where attempts = 0") == 2
