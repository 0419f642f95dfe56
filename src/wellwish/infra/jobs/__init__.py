"""The job queue: a table claimed with ``for update skip locked``, with leases, retries and dead letters."""

from wellwish.infra.jobs.accounts import account_pages
from wellwish.infra.jobs.batching import Batcher
from wellwish.infra.jobs.claim import LEASE
from wellwish.infra.jobs.end import Running, end_with, running_job
from wellwish.infra.jobs.queue import enqueue, wake
from wellwish.infra.jobs.retry import RetryLaterError
from wellwish.infra.jobs.worker import LIMIT_S, MAX_ATTEMPTS, Handler, OnDead, Run, Worker

__all__ = [
    "LEASE",
    "LIMIT_S",
    "MAX_ATTEMPTS",
    "Batcher",
    "Handler",
    "OnDead",
    "RetryLaterError",
    "Run",
    "Running",
    "Worker",
    "account_pages",
    "end_with",
    "enqueue",
    "running_job",
    "wake",
]
