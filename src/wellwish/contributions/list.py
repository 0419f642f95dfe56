"""List the contributions of a card."""

from typing import Annotated, get_args

from wellwish.cards.access import CardAccess
from wellwish.cards.card_row import CardRow
from wellwish.contributions import note_visibility
from wellwish.contributions.contribution import Contribution, ContributionRow, NoteStatus
from wellwish.contributions.gift import Method
from wellwish.infra.db import Tx
from wellwish.infra.http import WHOLE_LIMIT, Page, WholeQuery, word
from wellwish.infra.http.page import after, page


class ContributionQuery(WholeQuery, frozen=True, kw_only=True):
    status: (
        Annotated[
            str,
            word(
                get_args(NoteStatus),
                "Return only contributions whose note has this status. Default: all but deleted ones.",
            ),
        ]
        | None
    ) = None
    method: (
        Annotated[
            str,
            word(get_args(Method), "Return only contributions whose money has this method, if visible."),
        ]
        | None
    ) = None


async def list_contributions(
    tx: Tx, access: CardAccess, row: CardRow, query: ContributionQuery
) -> Page[Contribution]:
    """Returns contributions, newest first; deleted ones only with `status=deleted`. Raises InvalidCursor."""
    limit = query.limit or WHOLE_LIMIT
    visibility = note_visibility.decide_for_caller(row, access, tx.now)
    rows = await tx.many(
        ContributionRow,
        """
        select {columns} from contributions
        where account_id = :account_id and card_id = :card_id
          and case when :status::text is null then note_status <> 'deleted' else note_status = :status end
          and (:after::text is null or id < :after)
          and (:method::text is null or money_method = :method and money_status = any (:money_statuses))
        order by id desc limit :count
        """,
        account_id=access.account_id,
        card_id=access.card_id,
        status=query.status,
        method=query.method,
        money_statuses=list(visibility.money_statuses(query.method)),
        after=after(query),
        count=limit + 1,
    )
    records = {each.id: each for each in await note_visibility.to_records(tx, rows, visibility)}
    return page(rows, limit, query, lambda row: row.id, lambda row: records[row.id])
