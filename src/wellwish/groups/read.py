"""Read a saved group with its members."""

from wellwish.db import Tx
from wellwish.groups import group
from wellwish.http import Caller


async def read(tx: Tx, caller: Caller, group_id: str) -> group.Group:
    """Raises NotFound."""
    row = await group.load(tx, caller.account_id, group_id)
    members = await group.members(tx, caller.account_id, row.id)
    return group.record(row, len(members), members)
