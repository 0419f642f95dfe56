"""List the webhook endpoints of the account."""

from wellwish.db import Tx
from wellwish.http import Caller, Page, PageQuery
from wellwish.http.page import after, page
from wellwish.webhooks.endpoint import EndpointRow, WebhookEndpoint, record


class EndpointQuery(PageQuery, frozen=True, kw_only=True):
    """Which endpoints."""


async def browse(tx: Tx, caller: Caller, query: EndpointQuery) -> Page[WebhookEndpoint]:
    """Newest first, without their secrets. Raises InvalidCursor."""
    rows = await tx.many(
        EndpointRow,
        """
        select {columns} from webhook_endpoints
        where account_id = :account_id and (:after::text is null or id < :after)
        order by id desc limit :count
        """,
        account_id=caller.account_id,
        after=after(query),
        count=query.limit + 1,
    )
    return page(rows, query.limit, query, lambda row: row.id, lambda row: record(row, tx.now))
