"""List exports."""

from functools import partial
from typing import Annotated

from wellwish.accounts.access import Owning
from wellwish.infra.db import Tx
from wellwish.infra.http import Page, PageQuery, Services, word
from wellwish.infra.http.page import after, page
from wellwish.privacy import data_request
from wellwish.privacy.exports.export import DataExport, record


class ExportQuery(PageQuery, frozen=True, kw_only=True):
    of: (
        Annotated[str, word(("person", "account"), "Return only exports of people, or of the account.")]
        | None
    ) = None


async def list_exports(tx: Tx, owning: Owning, services: Services, query: ExportQuery) -> Page[DataExport]:
    """Returns the exports of the account, newest first. Raises InvalidCursor."""
    rows = await data_request.load_many(
        tx, owning.account_id, "export", after(query), query.limit + 1, query.of
    )
    return page(rows, query.limit, query, lambda row: row.id, partial(record, services))
