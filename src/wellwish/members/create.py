"""Invite a person to the account."""

from datetime import timedelta
from typing import Annotated, Final

from wellwish.accounts.access import Owning
from wellwish.accounts.user import find_or_create
from wellwish.base import ids
from wellwish.base.errors import Fault, MemberExists, TooManyMembers
from wellwish.infra import jobs
from wellwish.infra.db import Tx
from wellwish.infra.http import Body, Caller, line, word
from wellwish.infra.http.addresses import email_address
from wellwish.members.mail import MAIL
from wellwish.members.member import MAX_MEMBERS, ROLES, AccountMember, MemberRow, record

LIFETIME: Final = timedelta(days=30)


class NewAccountMember(Body, frozen=True, kw_only=True):
    """The person to invite."""

    email: Annotated[
        str,
        line(254, "Email address.", required=True, check=email_address, schema={"format": "email"}),
    ]
    role: Annotated[str, word(ROLES, "`owner`, or `member`, who manages cards, groups and webhooks.")] = (
        "member"
    )


async def create_member(tx: Tx, owning: Owning, caller: Caller, new: NewAccountMember) -> AccountMember:
    """The person gets an email, and becomes a member once they have signed in and accepted.

    The invitation expires after 30 days. Raises OwnerRequired, MemberExists, TooManyMembers.
    """
    user_id = await find_or_create(tx, new.email, None)
    await tx.run(
        """
        delete from member_invitations
        where account_id = :account_id and user_id = :user_id and expires_at <= :now
        """,
        account_id=owning.account_id,
        user_id=user_id,
    )
    other = await _find(tx, owning.account_id, user_id)
    if other is not None:
        fault = Fault("/email", "exists", "This person is already a member of the account, or invited.")
        raise MemberExists(faults=[fault], members={"member_id": other})
    invited = await tx.maybe(
        MemberRow,
        """
        insert into member_invitations
          (account_id, id, user_id, email, role, invited_by, expires_at, created_at)
        select :account_id, :id, :user_id, :email, :role, :invited_by, :expires_at, :now
        where (select count(*) from memberships where account_id = :account_id)
          + (select count(*) from member_invitations where account_id = :account_id) < :most
        returning id, user_id, email, null::text as name, role, expires_at, created_at
        """,
        account_id=owning.account_id,
        id=ids.new("mbr"),
        user_id=user_id,
        email=new.email,
        role=new.role,
        invited_by=caller.user_id,
        expires_at=tx.now + LIFETIME,
        most=MAX_MEMBERS,
    )
    if invited is None:
        raise TooManyMembers
    await jobs.enqueue(tx, MAIL, [{"account_id": owning.account_id, "member_id": invited.id}])
    return record(invited)


async def _find(tx: Tx, account_id: str, user_id: str) -> str | None:
    return await tx.value(
        """
        select coalesce(id, 'mbr_' || substr(user_id, 5)) from memberships
        where account_id = :account_id and user_id = :user_id
        union all
        select id from member_invitations where account_id = :account_id and user_id = :user_id
        """,
        account_id=account_id,
        user_id=user_id,
    )
