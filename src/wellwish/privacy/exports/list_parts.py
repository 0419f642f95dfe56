"""List the parts of an export."""

from wellwish.accounts.access import Owning
from wellwish.base.errors import ExportNotReady, InvalidCursor
from wellwish.infra.db import Tx
from wellwish.infra.http import Page, PageQuery
from wellwish.infra.http.page import after, page
from wellwish.privacy import data_request
from wellwish.privacy.exports.part import ExportPart, load_parts, record


async def list_parts(tx: Tx, owning: Owning, export_id: str, query: PageQuery) -> Page[ExportPart]:
    """Returns the files of an export of your account, in their order: parts of records, and the photos,
    drawings and recordings. An export of one person has a single file and no parts.

    Raises NotFound, ExportNotReady, InvalidCursor.
    """
    row = await data_request.load(tx, owning.account_id, "export", export_id)
    if row.status != "completed" or row.folder is None:
        raise ExportNotReady
    last = after(query) or "0"
    if not last.isdecimal():
        raise InvalidCursor
    parts = await load_parts(tx, owning.account_id, export_id, int(last), query.limit + 1)
    return page(parts, query.limit, query, lambda part: str(part.number), record)
