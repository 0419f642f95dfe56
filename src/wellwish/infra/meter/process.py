"""The processes of the service, as reported by each process, and the successes of hourly jobs."""

import secrets
import shutil
import socket
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final, Literal

from msgspec import Struct

from wellwish.base import clock
from wellwish.infra.db import Database, Tx

Kind = Literal["serve", "work"]

# Killed processes are removed after this time, which exceeds the delay of the alert for a silent worker.
GONE_AFTER: Final = timedelta(minutes=5)
_RECENT: Final = timedelta(hours=2)
_SUCCESSES_SHOWN: Final = timedelta(days=30)
_RANDOM_BYTES: Final = 3
_DELETED: Final = 1000


@dataclass
class Process:
    """The identity of this process, and its work since its last report."""

    version: str = ""
    revision: str = ""
    data_dir: Path = field(default_factory=Path)
    kind: Kind = "serve"
    host: str = field(default_factory=socket.gethostname)
    started_at: datetime = field(default_factory=clock.now)
    worked_at: datetime | None = None  # when its worker last reached the queue
    succeeded: dict[str, datetime] = field(default_factory=dict)  # hourly jobs, since the last report
    id: str = ""

    def __post_init__(self) -> None:
        # A random suffix, because process IDs repeat, and are always 1 in containers.
        self.id = f"{self.host}-{secrets.token_hex(_RANDOM_BYTES)}"


class ProcessRow(Struct, frozen=True):
    """A process; the ages are in seconds. ``worked_s`` is None for a process without a worker.

    The sizes are those of the disk with the data folder, or None if the process cannot read them.
    """

    id: str
    kind: Kind
    host: str
    version: str
    revision: str
    started_at: datetime
    beat_s: float
    worked_s: float | None
    pool_size: int
    pool_used: int
    disk_free_bytes: int | None
    disk_size_bytes: int | None


class JobSuccess(Struct, frozen=True):
    """The time at which a job of an hourly kind last succeeded."""

    kind: str
    succeeded_at: datetime


class RecentCount(Struct, frozen=True):
    """The increase of a counter of ``RECENT`` in the last hour."""

    name: str
    label: str
    count: int


async def report(db: Database, process: Process) -> None:
    """Writes the row of the process and the successes of its jobs, and deletes outdated rows.

    If it fails, the next report includes these successes.
    """
    # Copied before the statement, so that the next report includes successes during it.
    succeeded, process.succeeded = process.succeeded, {}
    free, size = _disk(process.data_dir)
    try:
        async with db.statement() as tx:
            await tx.run(
                """
                with gone as materialized (
                  select id from processes where beat_at < :gone and id <> :id
                  order by id limit :deleted for update skip locked),
                old as materialized (
                  select minute, name, label from minute_counts where minute < :old
                  order by minute limit :deleted for update skip locked),
                forgotten as (delete from processes where id in (select id from gone)),
                outdated as (
                  delete from minute_counts
                  where (minute, name, label) in (select minute, name, label from old)),
                successes as (
                  insert into job_successes (kind, succeeded_at)
                  select kind, succeeded_at
                  from unnest(:kinds::text[], :times::timestamptz[]) as made (kind, succeeded_at)
                  on conflict (kind) do update
                    set succeeded_at = greatest(job_successes.succeeded_at, excluded.succeeded_at))
                insert into processes (id, kind, host, version, revision, started_at, beat_at, worked_at,
                  pool_size, pool_used, disk_free_bytes, disk_size_bytes)
                values (:id, :kind, :host, :version, :revision, :started_at, :now, :worked_at,
                  :pool_size, :pool_used, :disk_free_bytes, :disk_size_bytes)
                on conflict (id) do update set beat_at = excluded.beat_at, worked_at = excluded.worked_at,
                  pool_used = excluded.pool_used, disk_free_bytes = excluded.disk_free_bytes,
                  disk_size_bytes = excluded.disk_size_bytes
                """,
                gone=tx.now - GONE_AFTER,
                old=tx.now - _RECENT,
                deleted=_DELETED,
                kinds=sorted(succeeded),  # a fixed order prevents deadlocks between processes
                times=[succeeded[kind] for kind in sorted(succeeded)],
                id=process.id,
                kind=process.kind,
                host=process.host,
                version=process.version,
                revision=process.revision,
                started_at=process.started_at,
                worked_at=process.worked_at,
                pool_size=db.size,
                pool_used=db.take_peak(),
                disk_free_bytes=free,
                disk_size_bytes=size,
            )
    except BaseException:
        process.succeeded = {**succeeded, **process.succeeded}
        raise


async def leave(db: Database, process: Process) -> None:
    """Deletes the row of a process that ends."""
    async with db.statement() as tx:
        await tx.run("delete from processes where id = :id", id=process.id)


async def list_processes(tx: Tx) -> list[ProcessRow]:
    """Returns the processes that reported within ``GONE_AFTER``."""
    return await tx.many(
        ProcessRow,
        """
        select id, kind, host, version, revision, started_at,
          greatest(0, extract(epoch from :now::timestamptz - beat_at))::float8,
          case when worked_at is not null
            then greatest(0, extract(epoch from :now::timestamptz - worked_at))::float8 end,
          pool_size, pool_used, disk_free_bytes, disk_size_bytes
        from processes where beat_at >= :gone order by kind, id limit 1000
        """,
        gone=tx.now - GONE_AFTER,
    )


async def list_job_successes(tx: Tx) -> list[JobSuccess]:
    """Returns the successes of the last 30 days, which excludes kinds that no version runs any more."""
    return await tx.many(
        JobSuccess,
        "select {columns} from job_successes where succeeded_at >= :after order by kind limit 100",
        after=tx.now - _SUCCESSES_SHOWN,
    )


async def count_recent(tx: Tx) -> list[RecentCount]:
    """Returns the counts of the last 60 minutes."""
    return await tx.many(
        RecentCount,
        """
        select name, label, sum(value)::bigint from minute_counts where minute > :after
        group by name, label order by name, label limit 1000
        """,
        after=tx.now - timedelta(hours=1),
    )


def _disk(folder: Path) -> tuple[int | None, int | None]:
    """Returns the free and the total bytes of the folder's disk, or of its nearest existing parent's."""
    try:
        while not folder.exists():
            folder = folder.parent
        usage = shutil.disk_usage(folder)
    except OSError:
        return None, None
    return usage.free, usage.total
