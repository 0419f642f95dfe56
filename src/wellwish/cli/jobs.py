"""The commands for jobs."""

from typing import Annotated, Any, Final

from cyclopts import App, Parameter

from wellwish.base.crypto import Keys
from wellwish.cli.console import AsJson, report, show, table, with_database
from wellwish.cli.plural import counted
from wellwish.infra.db import Tx

jobs_app: Final = App(name="jobs", help="Show jobs, and manage dead ones, which failed permanently.")


@jobs_app.command(name="list")
def list_jobs(*, every: Annotated[bool, Parameter("--all", help="Include pending and running jobs.")] = False,
              as_json: AsJson = False) -> None:  # fmt: skip
    """List dead jobs, oldest first."""
    from wellwish.infra.jobs import dead_jobs

    async def run(tx: Tx, _keys: Keys) -> list[dict[str, Any]]:
        return await dead_jobs.list_jobs(tx, dead=not every)

    columns = ("id", "kind", "state", "attempts", "last_error", "run_at", "created_at")
    table(with_database(run), *columns, as_json=as_json)


@jobs_app.command(name="show")
def show_job(
    job_id: Annotated[int, Parameter(help="ID of the job, from `wellwish jobs list`.")],
    *,
    as_json: AsJson = False,
) -> None:
    """Show one job: its state, times and last error, and the IDs of its records.

    Other arguments are not shown, because they can contain personal data.
    """
    from wellwish.infra.jobs import dead_jobs

    async def run(tx: Tx, _keys: Keys) -> dict[str, Any]:
        try:
            return await dead_jobs.show_job(tx, job_id)
        except LookupError:
            raise ValueError(f"There is no job {job_id}. Jobs that succeeded are deleted.") from None

    show(with_database(run), as_json=as_json)


@jobs_app.command(name="retry")
def retry_jobs(
    *job_ids: Annotated[int, Parameter(help="IDs of dead jobs; all of them if none is given.")],
    as_json: AsJson = False,
) -> None:
    """Retry the given dead jobs, or all of them."""
    from wellwish.infra.jobs import dead_jobs

    async def run(tx: Tx, _keys: Keys) -> int:
        await _require_dead(tx, job_ids)
        return await dead_jobs.retry(tx, job_ids)

    count = with_database(run)
    report({"retried": count}, f"Retrying {counted(count, 'job')}.", as_json=as_json)


@jobs_app.command(name="drop")
def drop_jobs(
    *job_ids: Annotated[int, Parameter(help="IDs of dead jobs.")],
    every: Annotated[bool, Parameter("--all", help="Delete all dead jobs.")] = False,
    as_json: AsJson = False,
) -> None:
    """Delete dead jobs without running them."""
    from wellwish.infra.jobs import dead_jobs

    if not job_ids and not every:
        raise ValueError("Specify job IDs (see `wellwish jobs list`) or --all.")

    async def run(tx: Tx, _keys: Keys) -> int:
        await _require_dead(tx, job_ids)
        return await dead_jobs.drop(tx, job_ids)

    count = with_database(run)
    report({"deleted": count}, f"Deleted {counted(count, 'job')}.", as_json=as_json)


async def _require_dead(tx: Tx, job_ids: tuple[int, ...]) -> None:
    from wellwish.infra.jobs import dead_jobs

    try:
        await dead_jobs.require_dead(tx, job_ids)
    except LookupError as error:
        raise ValueError(
            f"There is no dead job {error}, so nothing was changed. See `wellwish jobs list`."
        ) from None
