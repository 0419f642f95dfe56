"""List bundle purchases."""

from wellwish.bundles.purchase import BundlePurchase, PurchaseRow, record
from wellwish.infra.db import Tx
from wellwish.infra.http import Caller, Page, PageQuery
from wellwish.infra.http.page import after, page


class PurchaseQuery(PageQuery, frozen=True, kw_only=True):
    """The pagination of the list."""


async def list_purchases(tx: Tx, caller: Caller, query: PurchaseQuery) -> Page[BundlePurchase]:
    """Returns purchases of the account, of every status, newest first. Raises InvalidCursor."""
    rows = await tx.many(
        PurchaseRow,
        """
        select {columns} from bundle_purchases
        where account_id = :account_id and platform_id is null and (:after::text is null or id < :after)
        order by id desc limit :count
        """,
        account_id=caller.account_id,
        after=after(query),
        count=query.limit + 1,
    )
    return page(rows, query.limit, query, lambda row: row.id, lambda row: record(row, tx.now))
