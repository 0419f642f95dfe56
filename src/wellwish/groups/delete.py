"""Delete a group."""

from msgspec import Struct

from wellwish.accounts import wake
from wellwish.groups import group, team
from wellwish.infra import events
from wellwish.infra.db import Tx
from wellwish.infra.http import Caller, IfMatch


async def delete_group(tx: Tx, caller: Caller, group_id: str, if_match: IfMatch) -> None:
    """Deletes the group and its members; the people of a team are kept. Invitations created from it are
    unchanged.

    Raises NotFound, PreconditionFailed.
    """
    if (await group.load(tx, caller.account_id, group_id)).kind == group.TEAM:
        await team.lock_people(tx, caller.account_id)
    row = await group.locked(tx, caller.account_id, group_id)
    if_match.check(row.version)
    if row.kind == group.TEAM:
        await _release_people(tx, caller.account_id, row.id)
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
    await wake.create_cards(tx, caller.account_id)  # a rule may invite the group or apply to the team


class _Id(Struct):
    id: str


async def _release_people(tx: Tx, account_id: str, group_id: str) -> None:
    """The team is part of the records of its people, so their versions increase."""
    changed = await tx.many(
        _Id,
        """
        update people set version = version + 1, updated_at = :now
        where account_id = :account_id and id in (
          select person_id from team_people where account_id = :account_id and group_id = :group_id)
        returning id
        """,
        account_id=account_id,
        group_id=group_id,
    )
    data = [{"person_id": each.id} for each in changed]
    await events.record_each(tx, account_id, "person.updated", card_id=None, data=data)
