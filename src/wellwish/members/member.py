"""The member: its record, and the access rule of its operations.

A member is a row of memberships, or an invitation to become a member. Both have IDs of the same kind, and a
member keeps the ID of the invitation, because a user ID would reveal whether the service already knew the
address.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from wellwish.accounts import account
from wellwish.accounts.access import Owning, has_owner, owner_only
from wellwish.base import clock, ids
from wellwish.base.errors import OwnerRequired, Refusal
from wellwish.infra.db import Tx
from wellwish.infra.http import Body, Caller, Granted

Role = Literal["owner", "member"]
ROLES: Final = ("owner", "member")
MAX_MEMBERS: Final = 1000  # per account, including open invitations


class MemberRow(Struct, frozen=True):
    """A membership or an invitation; ``expires_at`` is None for a membership."""

    id: str
    user_id: str
    email: str
    name: str | None
    role: Role
    expires_at: datetime | None
    created_at: datetime


class AccountMember(Struct, frozen=True, kw_only=True):
    """A person who acts for the account or is invited to do so."""

    object: Literal["member"] = "member"
    id: Annotated[str, Meta(pattern=ids.pattern("mbr"))]
    email: str
    name: str | None
    role: Annotated[Role, Meta(description="`owner`, or `member`, who manages cards, groups and webhooks.")]
    status: Annotated[
        Literal["invited", "active"], Meta(description="`active` once the person has accepted.")
    ]
    expires_at: Annotated[str | None, Meta(description="Time when the invitation expires.")]
    created_at: str


def record(row: MemberRow) -> AccountMember:
    return AccountMember(
        id=row.id,
        email=row.email,
        name=row.name,
        role=row.role,
        status="active" if row.expires_at is None else "invited",
        expires_at=clock.rfc3339_or_none(row.expires_at),
        created_at=clock.rfc3339(row.created_at),
    )


class ManagesMembers:
    """Access rule: the caller's user must be an owner of the account. Locks the account.

    Refuses a platform if the account has an owner, whom it could otherwise remove to keep the account.

    The lock serialises member changes of an account: if two owners remove each other, the second is no longer
    an owner when it acquires the lock.
    """

    says = owner_only.says
    refuses: Sequence[type[Refusal]] = (OwnerRequired,)
    gives: Sequence[type] = (Owning,)

    async def __call__(self, tx: Tx, caller: Caller, path: Mapping[str, str], body: Body | None) -> Granted:
        """Raises OwnerRequired."""
        await owner_only(tx, caller, path, body)  # a user without an account has no account to lock
        await account.lock(tx, caller.account_id)
        granted = await owner_only(tx, caller, path, body)
        if caller.platform_id and await has_owner(tx, caller.account_id):
            raise OwnerRequired("Ask an owner of the account: its platform does not manage its members.")
        return granted


manages_members: Final = ManagesMembers()


async def find_membership(tx: Tx, account_id: str, member_id: str) -> MemberRow | None:
    """Returns the active member with this ID."""
    return await tx.maybe(
        MemberRow,
        """
        select coalesce(m.id, 'mbr_' || substr(m.user_id, 5)) as id, m.user_id, u.email, u.name, m.role,
          null::timestamptz as expires_at, m.created_at
        from memberships m join users u on u.id = m.user_id
        where m.account_id = :account_id and coalesce(m.id, 'mbr_' || substr(m.user_id, 5)) = :id
        """,
        account_id=account_id,
        id=member_id,
    )


async def delete_invitations_by(tx: Tx, account_id: str, user_id: str) -> None:
    """Deletes the open invitations of a previous owner, including those to customers of the account."""
    await tx.run(
        """
        delete from member_invitations
        where invited_by = :user_id and (account_id = :account_id or account_id in (
          select c.account_id from customers c where c.platform_id = :account_id))
        """,
        account_id=account_id,
        user_id=user_id,
    )


async def delete_invitations_of(tx: Tx, account_id: str, platform_id: str) -> None:
    """Deletes a platform's open invitations to its customer's account, if that account has an owner."""
    await tx.run(
        """
        delete from member_invitations
        where account_id = :account_id
          and invited_by in (select user_id from memberships where account_id = :platform_id)
          and exists (select 1 from memberships where account_id = :account_id and role = 'owner')
        """,
        account_id=account_id,
        platform_id=platform_id,
    )
