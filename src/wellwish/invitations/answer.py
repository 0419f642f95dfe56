"""Mark an invitation as answered after signing by name. Those used anonymously follow after closing."""

from wellwish.cards.access import CardAccess
from wellwish.infra.db import Tx
from wellwish.invitations.invitation import InvitationRow


async def answered(tx: Tx, access: CardAccess, row: InvitationRow) -> None:
    """Sets the invitation to contributed, so that no more messages are sent.

    An invitation that many people sign through keeps its status, and so does an invitation that a newer one
    replaced.
    """
    if row.is_shared:
        return
    await tx.run(
        """
        update invitations i set
          status = 'contributed', status_reason = null, next_reminder_at = null,
          contributed_at = coalesce(i.contributed_at, :now),
          opened_at = coalesce(i.opened_at, i.seen_at, date_trunc('day', :now, 'UTC')), seen_at = null,
          updated_at = :now, version = i.version + 1
        where i.account_id = :account_id and i.id = :id
          and i.status not in ('revoked', 'suppressed', 'contributed')
          and (i.status not in ('failed', 'bounced') or not exists (
            select 1 from invitations other
            where other.account_id = :account_id and other.card_id = i.card_id
              and other.address_key = i.address_key and other.id <> i.id
              and other.status not in ('revoked', 'failed', 'bounced')))
        """,
        account_id=access.account_id,
        id=row.id,
    )


async def blur(tx: Tx, access: CardAccess, row: InvitationRow) -> None:
    """Reduces the times of an answered invitation to days, because its named note becomes anonymous.

    The exact times equal those of the note. Readers of the name already know the author, so the change need
    not wait for the end of the card.
    """
    await tx.run(
        """
        update invitations set
          contributed_at = date_trunc('day', contributed_at, 'UTC'),
          updated_at = date_trunc('day', :now, 'UTC'), version = version + 1
        where account_id = :account_id and id = :id and status = 'contributed'
          and contributed_at > date_trunc('day', contributed_at, 'UTC')
        """,
        account_id=access.account_id,
        id=row.id,
    )
