"""List the admins of a card."""

from wellwish.cards.access import CardAccess
from wellwish.cards.admins.admin import AdminRow, CardAdmin, record
from wellwish.infra.db import Tx
from wellwish.infra.http import WHOLE_LIMIT, Page, WholeQuery
from wellwish.infra.http.page import after, page


class AdminQuery(WholeQuery, frozen=True, kw_only=True):
    """The pagination of the list."""


async def list_admins(tx: Tx, access: CardAccess, query: AdminQuery) -> Page[CardAdmin]:
    """Returns the current admins, newest first. Raises InvalidCursor."""
    limit = query.limit or WHOLE_LIMIT
    rows = await tx.many(
        AdminRow,
        """
        select {columns} from card_admins
        where account_id = :account_id and card_id = :card_id and removed_at is null
          and (:after::text is null or id < :after)
        order by id desc limit :count
        """,
        account_id=access.account_id,
        card_id=access.card_id,
        after=after(query),
        count=limit + 1,
    )
    return page(rows, limit, query, lambda row: row.id, record)
