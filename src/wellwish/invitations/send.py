"""Send invitations: write the message of each, once for each time that it was asked for."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

import msgspec
from msgspec import Struct

from wellwish import events, jobs
from wellwish.cards import card
from wellwish.cards.access import EVERYTHING, OnCard
from wellwish.cards.card import CardRow
from wellwish.cards.link import INVITATION, withdraw
from wellwish.db import Tx
from wellwish.delivery import budget, message, wording
from wellwish.delivery.message import Message
from wellwish.delivery.wording import Invite
from wellwish.errors import NotFound
from wellwish.http import Parts
from wellwish.invitations import address
from wellwish.invitations.invitation import BUDGET, CARD_CLOSED, NO_PROVIDER, RECIPIENT, InvitationRow

SEND: Final = "invitations.send"
_BATCH: Final = 100  # invitations a job: one transaction of a few statements, far below a lease


class Sending(Struct, frozen=True, array_like=True):
    """One message that was asked for; ``counted`` tells that the address's budget has been asked already."""

    invite_id: str
    link_version: int
    number: int
    counted: bool = False


class _Due(Struct, frozen=True):
    row: InvitationRow
    sending: Sending

    @property
    def dedupe_key(self) -> str:
        return f"invitation:{self.row.id}:{self.sending.link_version}:{self.sending.number}"


async def enqueue(tx: Tx, on: OnCard, sendings: Sequence[Sending], *, delay_s: float = 0) -> None:
    """Has the messages written after this transaction, in jobs of some each."""
    if sendings:
        args = [
            {"account_id": on.account_id, "card_id": on.card_id, "sendings": sendings[begin : begin + _BATCH]}
            for begin in range(0, len(sendings), _BATCH)
        ]
        await jobs.enqueue(tx, SEND, args, delay_s=delay_s)


async def run(parts: Parts, args: dict[str, Any]) -> None:
    """Writes what is still due. A second run finds the messages of the first."""
    on = OnCard(args["account_id"], args["card_id"], EVERYTHING)
    async with parts.db.transaction([on.account_id]) as tx:
        try:
            row = await card.load(tx, on)
        except NotFound:
            return
        due = await _due(tx, on, msgspec.convert(args["sendings"], list[Sending]))
        if reason := obstacle(row, parts, tx.now):
            await _hold(tx, on, due, reason)
            return
        barred = address.of_recipients(row, await card.recipients(tx, on.account_id, on.card_id))
        await _suppress(tx, on, parts, [each.row for each in due if each.row.address_key in barred])
        await _write(tx, on, parts, row, [each for each in due if each.row.address_key not in barred])


def obstacle(row: CardRow, parts: Parts, now: datetime) -> str | None:
    """Returns why nothing can be sent for the card, or None."""
    if row.status(now) != "open":
        return CARD_CLOSED
    return None if parts.settings.demo else NO_PROVIDER


async def _due(tx: Tx, on: OnCard, sendings: Sequence[Sending]) -> list[_Due]:
    """Returns what still wants a message, locked: not answered, ended, corrected or written since.

    Each statement looks rows up by a list of keys, without a join: a plan that was made while the
    tables were small stays good when a group of thousands has filled them.
    """
    rows = await tx.many(
        InvitationRow,
        """
        select {columns} from invitations
        where account_id = :account_id and id = any (:ids) and not is_parent
          and status in ('queued', 'sent', 'delivered', 'opened')
        order by id limit 1000
        for no key update
        """,
        account_id=on.account_id,
        ids=[each.invite_id for each in sendings],
    )
    asked_for = {each.invite_id: each for each in sendings}
    due = [_Due(row, asked_for[row.id]) for row in rows if row.link_version == asked_for[row.id].link_version]
    written = await message.written(tx, on.account_id, [each.dedupe_key for each in due])
    return [each for each in due if each.dedupe_key not in written]


async def _write(tx: Tx, on: OnCard, parts: Parts, row: CardRow, due: Sequence[_Due]) -> None:
    asking = [each.row.address_key for each in due if not each.sending.counted]
    within = await budget.within_day(tx, parts, on.card_id, asking)
    late = [each for each in due if not each.sending.counted and each.row.address_key not in within]
    if late:
        await _hold(tx, on, late, BUDGET)
        tomorrow_s = (budget.day_end(tx.now) - tx.now).total_seconds()
        await enqueue(tx, on, [each.sending for each in late], delay_s=tomorrow_s)
    now = {each.dedupe_key: each for each in due if each.sending.counted or each.row.address_key in within}
    written = await message.write(tx, on.account_id, [_message(row, each) for each in now.values()])
    await _mark_sent(tx, on, [now[key].row.id for key in written])


def _message(row: CardRow, due: _Due) -> Message:
    invited = due.row
    invite = Invite(
        card_title=row.title,
        sender=row.sender,
        recipient=row.recipient,
        name=invited.name,
        title=invited.title,
        message=invited.message,
        ends_at=row.contribution_ends_at,
        timezone=row.timezone,
    )
    mail = invited.delivery_type == address.EMAIL
    return Message(
        channel=message.EMAIL if mail else message.SMS,
        recipient=invited.delivery_id,
        subject=wording.invitation_subject(invite) if mail else None,
        body=wording.invitation_email(invite) if mail else wording.invitation_sms(invite),
        link_kind=INVITATION,
        link_subject_id=invited.id,
        link_version=invited.link_version,
        dedupe_key=due.dedupe_key,
    )


async def _mark_sent(tx: Tx, on: OnCard, invite_ids: Sequence[str]) -> None:
    if not invite_ids:
        return
    await tx.run(
        """
        update invitations set
          status = case status when 'queued' then 'sent' else status end, status_reason = null,
          sent_count = sent_count + 1, last_sent_at = :now, version = version + 1, updated_at = :now
        where account_id = :account_id and id = any (:ids)
        """,
        account_id=on.account_id,
        ids=list(invite_ids),
    )
    told = [{"invite_id": each, "card_id": on.card_id} for each in invite_ids]
    await events.record_each(tx, on.account_id, "invitation.sent", card_id=on.card_id, data=told)


async def _hold(tx: Tx, on: OnCard, due: Sequence[_Due], reason: str) -> None:
    """Says why those that were never sent stay queued."""
    await tx.run(
        """
        update invitations set status_reason = :reason, version = version + 1, updated_at = :now
        where account_id = :account_id and id = any (:ids)
          and status = 'queued' and status_reason is distinct from :reason
        """,
        account_id=on.account_id,
        ids=[each.row.id for each in due],
        reason=reason,
    )


async def _suppress(tx: Tx, on: OnCard, parts: Parts, rows: Sequence[InvitationRow]) -> None:
    """Ends the invitations of people who have become recipients of the card since."""
    if not rows:
        return
    await tx.run(
        """
        update invitations set
          status = 'suppressed', status_reason = :reason, version = version + 1, updated_at = :now
        where account_id = :account_id and id = any (:ids)
        """,
        account_id=on.account_id,
        ids=[each.id for each in rows],
        reason=RECIPIENT,
    )
    await withdraw(tx, parts.keys, [each.link for each in rows if each.link is not None])
