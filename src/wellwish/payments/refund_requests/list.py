"""List refund requests."""

from typing import Annotated, get_args

from wellwish.accounts.access import Owning
from wellwish.infra.db import Tx
from wellwish.infra.http import Page, PageQuery, line, word
from wellwish.infra.http.page import after, page
from wellwish.payments.refund_requests import request
from wellwish.payments.refund_requests.request import RefundRequest, RequestRow, Status


class RefundRequestQuery(PageQuery, frozen=True, kw_only=True):
    status: Annotated[str, word(get_args(Status), "Return only requests with this status.")] | None = None
    card_id: Annotated[str, line(255, "Return only requests about this card.")] | None = None
    payment_id: Annotated[str, line(255, "Return only requests about this payment.")] | None = None


async def list_refund_requests(tx: Tx, owning: Owning, query: RefundRequestQuery) -> Page[RefundRequest]:
    """Returns the requests of the account, newest first. Raises InvalidCursor."""
    begin = after(query)
    await tx.plan_each_time()
    rows = await tx.many(
        RequestRow,
        """
        select {columns} from refund_requests
        where account_id = :account_id and (:after::text is null or id < :after)
          and (:status::text is null or status = :status)
          and (:card_id::text is null or card_id = :card_id)
          and (:payment_id::text is null or payment_id = :payment_id)
        order by id desc limit :count
        """,
        account_id=owning.account_id,
        after=begin,
        status=query.status,
        card_id=query.card_id,
        payment_id=query.payment_id,
        count=query.limit + 1,
    )
    return page(rows, query.limit, query, lambda row: row.id, request.record)
