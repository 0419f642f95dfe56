"""List bundles."""

import re

from wellwish.base.errors import InvalidCursor
from wellwish.bundles.bundle import Bundle, BundleRow, record
from wellwish.infra.db import Tx
from wellwish.infra.http import WHOLE_LIMIT, Page, WholeQuery
from wellwish.infra.http.page import after, page


class OfferedQuery(WholeQuery, frozen=True, kw_only=True):
    """The pagination of the list."""


async def list_bundles(tx: Tx, query: OfferedQuery) -> Page[Bundle]:
    """Returns the bundles for sale, in the operator's order, with their prices in all currencies.

    Raises InvalidCursor.
    """
    begin = after(query)
    if begin is not None and re.fullmatch("[0-9]{1,9}", begin) is None:
        raise InvalidCursor
    limit = query.limit or WHOLE_LIMIT
    rows = await tx.many(
        BundleRow,
        """
        select b.id, b.name, b.cards, b.valid_days, b.position, b.created_at, b.updated_at,
          (select jsonb_agg(jsonb_build_object('amount', p.amount, 'currency', p.currency)
            order by p.currency) from bundle_prices p where p.bundle_id = b.id) as prices
        from bundles b
        where b.retired_at is null and exists (select 1 from bundle_prices p where p.bundle_id = b.id)
          and (:after::int is null or b.position > :after)
        order by b.position limit :count
        """,
        after=None if begin is None else int(begin),
        count=limit + 1,
    )
    return page(rows, limit, query, lambda row: str(row.position), record)
