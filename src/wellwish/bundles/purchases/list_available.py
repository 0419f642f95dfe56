"""List available bundle purchases."""

from wellwish.bundles.purchase import BundlePurchase, PurchaseRow, record
from wellwish.infra.db import Tx
from wellwish.infra.http import WHOLE_LIMIT, Caller, Page, WholeQuery
from wellwish.infra.http.page import after, page


class AvailableQuery(WholeQuery, frozen=True, kw_only=True):
    """The pagination of the list."""


async def list_available_purchases(tx: Tx, caller: Caller, query: AvailableQuery) -> Page[BundlePurchase]:
    """Returns purchases with cards left in the order in which they are used: first to expire, then oldest.

    If the account may use purchases of its platform, these follow.

    Raises InvalidCursor.
    """
    begin = after(query)
    limit = query.limit or WHOLE_LIMIT
    rows = await tx.many(
        PurchaseRow,
        """
        with customer as materialized (
          select c.account_id from customers c where c.account_id = :account_id
        ), drawable as materialized (
          select {d.columns} from customer c cross join lateral drawable_purchases(c.account_id) d
        ), usable as (
          select {columns} from bundle_purchases
          where account_id = :account_id and platform_id is null
          union all
          select {columns} from drawable
        )
        select {columns} from usable
        where status = 'active' and payment_status = 'paid'
          and cards_used < cards_total and (expires_at is null or expires_at > :now)
          and (:after::text is null
            or (platform_id is not null, coalesce(expires_at, 'infinity'), id) >
              (select p.platform_id is not null, coalesce(p.expires_at, 'infinity'), p.id from usable p
               where p.id = :after))
        order by platform_id is not null, coalesce(expires_at, 'infinity'), id limit :count
        """,
        account_id=caller.account_id,
        after=begin,
        count=limit + 1,
    )
    return page(rows, limit, query, lambda row: row.id, lambda row: record(row, tx.now))
