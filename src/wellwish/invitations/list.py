"""List the invitations of a card."""

from typing import Annotated, get_args

from wellwish.cards.access import CardAccess
from wellwish.infra.db import Tx
from wellwish.infra.http import WHOLE_LIMIT, Page, Services, WholeQuery, line, word
from wellwish.infra.http.page import after, page
from wellwish.invitations.invitation import Invitation, InvitationRow, Status, records


class InvitationQuery(WholeQuery, frozen=True, kw_only=True):
    parent_invite_id: (
        Annotated[
            str,
            line(
                255,
                "Return only invitations of members of this invited group. By default they are not listed.",
            ),
        ]
        | None
    ) = None
    status: Annotated[str, word(get_args(Status), "Return only invitations with this status.")] | None = None


async def list_invitations(
    tx: Tx, access: CardAccess, services: Services, query: InvitationQuery
) -> Page[Invitation]:
    """Returns the invitations, newest first. The status of a parent depends on its members.

    Raises InvalidCursor.
    """
    limit = query.limit or WHOLE_LIMIT
    rows = await tx.many(
        InvitationRow,
        """
        select {columns} from invitations i
        where account_id = :account_id and card_id = :card_id
          and ((:parent_id::text is null and parent_id is null) or parent_id = :parent_id)
          and (:status::text is null or :status = case
            when not is_parent or status not in ('queued', 'sent') then status
            when exists (
                select 1 from invitations child
                where child.account_id = :account_id and child.parent_id = i.id and child.status = 'queued')
              or exists (
                select 1 from expansions e
                where e.account_id = :account_id and e.invitation_id = i.id
                  and e.members_done + e.members_dropped < e.members_total)
            then 'queued' else 'sent' end)
          and (:after::text is null or id < :after)
        order by id desc limit :count
        """,
        account_id=access.account_id,
        card_id=access.card_id,
        parent_id=query.parent_invite_id,
        status=query.status,
        after=after(query),
        count=limit + 1,
    )
    shown = {each.id: each for each in await records(tx, access, services, rows[:limit])}
    return page(rows, limit, query, lambda row: row.id, lambda row: shown[row.id])
