"""List the webhook endpoints of the account."""

from typing import Annotated

from wellwish.db import Tx
from wellwish.http import DEFAULT_LIMIT, Caller, Page, Query, line, whole
from wellwish.http.page import after, page
from wellwish.webhooks.endpoint import EndpointRow, WebhookEndpoint, record


class EndpointQuery(Query, frozen=True, kw_only=True):
    """Which endpoints."""

    limit: Annotated[int, whole(1, 200, "How many at most.")] = DEFAULT_LIMIT
    cursor: Annotated[str, line(500, "`next_cursor` of the page before.")] | None = None


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
        after=after(query, query.cursor),
        count=query.limit + 1,
    )
    return page(rows, query.limit, query, lambda row: row.id, lambda row: record(row, tx.now))
