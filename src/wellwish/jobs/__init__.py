"""The queue: a table claimed with ``for update skip locked``, with leases, retries and dead letters."""

from wellwish.jobs.accounts import account_pages
from wellwish.jobs.claim import LEASE
from wellwish.jobs.end import Running, end_with, running_job
from wellwish.jobs.queue import enqueue, wake
from wellwish.jobs.retry import RetryLaterError
from wellwish.jobs.together import Together
from wellwish.jobs.worker import LIMIT_S, MAX_ATTEMPTS, Handler, OnDead, Run, Worker

__all__ = [
    "LEASE",
    "LIMIT_S",
    "MAX_ATTEMPTS",
    "Handler",
    "OnDead",
    "RetryLaterError",
    "Run",
    "Running",
    "Together",
    "Worker",
    "account_pages",
    "end_with",
    "enqueue",
    "running_job",
    "wake",
]
