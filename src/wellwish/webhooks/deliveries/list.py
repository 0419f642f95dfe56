"""List webhook deliveries."""

from typing import Annotated

from wellwish.infra.db import Tx
from wellwish.infra.http import Caller, Page, PageQuery, line, word
from wellwish.infra.http.page import after, page
from wellwish.webhooks import delivery, endpoint
from wellwish.webhooks.delivery import DeliveryRow, WebhookDelivery


class DeliveryQuery(PageQuery, frozen=True, kw_only=True):
    """The filters of the list."""

    status: (
        Annotated[str, word(("pending", "delivered", "failed"), "Return only deliveries with this status.")]
        | None
    ) = None
    event_id: Annotated[str, line(255, "Return only the delivery of this event.")] | None = None


async def list_deliveries(
    tx: Tx, caller: Caller, webhook_endpoint_id: str, query: DeliveryQuery
) -> Page[WebhookDelivery]:
    """Returns deliveries with their attempts, newest first. Raises NotFound, InvalidCursor."""
    begin = after(query)
    is_disabled = (await endpoint.load(tx, caller.account_id, webhook_endpoint_id)).disabled_at is not None
    rows = await tx.many(
        DeliveryRow,
        """
        select {columns} from webhook_deliveries
        where account_id = :account_id and endpoint_id = :endpoint_id
          and (:after::text is null or id < :after)
          and (:status::text is null or status = :status)
          and (:event_id::text is null or event_id = :event_id)
        order by id desc limit :count
        """,
        account_id=caller.account_id,
        endpoint_id=webhook_endpoint_id,
        after=begin,
        status=query.status,
        event_id=query.event_id,
        count=query.limit + 1,
    )
    attempts = await delivery.attempts_of(tx, caller.account_id, [row.id for row in rows])
    return page(
        rows,
        query.limit,
        query,
        lambda row: row.id,
        lambda row: delivery.record(row, attempts, is_disabled=is_disabled),
    )
