"""Decline an invitation."""

from wellwish.base.errors import InvitationState, NotFound
from wellwish.cards.access import CardAccess
from wellwish.cards.wake_jobs import tell_organisers_of
from wellwish.infra import events
from wellwish.infra.db import Tx
from wellwish.invitations.invitation import InvitationRow, locked


async def decline(tx: Tx, access: CardAccess, invite_id: str) -> InvitationRow:
    """Declines an invitation in any state of the card, which ends its reminders.

    Declining again has no effect, and signing undoes it.

    Raises NotFound for a link that has ended, InvitationState for an invitation that was used to sign or is
    shared.
    """
    row = await locked(tx, access, invite_id)
    if row.link is None:
        raise NotFound
    if row.status == "declined":
        return row
    if row.status == "contributed" or row.is_shared:
        raise InvitationState("The invitation was already used to sign, or is shared by several people.")
    declined = await tx.one(
        InvitationRow,
        """
        update invitations set
          status = 'declined', status_reason = null, next_reminder_at = null,
          version = version + 1, updated_at = :now
        where account_id = :account_id and id = :id
        returning {columns}
        """,
        account_id=access.account_id,
        id=row.id,
    )
    payload = {"invite_id": row.id, "card_id": access.card_id, "status": "declined"}
    await events.record(tx, access.account_id, "invitation.declined", card_id=access.card_id, data=payload)
    await tell_organisers_of(tx, access)
    return declined
