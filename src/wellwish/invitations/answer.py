"""Mark an invitation as answered after signing by name, and undo this when the note becomes anonymous.

Anonymous signing does not change invitations, so that no invitation reveals the author.
"""

from wellwish.cards.card_row import OfCard
from wellwish.cards.wake_jobs import REMIND, wake_jobs
from wellwish.infra import jobs
from wellwish.infra.db import Tx
from wellwish.invitations.invitation import InvitationRow
from wellwish.invitations.open import SHOW_OPENED


async def answered(tx: Tx, card: OfCard, row: InvitationRow) -> None:
    """Sets the invitation to contributed, so that no more messages are sent.

    Invitations with shared links and replaced invitations keep their status.
    """
    if row.is_shared:
        return
    await tx.run(
        """
        update invitations i set
          status = 'contributed', status_reason = null, contributed_at = :now,
          opened_at = coalesce(i.opened_at, i.seen_at, date_trunc('day', :now, 'UTC')), seen_at = null,
          unanswered_status = i.status, unanswered_reason = i.status_reason,
          unanswered_updated_at = i.updated_at,
          updated_at = :now, version = i.version + 1
        where i.account_id = :account_id and i.id = :id
          and i.status not in ('revoked', 'suppressed', 'contributed')
          and (i.status not in ('failed', 'bounced') or not exists (
            select 1 from invitations other
            where other.account_id = :account_id and other.card_id = i.card_id
              and other.address_key = i.address_key and other.id <> i.id
              and other.status not in ('revoked', 'failed', 'bounced')))
        """,
        account_id=card.account_id,
        id=row.id,
    )


async def unanswered(tx: Tx, card: OfCard, row: InvitationRow) -> None:
    """Restores the state of an answered invitation to that of an opened one.

    This includes the version, because a new version would identify the author. Today's openings are shown
    tomorrow, like all others. An invitation remains answered while another person has signed through it by
    name. Planned reminders continue.
    """
    midnight = tx.now.replace(hour=0, minute=0, second=0, microsecond=0)
    put_back = await tx.run(
        # An ``updated_at`` later than the answer is the time of a later change. If no status is stored, an
        # earlier release marked the invitation as answered.
        """
        update invitations i set
          status = case
            when i.unanswered_status in ('declined', 'failed', 'bounced') then i.unanswered_status
            when was.is_opened then 'opened'
            when i.delivered_at is not null then 'delivered'
            when i.sent_count > 0 then 'sent'
            else 'queued' end,
          status_reason = case
            when i.unanswered_status in ('declined', 'failed', 'bounced') then i.unanswered_reason
            when was.is_opened or i.delivered_at is not null or i.sent_count > 0 then null
            when i.unanswered_status is null and not i.sends then 'link_only'
            else i.unanswered_reason end,
          contributed_at = null,
          opened_at = case when was.is_opened then i.opened_at end,
          seen_at = case when not was.is_opened then i.opened_at end,
          updated_at = greatest(
            case
              when i.updated_at > i.contributed_at then i.updated_at
              else coalesce(i.unanswered_updated_at, greatest(i.created_at, i.last_sent_at, i.delivered_at))
              end,
            case when was.is_opened
              then (i.opened_at at time zone 'utc' + interval '1 day') at time zone 'utc' end),
          -- An opening on the day of the answer would have been shown by another change since.
          version = i.version - case
            when was.is_opened and i.opened_at >= date_trunc('day', i.contributed_at, 'UTC') then 0
            else 1 end,
          unanswered_status = null, unanswered_reason = null, unanswered_updated_at = null
        from (
          select a.id, a.opened_at < :midnight as is_opened from invitations a
          where a.account_id = :account_id and a.id = :id
        ) as was
        where i.account_id = :account_id and i.id = was.id and i.status = 'contributed' and not exists (
          select 1 from contributions c
          where c.account_id = :account_id and c.card_id = :card_id and c.invitation_id = :id
            and not c.anonymous and c.note_status <> 'deleted')
        """,
        account_id=card.account_id,
        card_id=card.card_id,
        id=row.id,
        midnight=midnight,
    )
    if put_back:
        await wake_jobs(tx, card, [REMIND])
        args = {"account_id": card.account_id, "card_id": card.card_id}
        await jobs.wake(tx, SHOW_OPENED, {card.card_id: args})
