"""Metrics and states of all processes, stored in the database, so that any process can report them."""

from wellwish.infra.meter.counters import RECENT, Count, Meter, escape
from wellwish.infra.meter.histogram import BUCKETS_S, INFINITY
from wellwish.infra.meter.process import (
    GONE_AFTER,
    JobSuccess,
    Kind,
    Process,
    ProcessRow,
    RecentCount,
    count_recent,
    list_job_successes,
    list_processes,
    report,
)

__all__ = [
    "BUCKETS_S",
    "GONE_AFTER",
    "INFINITY",
    "RECENT",
    "Count",
    "JobSuccess",
    "Kind",
    "Meter",
    "Process",
    "ProcessRow",
    "RecentCount",
    "count_recent",
    "escape",
    "list_job_successes",
    "list_processes",
    "report",
]
