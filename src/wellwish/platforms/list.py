"""List the customers' accounts."""

from typing import Annotated

from wellwish.infra.db import Tx
from wellwish.infra.http import Page, PageQuery, line
from wellwish.infra.http.page import after, page
from wellwish.platforms.customer import Customer, CustomerRow, OfPlatform, record


class CustomerQuery(PageQuery, frozen=True, kw_only=True):
    """The filters of the list."""

    name: Annotated[str, line(255, "Return only customers whose name contains this text.")] | None = None
    external_id: Annotated[str, line(255, "Return only the customer with this `external_id`.")] | None = None


async def list_customers(tx: Tx, platform: OfPlatform, query: CustomerQuery) -> Page[Customer]:
    """Returns customers, newest first, without those that have left. Raises InvalidCursor."""
    rows = await tx.many(
        CustomerRow,
        """
        select {columns} from customers_of(:platform_id, null, :after, :name, :external_id, :count)
        order by id collate "C" desc limit :count
        """,
        platform_id=platform.account_id,
        after=after(query),
        name=query.name,
        external_id=query.external_id,
        count=query.limit + 1,
    )
    return page(rows, query.limit, query, lambda row: row.id, record)
