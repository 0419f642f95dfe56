"""List occasion rules."""

from wellwish.accounts.access import Owning
from wellwish.infra.db import Tx
from wellwish.infra.http import Page, PageQuery
from wellwish.infra.http.page import after, page
from wellwish.occasions.rule import OccasionRule, RuleRow, record


class RuleQuery(PageQuery, frozen=True, kw_only=True):
    """The pagination of the list."""


async def list_rules(tx: Tx, owning: Owning, query: RuleQuery) -> Page[OccasionRule]:
    """Returns rules, newest first. Raises InvalidCursor."""
    rows = await tx.many(
        RuleRow,
        """
        select {columns} from occasion_rules
        where account_id = :account_id and (:after::text is null or id < :after)
        order by id desc limit :count
        """,
        account_id=owning.account_id,
        after=after(query),
        count=query.limit + 1,
    )
    return page(rows, query.limit, query, lambda row: row.id, record)
