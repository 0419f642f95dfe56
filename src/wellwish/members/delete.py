"""Remove a member, or withdraw an invitation."""

from typing import Literal

from wellwish.accounts.access import Owning
from wellwish.auth.credentials.end import end_credentials_of
from wellwish.auth.sign_in.end import end_sessions_in
from wellwish.base.errors import LastOwner, NotFound
from wellwish.infra.db import Tx
from wellwish.members.member import delete_invitations_by, find_membership

Left = Literal["ended", "kept", "none"]


async def delete_member(tx: Tx, owning: Owning, member_id: str) -> None:
    """Ends the person's sessions in the account, and their API keys and tokens.

    An account keeps at least one owner. Raises NotFound, LastOwner.
    """
    account_id = owning.account_id
    found = await find_membership(tx, account_id, member_id)
    if found is None:
        await _withdraw(tx, account_id, member_id)
        return
    if await end_membership(tx, account_id, found.user_id) == "kept":
        raise LastOwner


async def end_membership(tx: Tx, account_id: str, user_id: str) -> Left:
    """Ends the membership, and all credentials with which the person acts for the account.

    The only owner remains a member. The account must be locked.
    """
    ended = await tx.run(
        """
        delete from memberships
        where account_id = :account_id and user_id = :user_id and (
          role <> 'owner' or exists (
            select 1 from memberships o
            where o.account_id = :account_id and o.user_id <> :user_id and o.role = 'owner'))
        """,
        account_id=account_id,
        user_id=user_id,
    )
    if not ended and await tx.value(
        "select true from memberships where account_id = :account_id and user_id = :user_id",
        account_id=account_id,
        user_id=user_id,
    ):
        return "kept"
    # After the membership: a session locks the membership while it selects the account.
    await end_sessions_in(tx, account_id, user_id)
    await end_credentials_of(tx, account_id, user_id)
    await delete_invitations_by(tx, account_id, user_id)
    return "ended" if ended else "none"


async def _withdraw(tx: Tx, account_id: str, member_id: str) -> None:
    withdrawn = await tx.run(
        "delete from member_invitations where account_id = :account_id and id = :id and expires_at > :now",
        account_id=account_id,
        id=member_id,
    )
    if not withdrawn:
        raise NotFound
