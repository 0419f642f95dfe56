"""List exports."""

from functools import partial

from wellwish.accounts.access import Owning
from wellwish.infra.db import Tx
from wellwish.infra.http import Page, PageQuery, Services
from wellwish.infra.http.page import after, page
from wellwish.privacy import data_request
from wellwish.privacy.exports.export import DataExport, record


async def list_exports(tx: Tx, owning: Owning, services: Services, query: PageQuery) -> Page[DataExport]:
    """Returns the exports of the account, newest first. Raises InvalidCursor."""
    rows = await data_request.load_many(tx, owning.account_id, "export", after(query), query.limit + 1)
    return page(rows, query.limit, query, lambda row: row.id, partial(record, services))
