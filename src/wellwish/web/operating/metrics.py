"""Metrics for Prometheus (text format 0.0.4): the queue, and the counters of all processes.

Local clients without a proxy and clients with WELLWISH_METRICS_TOKEN can read them; others get 404.
"""

import hmac
from collections.abc import Sequence
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from wellwish.credentials.bare import is_bare
from wellwish.db import rows_written
from wellwish.errors import NotFound
from wellwish.http import Services
from wellwish.jobs.counts import MOST, count_jobs

_MEDIA_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
_PREFIX: Final = "wellwish_"
# The counters of ``Meter.count``, with their help texts.
COUNTED: Final = {
    "requests_total": "HTTP requests, by status.",
    "webhook_attempts_total": "Webhook delivery attempts, by outcome.",
}


async def metrics(services: Services, request: Request) -> Response:
    """Returns the metrics. Raises NotFound for clients without access."""
    if not (is_bare(request) or _has_token(services.settings.metrics_token, request)):
        raise NotFound
    lines: list[str] = []
    counted = await services.meter.read()
    for name, says in COUNTED.items():
        rows = [(each.label, each.value) for each in counted if each.name == name]
        lines += _family(name, "counter", says, rows)
    async with services.db.statement() as tx:
        queued = await count_jobs(tx)
    async with services.db.statement() as tx:
        written = await rows_written(tx)
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
        "rows_written_total",
        "counter",
        "Rows inserted into each table, from PostgreSQL's statistics.",
        [(f'table="{each.table_name}"', each.rows) for each in written],
    )
    return Response("\n".join(lines) + "\n", media_type=_MEDIA_TYPE)


def _has_token(token: str | None, request: Request) -> bool:
    given = request.headers.get("authorization", "")
    return token is not None and hmac.compare_digest(given.encode(), f"Bearer {token}".encode())


def _family(name: str, kind: str, says: str, rows: Sequence[tuple[str, int]]) -> list[str]:
    full = _PREFIX + name
    return [
        f"# HELP {full} {says}",
        f"# TYPE {full} {kind}",
        *(f"{full}{{{label}}} {value}" for label, value in rows),
    ]
