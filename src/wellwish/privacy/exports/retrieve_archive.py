"""Retrieve the archive of an export."""

from collections.abc import AsyncGenerator

from wellwish.accounts.access import Owning
from wellwish.base.errors import ExportNotReady
from wellwish.infra.db import Tx
from wellwish.infra.http import Services, Zip
from wellwish.keepsake.archive import Entry, stream
from wellwish.privacy.exports.export import load_ready
from wellwish.privacy.exports.retrieve_file import each_part, read_file


async def retrieve_archive(tx: Tx, owning: Owning, services: Services, export_id: str) -> Zip:
    """Returns a ZIP file with all parts of an export of your account, without files that were deleted since.

    Raises NotFound, ExportNotReady.
    """
    row = await load_ready(tx, owning.account_id, export_id)
    if row.whole is None:
        raise ExportNotReady
    entries = _entries(services, owning.account_id, export_id)
    return Zip(f"{export_id}.zip", stream(entries, row.finished_at or tx.now))


async def _entries(services: Services, account_id: str, export_id: str) -> AsyncGenerator[Entry]:
    async for part in each_part(services, account_id, export_id):
        yield Entry(part.name, read_file(services, part.storage_key, part.size_bytes))
