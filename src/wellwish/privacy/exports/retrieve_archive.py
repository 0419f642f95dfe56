"""Retrieve the archive of an export."""

from collections.abc import AsyncGenerator

from wellwish.accounts.access import Owning
from wellwish.base.errors import ExportNotReady
from wellwish.infra.db import Tx
from wellwish.infra.http import Services, Zip
from wellwish.keepsake.archive import Entry, stream
from wellwish.privacy import data_request
from wellwish.privacy.exports.retrieve_file import each_part, read_file


async def retrieve_archive(tx: Tx, owning: Owning, services: Services, export_id: str) -> Zip:
    """Returns a ZIP file with all parts of an export of your account, without files that were deleted since.

    Raises NotFound, ExportNotReady.
    """
    row = await data_request.load(tx, owning.account_id, "export", export_id)
    if row.status != "completed" or row.folder is None or row.whole is None:
        raise ExportNotReady
    entries = _entries(services, owning.account_id, export_id)
    return Zip(f"{export_id}.zip", stream(entries, row.finished_at or tx.now))


async def _entries(services: Services, account_id: str, export_id: str) -> AsyncGenerator[Entry]:
    async for part in each_part(services, account_id, export_id):
        yield Entry(part.name, read_file(services, part.storage_key, part.size_bytes))
