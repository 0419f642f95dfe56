"""Retrieve a group."""

from wellwish.groups import group
from wellwish.infra.db import Tx
from wellwish.infra.http import Caller


async def retrieve_group(tx: Tx, caller: Caller, group_id: str) -> group.Group:
    """Returns the group with its members. Raises NotFound."""
    row = await group.load(tx, caller.account_id, group_id)
    members = await group.members(tx, caller.account_id, row.id)
    return group.record(row, len(members), members)
