"""The operator's commands on dead jobs."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.world import World
from wellwish.jobs import enqueue

pytestmark = pytest.mark.anyio

ROOT = Path(__file__).parents[2]


@pytest.fixture
def command(clone: tuple[str, str]) -> Any:
    owner, runtime = clone
    environment = {
        **os.environ,
        "DATABASE_URL": runtime,
        "WELLWISH_OWNER_DATABASE_URL": owner,
        "WELLWISH_SECRET_KEY": "00" * 32,
        "WELLWISH_BASE_URL": "http://localhost:8080",
    }

    def run(*words: str, status: int = 0) -> subprocess.CompletedProcess[str]:
        ran = subprocess.run(
            [sys.executable, "-P", "-m", "wellwish", "jobs", *words],
            env=environment, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False,
        )  # fmt: skip
        assert ran.returncode == status, ran.stderr
        return ran

    return run


async def test_lists_retries_and_drops_dead_jobs(world: World, command: Any) -> None:
    async with world.services.db.transaction() as tx:
        await enqueue(tx, "tests.dead", [{"address": "jo@example.com"}] * 3)
    await world.owner.execute(
        "update jobs set dead_at = now(), attempts = 10, last_error = 'OSError' "
        "where id in (select id from jobs order by id limit 2)"
    )
    dead = json.loads(command("list", "--json").stdout)
    assert [(each["kind"], each["state"], each["last_error"]) for each in dead] == [
        ("tests.dead", "dead", "OSError")
    ] * 2
    assert len(json.loads(command("list", "--all", "--json").stdout)) == 3
    shown = command("list").stdout
    assert "tests.dead" in shown
    assert "jo@example.com" not in shown
    command("drop", status=1)
    assert "1 jobs will run again" in command("retry", str(dead[0]["id"])).stderr
    assert "1 jobs were dropped" in command("drop", "--all").stderr
    assert json.loads(command("list", "--json").stdout) == []
    assert await world.owner.fetchval("select count(*) from jobs where attempts = 0") == 2
