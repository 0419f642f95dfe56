"""Delete a group."""

from wellwish.groups import group
from wellwish.infra.db import Tx
from wellwish.infra.http import Caller, IfMatch


async def delete_group(tx: Tx, caller: Caller, group_id: str, if_match: IfMatch) -> None:
    """Deletes the group and its members. Invitations that were created from it are unchanged.

    Raises NotFound, PreconditionFailed.
    """
    row = await group.locked(tx, caller.account_id, group_id)
    if_match.check(row.version)
    await tx.run(
        """
        with counted as (
          update group_counts set groups = greatest(0, groups - 1), members = greatest(0, members - (
            select count(*) from group_members where account_id = :account_id and group_id = :id))
          where account_id = :account_id)
        delete from groups where account_id = :account_id and id = :id
        """,
        account_id=caller.account_id,
        id=row.id,
    )
