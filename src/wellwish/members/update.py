"""Change the role of a member."""

from typing import Annotated

from wellwish.accounts.access import Owning
from wellwish.base.errors import LastOwner, NotFound
from wellwish.infra.db import Tx
from wellwish.infra.http import Change, word
from wellwish.members.member import (
    ROLES,
    AccountMember,
    MemberRow,
    delete_invitations_by,
    find_membership,
    record,
)


class MemberChange(Change, frozen=True, kw_only=True):
    """The new role."""

    role: Annotated[str, word(ROLES, "`owner`, or `member`, who manages cards, groups and webhooks.")]


async def update_member(tx: Tx, owning: Owning, member_id: str, change: MemberChange) -> AccountMember:
    """An account keeps at least one owner. Raises NotFound, LastOwner."""
    found = await find_membership(tx, owning.account_id, member_id)
    if found is None:
        return await _update_invitation(tx, owning.account_id, member_id, change.role)
    changed = await tx.run(
        """
        update memberships set role = :role
        where account_id = :account_id and user_id = :user_id and (
          :role = 'owner' or exists (
            select 1 from memberships o
            where o.account_id = :account_id and o.user_id <> :user_id and o.role = 'owner'))
        """,
        account_id=owning.account_id,
        user_id=found.user_id,
        role=change.role,
    )
    if not changed:
        raise LastOwner
    if change.role != "owner":
        await delete_invitations_by(tx, owning.account_id, found.user_id)
    updated = await find_membership(tx, owning.account_id, member_id)
    if updated is None:
        raise NotFound
    return record(updated)


async def _update_invitation(tx: Tx, account_id: str, member_id: str, role: str) -> AccountMember:
    row = await tx.found(
        MemberRow,
        """
        update member_invitations set role = :role
        where account_id = :account_id and id = :id and expires_at > :now
        returning id, user_id, email, null::text as name, role, expires_at, created_at
        """,
        account_id=account_id,
        id=member_id,
        role=role,
    )
    return record(row)
