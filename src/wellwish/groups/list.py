"""List groups."""

from typing import Annotated

from wellwish.groups.group import Group, GroupRow, record
from wellwish.infra.db import Tx
from wellwish.infra.http import Caller, Page, PageQuery, line
from wellwish.infra.http.page import after, page


class GroupQuery(PageQuery, frozen=True, kw_only=True):
    """The filters of the list."""

    name: Annotated[str, line(255, "Return only the group with exactly this name.")] | None = None
    external_id: Annotated[str, line(255, "Return only the group with this `external_id`.")] | None = None


class _Listed(GroupRow, frozen=True):
    members_count: int


async def list_groups(tx: Tx, caller: Caller, query: GroupQuery) -> Page[Group]:
    """Returns groups without their members, newest first. Raises InvalidCursor."""
    rows = await tx.many(
        _Listed,
        """
        select {columns} from groups
        cross join lateral (
          select count(*) as members_count from group_members m
          where m.account_id = :account_id and m.group_id = groups.id) as counted
        where account_id = :account_id
          and (:after::text is null or id < :after)
          and (:name::text is null or name = :name)
          and (:external_id::text is null or external_id = :external_id)
        order by id desc limit :count
        """,
        account_id=caller.account_id,
        after=after(query),
        name=query.name,
        external_id=query.external_id,
        count=query.limit + 1,
    )
    return page(rows, query.limit, query, lambda row: row.id, lambda row: record(row, row.members_count))
