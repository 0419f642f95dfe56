"""Metrics for Prometheus: the queue and the counts of all processes, whichever is asked.

Text format 0.0.4. For programs on this machine that come through no proxy, and for whoever has the
token of WELLWISH_METRICS_TOKEN; for everybody else there is nothing here.
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
# What is counted by ``Meter.count``, with the words for it.
COUNTED: Final = {
    "requests_total": "Requests answered, by status.",
    "webhook_attempts_total": "Tries to deliver to webhook endpoints, by what came of them.",
}


async def metrics(services: Services, request: Request) -> Response:
    """Raises NotFound for those whom they are not for."""
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
        f"Jobs in the queue by kind and state; of each at most {MOST} are counted.",
        [(label, each.count) for label, each in labelled],
    )
    lines += _family(
        "job_age_seconds",
        "gauge",
        "How long ago the oldest job of a kind and state was due.",
        [(label, each.oldest_s) for label, each in labelled],
    )
    lines += _family(
        "rows_written_total",
        "counter",
        "Rows written to a table, by PostgreSQL's own statistics.",
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
