"""Export the audit log."""

from collections.abc import AsyncIterator
from typing import Final

from wellwish.accounts.access import Owning
from wellwish.audit.entry import EntryRow
from wellwish.audit.list import AuditExportQuery, Span, load_rows, span_of
from wellwish.base import clock
from wellwish.infra.db import Tx
from wellwish.infra.http import Csv, Services
from wellwish.movements import sheet

COLUMNS: Final = (
    "time", "action", "actor", "email", "credential_id", "network", "record_id", "card_id", "fields",
)  # fmt: skip
_PIECE: Final = 1000


async def export_entries(tx: Tx, owning: Owning, query: AuditExportQuery, services: Services) -> Csv:
    """Returns a CSV file with one line per action of the last 400 days, newest first."""
    span = await span_of(tx, owning.account_id, query)
    return Csv("audit-log.csv", _pieces(services, owning.account_id, query, span))


async def _pieces(
    services: Services, account_id: str, query: AuditExportQuery, span: Span
) -> AsyncIterator[bytes]:
    """Yields the file in chunks; no connection is held while a chunk is being sent."""
    yield sheet.lines([COLUMNS])
    begin = None
    while True:
        async with services.db.transaction([account_id]) as tx:
            rows = await load_rows(tx, account_id, query, span, begin, _PIECE)
        if rows:
            yield sheet.lines(map(_line, rows))
        if len(rows) < _PIECE:
            return
        begin = rows[-1].id


def _line(row: EntryRow) -> list[str | None]:
    return [
        clock.rfc3339(row.created_at),
        row.action,
        row.actor,
        row.email,
        row.credential_id,
        row.network,
        row.record_id,
        row.card_id,
        " ".join(row.fields),
    ]
