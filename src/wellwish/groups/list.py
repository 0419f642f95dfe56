"""List groups."""

from typing import Annotated

from wellwish.groups.group import CHANNEL, PEOPLE, TEAM, Group, GroupRow, record
from wellwish.infra.db import Tx
from wellwish.infra.http import Caller, Page, PageQuery, line, word
from wellwish.infra.http.page import after, page


class GroupQuery(PageQuery, frozen=True, kw_only=True):
    name: Annotated[str, line(255, "Return only the group with exactly this name.")] | None = None
    external_id: Annotated[str, line(255, "Return only the group with this `external_id`.")] | None = None
    kind: Annotated[str, word((PEOPLE, CHANNEL, TEAM), "Return only groups of this kind.")] | None = None


class _Listed(GroupRow, frozen=True):
    members_count: int


async def list_groups(tx: Tx, caller: Caller, query: GroupQuery) -> Page[Group]:
    """Returns groups without their members, newest first. Raises InvalidCursor."""
    rows = await tx.many(
        _Listed,
        """
        select {columns} from groups
        cross join lateral (
          select (
            select count(*) from group_members m
            where m.account_id = :account_id and m.group_id = groups.id
          ) + (
            select count(*)
            from team_people t join people p on p.account_id = t.account_id and p.id = t.person_id
            where t.account_id = :account_id and t.group_id = groups.id
              and p.left_at is null and (p.email is not null or p.phone is not null)
          ) as members_count) as counted
        where account_id = :account_id
          and (:after::text is null or id < :after)
          and (:name::text is null or name = :name)
          and (:external_id::text is null or external_id = :external_id)
          and (:kind::text is null or kind = :kind)
        order by id desc limit :count
        """,
        account_id=caller.account_id,
        after=after(query),
        name=query.name,
        external_id=query.external_id,
        kind=query.kind,
        count=query.limit + 1,
    )
    return page(rows, query.limit, query, lambda row: row.id, lambda row: record(row, row.members_count))
