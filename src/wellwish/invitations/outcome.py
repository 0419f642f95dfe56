"""Update an invitation when the outcome of its message is known."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from wellwish.accounts import reply_to
from wellwish.accounts.derived_link import DerivedLink
from wellwish.cards.access import EVERYTHING, CardAccess
from wellwish.cards.admins import link as admin_link
from wellwish.cards.link import INVITATION, Link, withdraw
from wellwish.cards.organisers import mail as organisers_mail
from wellwish.cards.organisers.mail import DESK_CARD
from wellwish.cards.wake_jobs import tell_organisers_of
from wellwish.delivery.mail import Outcome
from wellwish.delivery.mail_refund_request import DESK_MONEY
from wellwish.delivery.message import TO_ORGANISERS, TO_SIGNERS, MessageRow
from wellwish.infra import events
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.invitations.invitation import CARD_CLOSED, InvitationRow
from wellwish.members import link as member_link
from wellwish.payments import open as payments
from wellwish.payments.payment import PAY
from wellwish.people import own_page

# The event type for each outcome of a message.
_EVENTS: Final = {
    "delivered": "invitation.delivered",
    "bounced": "invitation.bounced",
    "failed": "invitation.failed",
    "suppressed": "invitation.suppressed",
}
# Link kinds that no table stores.
_DERIVED: Final[Mapping[str, DerivedLink]] = {
    each.kind: each for each in (admin_link.LINK, member_link.LINK, own_page.LINK, reply_to.LINK)
}


def link(services: Services, row: MessageRow) -> str | None:
    """Returns the link in the message, or None."""
    if row.link_kind is None or row.link_subject_id is None or row.link_version is None:
        return None
    keys, base_url = services.keys, services.settings.base_url
    if row.link_kind in _DERIVED:
        derived_link = _DERIVED[row.link_kind]
        return derived_link.url(keys, base_url, row.account_id, row.link_subject_id, row.link_version)
    if row.link_kind == DESK_CARD:
        return f"{base_url}/desk/cards/{row.link_subject_id}"
    if row.link_kind == DESK_MONEY:
        return f"{base_url}/desk/cards/{row.link_subject_id}/money"
    if row.link_kind == PAY:
        return payments.url_of(services, row.link_subject_id)
    derived = Link(row.link_kind, row.link_subject_id, row.link_version)
    url = derived.finished_url if row.kind in TO_SIGNERS else derived.url
    return url(keys, base_url)


async def obstacle(tx: Tx, row: MessageRow) -> str | None:
    """Returns the reason why a message to an invitee or organiser must not be sent any more, or None.

    Possible reasons: the invitation was answered or revoked, its address was corrected, its card is closed or
    deleted, or the person was deleted or has another address.
    """
    if row.link_kind == own_page.PERSON_LINK:
        is_current = await own_page.is_current(tx, row.account_id, row.link_subject_id, row.link_version)
        return None if is_current else "not_wanted"
    if row.kind in TO_ORGANISERS and row.card_id is not None:
        return await organisers_mail.obstacle(tx, row.account_id, row.card_id, row.recipient)
    if row.invitation_id is None:
        return None
    wanted = await tx.value(
        """
        select case
          when c.state = 'open' and (c.contribution_ends_at is null or c.contribution_ends_at > :now)
          then 'yes' else 'closed' end
        from invitations i
        join cards c on c.account_id = i.account_id and c.id = i.card_id and c.deleted_at is null
        where i.account_id = :account_id and i.id = :id and i.link_version = :link_version
          and i.status in ('queued', 'sent', 'delivered', 'opened')
        """,
        account_id=row.account_id,
        id=row.invitation_id,
        link_version=row.link_version,
    )
    if wanted == "closed":
        await _hold(tx, row, CARD_CLOSED)
        return CARD_CLOSED
    return None if wanted == "yes" else "not_wanted"


async def follow_accepted(tx: Tx, rows: Sequence[MessageRow]) -> None:
    """Updates the invitations of accepted messages, and records an event for each message.

    Messages to previous addresses do not affect their invitation.
    """
    mails = Counter(
        (row.account_id, row.invitation_id, row.link_version) for row in rows if row.invitation_id is not None
    )
    if not mails:
        return
    moved = await tx.many(
        _Sent,
        """
        with taken as materialized (
          -- In the order of keys, so that two processes cannot deadlock.
          select i.account_id, i.id, scope.mails
          from unnest(:accounts::text[], :ids::text[], :link_versions::int[], :mails::int[])
            as scope (tenant, invitation, version, mails)
          join invitations i on i.account_id = scope.tenant and i.id = scope.invitation
            and i.link_version = scope.version
          order by i.account_id, i.id
          for no key update of i)
        update invitations set
          status = case when status = 'queued' then 'sent' else status end,
          status_reason = case when status = 'queued' then null else status_reason end,
          sent_count = sent_count + taken.mails, last_sent_at = :now, version = version + 1, updated_at = :now
        from taken where invitations.account_id = taken.account_id and invitations.id = taken.id
        returning invitations.account_id, invitations.id, card_id, mails
        """,
        accounts=[account_id for account_id, _, _ in mails],
        ids=[invitation_id for _, invitation_id, _ in mails],
        link_versions=[link_version for _, _, link_version in mails],
        mails=list(mails.values()),
    )
    for each in moved:
        data = {"invite_id": each.id, "card_id": each.card_id}
        for _ in range(each.mails):
            await events.record(tx, each.account_id, "invitation.sent", card_id=each.card_id, data=data)


class _Sent(Struct):
    account_id: str
    id: str
    card_id: str
    mails: int


async def follow(tx: Tx, services: Services, row: MessageRow, outcome: Outcome) -> None:
    """Updates the invitation and records the event. Late and repeated outcomes have no effect."""
    if row.invitation_id is None:
        return
    if outcome.what == "retrying":
        await _hold(tx, row, outcome.reason)
        return
    moved = await _moved(tx, row, outcome)
    if moved is None:
        return
    if outcome.what == "suppressed":
        await withdraw(tx, services.keys, [Link(INVITATION, moved.id, moved.link_version)])
    data: dict[str, Any] = {"invite_id": moved.id, "card_id": moved.card_id, "status": moved.status}
    if outcome.what in ("failed", "bounced", "suppressed"):
        data["reason"] = moved.status_reason
    await events.record(tx, row.account_id, _EVENTS[outcome.what], card_id=moved.card_id, data=data)
    if "reason" in data:
        await tell_organisers_of(tx, CardAccess(row.account_id, moved.card_id, EVERYTHING))


async def _moved(tx: Tx, row: MessageRow, outcome: Outcome) -> InvitationRow | None:
    """Returns the updated invitation, or None if it is unchanged.

    Messages to previous addresses do not affect the invitation.
    """
    if outcome.what == "delivered":
        return await _delivered(tx, row)
    # A bounce can follow a delivery. A message that no server accepted changes only a queued invitation,
    # because an earlier message may have been sent.
    overcome = ["queued"] if row.status == "queued" else ["queued", "sent"]
    if outcome.what == "bounced":
        overcome = ["queued", "sent", "delivered"]
    return await tx.maybe(
        InvitationRow,
        """
        update invitations set
          status = :status, status_reason = :reason, version = version + 1, updated_at = :now
        where account_id = :account_id and id = :id and link_version = :link_version
          and status = any (:overcome)
        returning {columns}
        """,
        account_id=row.account_id,
        id=row.invitation_id,
        link_version=row.link_version,
        status=outcome.what,
        reason=outcome.reason,
        overcome=overcome,
    )


async def _delivered(tx: Tx, row: MessageRow) -> InvitationRow | None:
    return await tx.maybe(
        InvitationRow,
        """
        update invitations set
          status = case when status in ('queued', 'sent') then 'delivered' else status end,
          status_reason = null, delivered_at = :now, version = version + 1, updated_at = :now
        where account_id = :account_id and id = :id and link_version = :link_version and delivered_at is null
          and status in ('queued', 'sent', 'opened', 'contributed', 'declined')
        returning {columns}
        """,
        account_id=row.account_id,
        id=row.invitation_id,
        link_version=row.link_version,
    )


async def _hold(tx: Tx, row: MessageRow, reason: str | None) -> None:
    """Sets the reason why an unsent invitation stays queued."""
    await tx.run(
        """
        update invitations set status_reason = :reason, version = version + 1, updated_at = :now
        where account_id = :account_id and id = :id and link_version = :link_version
          and status = 'queued' and status_reason is distinct from :reason
        """,
        account_id=row.account_id,
        id=row.invitation_id,
        link_version=row.link_version,
        reason=reason,
    )
