"""Retrieve the file of an export."""

from collections.abc import AsyncGenerator
from typing import Final

from wellwish.accounts.access import Owning
from wellwish.base.errors import ExportNotReady
from wellwish.infra.db import Tx
from wellwish.infra.http import Ndjson, Services
from wellwish.privacy import data_request
from wellwish.privacy.exports.export import FILE

_PIECE: Final = 256 * 1024


async def retrieve_file(tx: Tx, owning: Owning, services: Services, export_id: str) -> Ndjson:
    """Returns a file with a JSON text on each line, whose `object` names the kind of the record.

    Raises NotFound, ExportNotReady.
    """
    row = await data_request.load(tx, owning.account_id, "export", export_id)
    if row.status != "completed" or row.folder is None or row.size_bytes is None:
        raise ExportNotReady
    return Ndjson(f"{export_id}.ndjson", _pieces(services, f"{row.folder}/{FILE}", row.size_bytes))


async def _pieces(services: Services, key: str, size: int) -> AsyncGenerator[bytes]:
    for start in range(0, size, _PIECE):
        piece = await services.storage.get(key, start, min(start + _PIECE, size))
        if piece is None:  # expired since
            return
        yield piece
