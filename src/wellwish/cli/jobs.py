"""The commands for dead jobs."""

from typing import Annotated, Any, Final

from cyclopts import App, Parameter

from wellwish.cli.console import AsJson, say, table, with_database
from wellwish.cli.plural import counted
from wellwish.crypto import Keys
from wellwish.db import Tx

jobs_app: Final = App(name="jobs", help="Manage dead jobs, which failed permanently.")


@jobs_app.command(name="list")
def list_jobs(*, every: Annotated[bool, Parameter("--all", help="Include pending and running jobs.")] = False,
              as_json: AsJson = False) -> None:  # fmt: skip
    """List dead jobs, oldest first."""
    from wellwish.jobs import dead_jobs

    async def run(tx: Tx, _keys: Keys) -> list[dict[str, Any]]:
        return await dead_jobs.list_jobs(tx, dead=not every)

    columns = ("id", "kind", "state", "attempts", "last_error", "run_at", "created_at")
    table(with_database(run), *columns, as_json=as_json)


@jobs_app.command(name="retry")
def retry_jobs(*job_ids: int) -> None:
    """Retry the given dead jobs, or all of them."""
    from wellwish.jobs import dead_jobs

    async def run(tx: Tx, _keys: Keys) -> int:
        return await dead_jobs.retry(tx, job_ids)

    say(f"Retrying {counted(with_database(run), 'job')}.")


@jobs_app.command(name="drop")
def drop_jobs(
    *job_ids: int, every: Annotated[bool, Parameter("--all", help="Delete all dead jobs.")] = False
) -> None:
    """Delete dead jobs without running them."""
    from wellwish.jobs import dead_jobs

    if not job_ids and not every:
        raise ValueError("Specify job ids (see `wellwish jobs list`) or --all.")

    async def run(tx: Tx, _keys: Keys) -> int:
        return await dead_jobs.drop(tx, job_ids)

    say(f"Deleted {counted(with_database(run), 'job')}.")
