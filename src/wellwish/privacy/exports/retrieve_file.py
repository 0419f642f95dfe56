"""Retrieve the file of an export."""

from collections.abc import AsyncGenerator
from typing import Final

from wellwish.accounts.access import Owning
from wellwish.base.errors import ExportNotReady
from wellwish.infra.db import Tx
from wellwish.infra.http import Ndjson, Services
from wellwish.privacy.exports.export import FILE, load_ready
from wellwish.privacy.exports.part import Part, load_parts

_PIECE: Final = 256 * 1024
_PARTS: Final = 100


async def retrieve_file(tx: Tx, owning: Owning, services: Services, export_id: str) -> Ndjson:
    """Returns a file with a JSON text on each line, whose `object` names the kind of the record. Of an export
    of an account, these are all its parts of records, one after the other, without the files of notes.

    Raises NotFound, ExportNotReady.
    """
    row = await load_ready(tx, owning.account_id, export_id)
    if row.size_bytes is None:
        raise ExportNotReady
    name = f"{export_id}.ndjson"
    if row.whole is not None:
        return Ndjson(name, _records(services, owning.account_id, export_id))
    return Ndjson(name, read_file(services, f"{row.folder}/{FILE}", row.size_bytes))


async def _records(services: Services, account_id: str, export_id: str) -> AsyncGenerator[bytes]:
    async for part in each_part(services, account_id, export_id):
        if part.records:
            async for piece in read_file(services, part.storage_key, part.size_bytes):
                yield piece


async def each_part(services: Services, account_id: str, export_id: str) -> AsyncGenerator[Part]:
    """Yields the parts in their order, holding no connection while one is sent."""
    last = 0
    while True:
        async with services.db.transaction([account_id]) as tx:
            parts = await load_parts(tx, account_id, export_id, last, _PARTS)
        for part in parts:
            yield part
        if len(parts) < _PARTS:
            return
        last = parts[-1].number


async def read_file(services: Services, key: str, size: int) -> AsyncGenerator[bytes]:
    """Yields a stored file in pieces."""
    for start in range(0, size, _PIECE):
        piece = await services.storage.get(key, start, min(start + _PIECE, size))
        if piece is None:  # expired since
            return
        yield piece
