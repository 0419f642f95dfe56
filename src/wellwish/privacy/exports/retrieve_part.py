"""Retrieve a part of an export."""

import re
from typing import Final

from wellwish.accounts.access import Owning
from wellwish.base.errors import NotFound
from wellwish.infra.db import Tx
from wellwish.infra.http import Binary, Services
from wellwish.privacy.exports.export import load_ready
from wellwish.privacy.exports.part import load_parts
from wellwish.privacy.exports.retrieve_file import read_file

_NUMBER: Final = re.compile(r"[1-9][0-9]{0,8}")


async def retrieve_part(
    tx: Tx, owning: Owning, services: Services, export_id: str, part_number: str
) -> Binary:
    """Returns the bytes of the part. A file that was deleted since is not found.

    Raises NotFound, ExportNotReady.
    """
    await load_ready(tx, owning.account_id, export_id)
    if _NUMBER.fullmatch(part_number) is None:
        raise NotFound
    number = int(part_number)
    part = next(iter(await load_parts(tx, owning.account_id, export_id, number - 1, 1)), None)
    if part is None or part.number != number:
        raise NotFound
    return Binary(part.name.rpartition("/")[2], read_file(services, part.storage_key, part.size_bytes))
