"""Metrics for Prometheus: the queue and the counts of all processes, whichever is asked.

Text format 0.0.4. For programs on this machine that come through no proxy, and for whoever has the
token of WELLWISH_METRICS_TOKEN; for everybody else there is nothing here.
"""

import hmac
from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from wellwish.credentials.bare import is_bare
from wellwish.db import Tx
from wellwish.errors import NotFound
from wellwish.http import Services

_MEDIA_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
_PREFIX: Final = "wellwish_"
# What is counted by ``Meter.count``, with the words for it.
COUNTED: Final = {
    "requests_total": "Requests answered, by status.",
    "webhook_attempts_total": "Tries to deliver to webhook endpoints, by what came of them.",
}


class _Jobs(Struct):
    kind: str
    state: str
    count: int
    oldest_s: int


class _Written(Struct):
    table_name: str
    rows: int


async def metrics(services: Services, request: Request) -> Response:
    """Raises NotFound for those whom they are not for."""
    if not (is_bare(request) or _has_token(services.settings.metrics_token, request)):
        raise NotFound
    lines: list[str] = []
    counts = await services.meter.read()
    for name, says in COUNTED.items():
        rows = [(each.label, each.value) for each in counts if each.name == name]
        lines += _family(name, "counter", says, rows)
    async with services.db.statement() as tx:
        jobs = await _jobs(tx)
    async with services.db.statement() as tx:
        written = await _written(tx)
    labelled = [(f'kind="{each.kind}",state="{each.state}"', each) for each in jobs]
    lines += _family(
        "jobs",
        "gauge",
        "Jobs in the queue, by kind and state.",
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


async def _jobs(tx: Tx) -> list[_Jobs]:
    return await tx.many(
        _Jobs,
        """
        select kind, state, count(*), greatest(0, extract(epoch from :now::timestamptz - min(run_at)))::bigint
        from (
          select kind, run_at, case
            when dead_at is not null then 'dead'
            when locked_until > :now then 'running'
            when run_at > :now then 'later'
            when attempts > 0 then 'retrying' else 'due' end as state
          from jobs) as stated
        group by kind, state order by kind, state limit 500
        """,
    )


async def _written(tx: Tx) -> list[_Written]:
    """The tables under row-level security, whose rows no process sees all of."""
    return await tx.many(
        _Written,
        """
        select relname::text, n_tup_ins from pg_stat_user_tables
        where relname in ('cards', 'events', 'invitations', 'messages', 'webhook_deliveries') order by relname
        """,
    )
