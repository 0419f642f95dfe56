"""List webhook endpoints."""

from wellwish.infra.db import Tx
from wellwish.infra.http import Caller, Page, PageQuery
from wellwish.infra.http.page import after, page
from wellwish.webhooks.endpoint import EndpointRow, WebhookEndpoint, record


class EndpointQuery(PageQuery, frozen=True, kw_only=True):
    """The pagination of the list."""


async def list_endpoints(tx: Tx, caller: Caller, query: EndpointQuery) -> Page[WebhookEndpoint]:
    """Returns endpoints without their secrets, newest first. Raises InvalidCursor."""
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
    return page(rows, query.limit, query, lambda row: row.id, lambda row: record(row, tx.real_now))
