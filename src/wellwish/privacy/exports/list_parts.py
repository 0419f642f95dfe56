"""List the parts of an export."""

import re
from typing import Final

from wellwish.accounts.access import Owning
from wellwish.base.errors import InvalidCursor
from wellwish.infra.db import Tx
from wellwish.infra.http import Page, PageQuery
from wellwish.infra.http.page import after, page
from wellwish.privacy.exports.export import load_ready
from wellwish.privacy.exports.part import ExportPart, load_parts, record

_NUMBER: Final = re.compile(r"[0-9]{1,9}")


async def list_parts(tx: Tx, owning: Owning, export_id: str, query: PageQuery) -> Page[ExportPart]:
    """Returns the files of an export of your account, in their order: parts of records, and the photos,
    drawings and recordings. An export of one person has a single file and no parts.

    Raises NotFound, ExportNotReady, InvalidCursor.
    """
    await load_ready(tx, owning.account_id, export_id)
    last = after(query) or "0"
    if _NUMBER.fullmatch(last) is None:
        raise InvalidCursor
    parts = await load_parts(tx, owning.account_id, export_id, int(last), query.limit + 1)
    return page(parts, query.limit, query, lambda part: str(part.number), record)
