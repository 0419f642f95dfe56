"""The operator shows, retries and deletes jobs."""

import json
from typing import Any

import pytest

from tests.commands import Ended, environment, wellwish
from tests.world import World

pytestmark = pytest.mark.anyio


@pytest.fixture
def run(clone: tuple[str, str], world: World) -> Any:
    del world
    given = environment(clone)

    def command(*words: str) -> Ended:
        return wellwish(given, "jobs", *words)

    return command


async def dead(world: World) -> int:
    """Adds a dead job and returns its ID."""
    args = {"account_id": world.alice.account_id, "address": "ana@example.com", "count": 3}
    job_id: int = await world.owner.fetchval(
        """
        insert into jobs (kind, args, run_at, attempts, last_error, dead_at)
        values ('mail.send', $1, now(), 10, 'SMTPServerDisconnected', now()) returning id
        """,
        json.dumps(args),
    )
    return job_id


async def test_shows_a_job_with_the_ids_of_its_subjects_only(world: World, run: Any) -> None:
    job_id = await dead(world)
    shown = json.loads(run("show", str(job_id), "--json").stdout)
    assert shown["id"] == job_id
    assert (shown["kind"], shown["state"], shown["attempts"]) == ("mail.send", "dead", 10)
    assert shown["last_error"] == "SMTPServerDisconnected"
    assert shown["account_id"] == world.alice.account_id
    assert shown["dead_at"].endswith("Z")
    ended = run("show", str(job_id))
    assert f"account_id    {world.alice.account_id}" in ended.stdout
    assert "ana@example.com" not in ended.stdout
    assert "\ncount " not in ended.stdout


async def test_says_that_a_job_does_not_exist(run: Any) -> None:
    ended = run("show", "999999999999")
    assert ended.returncode == 1
    assert ended.stderr == "There is no job 999999999999. Jobs that succeeded are deleted.\n"


async def test_retries_and_deletes(world: World, run: Any) -> None:
    first, second = await dead(world), await dead(world)
    assert json.loads(run("retry", str(first), "--json").stdout) == {"retried": 1}
    for command in ("retry", "drop"):
        refused = run(command, str(second), str(first))
        assert refused.returncode == 1
        assert refused.stderr.startswith(f"There is no dead job {first}, so nothing was changed.")
    assert json.loads(run("drop", str(second), "--json").stdout) == {"deleted": 1}
    assert run("show", str(first)).returncode == 0
    assert run("drop").returncode == 1
