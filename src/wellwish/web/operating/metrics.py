"""Metrics for Prometheus (text format 0.0.4): the queue, and the counters and processes of the whole service.

Local clients without a proxy and clients with WELLWISH_METRICS_TOKEN can read them; others get 404.
"""

import hmac
from collections import defaultdict
from collections.abc import Sequence
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from wellwish.auth.credentials.bare import is_bare
from wellwish.base.errors import NotFound
from wellwish.infra.db import rows_written
from wellwish.infra.http import Services
from wellwish.infra.jobs.counts import MOST, count_jobs
from wellwish.infra.meter import (
    BUCKETS_S,
    INFINITY,
    Count,
    JobSuccess,
    ProcessRow,
    escape,
    list_job_successes,
    list_processes,
)

_MEDIA_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
_PREFIX: Final = "wellwish_"
_MICROSECONDS: Final = 1_000_000
# The counters of ``Meter.count``, with their help texts.
COUNTED: Final = {
    "requests_total": "HTTP requests, by status.",
    "sends_total": "Attempts to hand a message to a provider, by channel, provider and result.",
    "requested_mails_total": "Requests for sign-in and privacy mails, by kind and result.",
    "webhook_attempts_total": "Webhook delivery attempts, by outcome.",
}
# The histograms of ``Meter.observe``.
OBSERVED: Final = {
    "request_duration_seconds": "Time until the response of an HTTP request began, by method and route.",
    "send_duration_seconds": "Duration of attempts to hand a message to a provider.",
    "pool_wait_seconds": "Time that callers waited for a database connection, of those that had to wait.",
}


async def metrics(services: Services, request: Request) -> Response:
    """Returns the metrics. Raises NotFound for clients without access."""
    if not (is_bare(request) or _has_token(services.settings.metrics_token, request)):
        raise NotFound
    lines = _counters(await services.meter.read())
    async with services.db.statement() as tx:
        queued = await count_jobs(tx)
    async with services.db.statement() as tx:
        written = await rows_written(tx)
    async with services.db.statement() as tx:
        processes = await list_processes(tx)
    async with services.db.statement() as tx:
        successes = await list_job_successes(tx)
    labelled = [(f'kind="{each.kind}",state="{each.state}"', each) for each in queued]
    lines += _family(
        "jobs",
        "gauge",
        f"Jobs in the queue, by kind and state, counted up to {MOST} each.",
        [(label, each.count) for label, each in labelled],
    )
    lines += _family(
        "job_age_seconds",
        "gauge",
        "Seconds since the oldest job of each kind and state was due.",
        [(label, each.oldest_s) for label, each in labelled],
    )
    lines += _family(
        "requested_mails_limit",
        "gauge",
        "Limit of counted sign-in and privacy mails an hour; 0 means none.",
        [("", services.settings.limits.requested_mails_per_hour)],
    )
    lines += _successes(successes)
    lines += _processes(processes)
    lines += _family(
        "rows_written_total",
        "counter",
        "Rows inserted into each table, from PostgreSQL's statistics.",
        [(f'table="{each.table_name}"', each.rows) for each in written],
    )
    return Response("\n".join(lines) + "\n", media_type=_MEDIA_TYPE)


def _has_token(token: str | None, request: Request) -> bool:
    given = request.headers.get("authorization", "")
    return token is not None and hmac.compare_digest(given.encode(), f"Bearer {token}".encode())


def _counters(counted: Sequence[Count]) -> list[str]:
    lines: list[str] = []
    for name, says in COUNTED.items():
        lines += _family(
            name, "counter", says, [(each.label, each.value) for each in counted if each.name == name]
        )
    for name, says in OBSERVED.items():
        lines += _histogram(name, says, counted)
    return lines


def _histogram(name: str, says: str, counted: Sequence[Count]) -> list[str]:
    """Returns the buckets of each label, cumulative and complete as Prometheus requires."""
    buckets: dict[str, dict[str, int]] = defaultdict(dict)
    for each in counted:
        if each.name == f"{name}_bucket":
            label, _, bound = each.label.rpartition('le="')
            buckets[label.removesuffix(",")][bound.removesuffix('"')] = each.value
    sums = {each.label: each.value for each in counted if each.name == f"{name}_sum"}
    full = _PREFIX + name
    lines = [f"# HELP {full} {says}", f"# TYPE {full} histogram"]
    for label, found in buckets.items():
        total, comma, braces = 0, "," if label else "", f"{{{label}}}" if label else ""
        for bound in (*map(str, BUCKETS_S), INFINITY):
            total += found.get(bound, 0)
            lines.append(f'{full}_bucket{{{label}{comma}le="{bound}"}} {total}')
        lines.append(f"{full}_sum{braces} {sums.get(label, 0) / _MICROSECONDS}")
        lines.append(f"{full}_count{braces} {total}")
    return lines


def _successes(successes: Sequence[JobSuccess]) -> list[str]:
    return _family(
        "job_last_success_timestamp_seconds",
        "gauge",
        "Time of the last success of each kind of hourly job.",
        [(f'kind="{each.kind}"', each.succeeded_at.timestamp()) for each in successes],
    )


def _processes(processes: Sequence[ProcessRow]) -> list[str]:
    """Returns the state of all processes. Killed processes are listed for five minutes."""
    named = [(f'process="{escape(each.id)}",kind="{each.kind}"', each) for each in processes]
    versions = {f'version="{each.version}",revision="{escape(each.revision)}"' for each in processes}
    # Processes on the same machine usually share the disk.
    disks = {
        f'host="{escape(each.host)}"': (each.disk_free_bytes, each.disk_size_bytes)
        for each in processes
        if each.disk_free_bytes is not None and each.disk_size_bytes is not None
    }
    gauges: list[tuple[str, str, Sequence[tuple[str, float]]]] = [
        (
            "build_info",
            "The versions that run; the value is 1.",
            [(label, 1) for label in sorted(versions)],
        ),
        (
            "process_heartbeat_age_seconds",
            "Seconds since each process reported itself, which it does every 5 seconds.",
            [(label, each.beat_s) for label, each in named],
        ),
        (
            "worker_heartbeat_age_seconds",
            "Seconds since the worker of each process reached the queue.",
            [(label, each.worked_s) for label, each in named if each.worked_s is not None],
        ),
        (
            "pool_size",
            "Database connections that each process may open.",
            [(label, each.pool_size) for label, each in named],
        ),
        (
            "pool_used",
            "Most database connections in use at once in each process, in 5 seconds.",
            [(label, each.pool_used) for label, each in named],
        ),
        (
            "disk_free_bytes",
            "Free space on the disk of the data folder, by machine.",
            [(label, free) for label, (free, _) in disks.items()],
        ),
        (
            "disk_size_bytes",
            "Size of the disk of the data folder, by machine.",
            [(label, size) for label, (_, size) in disks.items()],
        ),
    ]
    return [line for name, says, rows in gauges for line in _family(name, "gauge", says, rows)]


def _family(name: str, kind: str, says: str, rows: Sequence[tuple[str, float]]) -> list[str]:
    full = _PREFIX + name
    return [
        f"# HELP {full} {says}",
        f"# TYPE {full} {kind}",
        *(f"{full}{{{label}}} {value}" for label, value in rows),
    ]
