"""List the payments of a card."""

from typing import Annotated, get_args

from wellwish.cards.access import CardAccess
from wellwish.infra.db import Tx
from wellwish.infra.http import WHOLE_LIMIT, Page, Services, WholeQuery, word
from wellwish.infra.http.page import after, page
from wellwish.payments import payment_records
from wellwish.payments.payment import Payment, PaymentRow, Status


class PaymentQuery(WholeQuery, frozen=True, kw_only=True):
    status: Annotated[str, word(get_args(Status), "Return only payments with this status.")] | None = None


async def list_payments(tx: Tx, access: CardAccess, services: Services, query: PaymentQuery) -> Page[Payment]:
    """Returns payments with their refunds, newest first, including failed and unfinished ones.

    Raises InvalidCursor.
    """
    limit = query.limit or WHOLE_LIMIT
    rows = await tx.many(
        PaymentRow,
        """
        select {columns} from payments
        where account_id = :account_id and card_id = :card_id
          and (:status::text is null or status = :status) and (:after::text is null or id < :after)
        order by id desc limit :count
        """,
        account_id=access.account_id,
        card_id=access.card_id,
        status=query.status,
        after=after(query),
        count=limit + 1,
    )
    records = await payment_records.records(tx, services, access.account_id, rows)
    return page(records, limit, query, lambda each: each.id, lambda each: each)
