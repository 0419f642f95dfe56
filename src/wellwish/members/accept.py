"""Accept or decline an invitation to an account, as the signed-in user who was invited."""

from typing import Literal

from msgspec import Struct

from wellwish.accounts import test_account
from wellwish.auth.sign_in.session import record_action
from wellwish.infra.db import Tx


class Invited(Struct, frozen=True):
    """An open invitation of a user."""

    id: str
    account_id: str
    name: str
    role: Literal["owner", "member"]


class _AccountId(Struct):
    account_id: str


async def list_invitations(tx: Tx, user_id: str) -> list[Invited]:
    """Returns the open invitations. Afterwards the transaction sees the accounts of these invitations."""
    rows = await tx.many(
        _AccountId,
        """
        select account_id from member_invitations where user_id = :user_id and expires_at > :now
        order by account_id limit 100
        """,
        user_id=user_id,
    )
    await tx.see([row.account_id for row in rows])
    return await tx.many(
        Invited,
        """
        select i.id, i.account_id, a.name, i.role from member_invitations i
        join accounts a on a.id = i.account_id and a.id = any (:account_ids)
        where i.user_id = :user_id and i.account_id = any (:account_ids) and i.expires_at > :now
        order by i.id desc limit 100
        """,
        user_id=user_id,
        account_ids=[row.account_id for row in rows],
    )


class _Accepted(Struct):
    account_id: str
    role: str


async def accept_invitation(tx: Tx, user_id: str, member_id: str, network: str) -> str | None:
    """Makes the user a member and returns the account, which the transaction then sees.

    Returns None for an invitation that has ended or belongs to another user.
    """
    accepted = await tx.maybe(
        _Accepted,
        """
        delete from member_invitations where id = :id and user_id = :user_id and expires_at > :now
        returning account_id, role
        """,
        id=member_id,
        user_id=user_id,
    )
    if accepted is None:
        return None
    await tx.run(
        """
        insert into memberships (account_id, user_id, role, id, created_at)
        values (:account_id, :user_id, :role, :id, :now) on conflict do nothing
        """,
        account_id=accepted.account_id,
        user_id=user_id,
        role=accepted.role,
        id=member_id,
    )
    await test_account.copy_membership(tx, accepted.account_id, user_id)
    await record_action(tx, "member.join", accepted.account_id, user_id, member_id, network)
    return accepted.account_id


async def decline_invitation(tx: Tx, user_id: str, member_id: str) -> None:
    await tx.run(
        "delete from member_invitations where id = :id and user_id = :user_id", id=member_id, user_id=user_id
    )
