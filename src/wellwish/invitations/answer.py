"""Mark an invitation as answered after signing."""

from wellwish.cards.access import CardAccess
from wellwish.db import Tx
from wellwish.invitations.invitation import InvitationRow


async def answered(tx: Tx, access: CardAccess, row: InvitationRow, *, anonymous: bool) -> None:
    """Sets the invitation to contributed, so that no more messages are sent.

    An invitation that many sign through never ends. For an anonymous author only the day is kept, also of the
    opening, and no event is recorded: times would reveal the author. An invitation replaced by a newer one is
    unchanged.
    """
    if row.is_shared:
        return
    await tx.run(
        """
        update invitations i set
          status = 'contributed', status_reason = null, next_reminder_at = null,
          contributed_at = case when :anonymous::boolean then date_trunc('day', :now, 'UTC')
            else coalesce(i.contributed_at, :now) end,
          opened_at = case when :anonymous then date_trunc('day', i.opened_at, 'UTC')
            else coalesce(i.opened_at, :now) end,
          updated_at = case when :anonymous then date_trunc('day', :now, 'UTC') else :now end,
          version = i.version + 1
        where i.account_id = :account_id and i.id = :id and i.status not in ('revoked', 'suppressed')
          and (i.status <> 'contributed'
            or :anonymous and i.contributed_at > date_trunc('day', i.contributed_at, 'UTC'))
          and (i.status not in ('failed', 'bounced') or not exists (
            select from invitations other
            where other.account_id = :account_id and other.card_id = i.card_id
              and other.address_key = i.address_key and other.id <> i.id
              and other.status not in ('revoked', 'failed', 'bounced')))
        """,
        account_id=access.account_id,
        id=row.id,
        anonymous=anonymous,
    )
