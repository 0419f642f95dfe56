"""Save a group of people."""

from collections.abc import Iterator

from wellwish import ids
from wellwish.db import Tx
from wellwish.errors import Fault
from wellwish.groups import group
from wellwish.groups.group import ExternalId, Group, GroupRow, Kind, Members, Name
from wellwish.http import Body, Caller


class NewGroup(Body, frozen=True, kw_only=True):
    """A new group."""

    name: Name
    external_id: ExternalId | None = None
    kind: Kind = group.PEOPLE
    members: Members = []

    def faults(self) -> Iterator[Fault]:
        """Members without an address."""
        yield from group.address_faults(self.members)


async def create(tx: Tx, caller: Caller, new: NewGroup) -> Group:
    """Raises InvalidRequest for phone numbers, GroupNameExists, ExternalIdExists."""
    members = await group.with_phones(tx, caller.account_id, new.members)
    row = await _insert(tx, caller, new)
    if row is None:
        raise await group.taken(tx, caller.account_id, new.name, new.external_id) or group.name_exists(None)
    await group.save_members(tx, caller.account_id, row.id, members)
    return group.record(row, len(members), members)


async def _insert(tx: Tx, caller: Caller, new: NewGroup) -> GroupRow | None:
    """Returns None where the name or the ``external_id`` is another group's."""
    return await tx.maybe(
        GroupRow,
        """
        insert into groups (account_id, id, name, external_id, kind, created_at, updated_at)
        values (:account_id, :id, :name, :external_id, :kind, :now, :now)
        on conflict do nothing
        returning {columns}
        """,
        account_id=caller.account_id,
        id=ids.new("grp"),
        name=new.name,
        external_id=new.external_id,
        kind=new.kind,
    )
