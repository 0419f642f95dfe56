"""Retrieve a part of an export."""

from wellwish.accounts.access import Owning
from wellwish.base.errors import ExportNotReady, NotFound
from wellwish.infra.db import Tx
from wellwish.infra.http import Binary, Services
from wellwish.privacy import data_request
from wellwish.privacy.exports.part import load_parts
from wellwish.privacy.exports.retrieve_file import read_file

_DIGITS = 9


async def retrieve_part(tx: Tx, owning: Owning, services: Services, export_id: str, number: str) -> Binary:
    """Returns the bytes of the part. A file that was deleted since is not found.

    Raises NotFound, ExportNotReady.
    """
    row = await data_request.load(tx, owning.account_id, "export", export_id)
    if row.status != "completed" or row.folder is None:
        raise ExportNotReady
    if not number.isascii() or not number.isdecimal() or len(number) > _DIGITS:
        raise NotFound
    found = await load_parts(tx, owning.account_id, export_id, int(number) - 1, 1)
    if not found or found[0].number != int(number):
        raise NotFound
    [part] = found
    return Binary(part.name.rpartition("/")[2], read_file(services, part.storage_key, part.size_bytes))
