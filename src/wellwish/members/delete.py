"""Remove a member, or withdraw an invitation."""

from wellwish.accounts.access import Owning
from wellwish.auth.credentials.end import end_credentials_of
from wellwish.auth.sign_in.end import end_sessions_in
from wellwish.base.errors import LastOwner, NotFound
from wellwish.infra.db import Tx
from wellwish.members.member import delete_invitations_by, find_membership


async def delete_member(tx: Tx, owning: Owning, member_id: str) -> None:
    """Ends the person's sessions in the account, their API keys and tokens.

    An account keeps at least one owner. Raises NotFound, LastOwner.
    """
    account_id = owning.account_id
    found = await find_membership(tx, account_id, member_id)
    if found is None:
        await _withdraw(tx, account_id, member_id)
        return
    removed = await tx.run(
        """
        delete from memberships
        where account_id = :account_id and user_id = :user_id and (
          role <> 'owner' or exists (
            select 1 from memberships o
            where o.account_id = :account_id and o.user_id <> :user_id and o.role = 'owner'))
        """,
        account_id=account_id,
        user_id=found.user_id,
    )
    if not removed:
        raise LastOwner
    # After the membership, because a session locks its row while it chooses the account.
    await end_sessions_in(tx, account_id, found.user_id)
    await end_credentials_of(tx, account_id, found.user_id)
    await delete_invitations_by(tx, account_id, found.user_id)


async def _withdraw(tx: Tx, account_id: str, member_id: str) -> None:
    withdrawn = await tx.run(
        "delete from member_invitations where account_id = :account_id and id = :id and expires_at > :now",
        account_id=account_id,
        id=member_id,
    )
    if not withdrawn:
        raise NotFound
