"""The commands of dead jobs."""

from typing import Annotated, Any, Final

from cyclopts import App, Parameter

from wellwish.cli.console import AsJson, say, table, with_database
from wellwish.crypto import Keys
from wellwish.db import Tx

jobs_app: Final = App(name="jobs", help="Jobs that failed for good, and the queue.")


@jobs_app.command(name="list")
def list_jobs(*, every: Annotated[bool, Parameter("--all", help="Living ones too.")] = False,
              as_json: AsJson = False) -> None:  # fmt: skip
    """List the dead jobs, the oldest first."""
    from wellwish.jobs import dead_jobs

    async def run(tx: Tx, _keys: Keys) -> list[dict[str, Any]]:
        return await dead_jobs.list_jobs(tx, dead=not every)

    columns = ("id", "kind", "state", "attempts", "last_error", "run_at", "created_at")
    table(with_database(run), *columns, as_json=as_json)


@jobs_app.command(name="retry")
def retry_jobs(*job_ids: int) -> None:
    """Let dead jobs run again: those that are named, or all."""
    from wellwish.jobs import dead_jobs

    async def run(tx: Tx, _keys: Keys) -> int:
        return await dead_jobs.retry(tx, job_ids)

    say(f"{with_database(run)} jobs will run again.")


@jobs_app.command(name="drop")
def drop_jobs(
    *job_ids: int, every: Annotated[bool, Parameter("--all", help="All that are dead.")] = False
) -> None:
    """Delete dead jobs: what they were to do is never done."""
    from wellwish.jobs import dead_jobs

    if not job_ids and not every:
        raise ValueError("Name the jobs by their ids (wellwish jobs list), or say --all.")

    async def run(tx: Tx, _keys: Keys) -> int:
        return await dead_jobs.drop(tx, job_ids)

    say(f"{with_database(run)} jobs were dropped.")
