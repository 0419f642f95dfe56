"""List the members of the account."""

from wellwish.accounts.access import Owning
from wellwish.infra.db import Tx
from wellwish.infra.http import WHOLE_LIMIT, Page, WholeQuery
from wellwish.infra.http.page import after, page
from wellwish.members.member import AccountMember, MemberRow, record


class MemberQuery(WholeQuery, frozen=True, kw_only=True):
    """The pagination of the list."""


async def list_members(tx: Tx, owning: Owning, query: MemberQuery) -> Page[AccountMember]:
    """Returns the members and the open invitations, newest first. Raises InvalidCursor."""
    limit = query.limit or WHOLE_LIMIT
    rows = await tx.many(
        MemberRow,
        """
        select {columns} from (
          select coalesce(m.id, 'mbr_' || substr(m.user_id, 5)) as id, m.user_id, u.email, u.name, m.role,
            null::timestamptz as expires_at, m.created_at
          from memberships m join users u on u.id = m.user_id
          where m.account_id = :account_id
          union all
          select i.id, i.user_id, i.email, null, i.role, i.expires_at, i.created_at
          from member_invitations i
          where i.account_id = :account_id and i.expires_at > :now) as members
        where :after::text is null or id < :after
        order by id desc limit :count
        """,
        account_id=owning.account_id,
        after=after(query),
        count=limit + 1,
    )
    return page(rows, limit, query, lambda row: row.id, record)
