"""Write the message of each requested invitation once.

This job applies budgets and suppressions; a separate job delivers each message.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from wellwish.accounts import account, test_account
from wellwish.accounts.account import Account
from wellwish.base.errors import NotFound
from wellwish.base.language import spoken
from wellwish.cards import card, card_row, design
from wellwish.cards.access import EVERYTHING, CardAccess
from wellwish.cards.card_row import CardRow
from wellwish.cards.design import Look
from wellwish.cards.link import INVITATION, withdraw
from wellwish.cards.wake_jobs import tell_organisers_of
from wellwish.delivery import budget, message, numbering, wording
from wellwish.delivery.mail import NO_SERVER_PAUSE
from wellwish.delivery.message import Message
from wellwish.infra import events, jobs
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.invitations import address
from wellwish.invitations.content import invite_of
from wellwish.invitations.invitation import (
    ACCOUNT_BUDGET,
    BUDGET,
    CARD_CLOSED,
    NO_PROVIDER,
    RECIPIENT,
    InvitationRow,
)

SEND: Final = "invitations.send"
# Invitations per job. Few, because writing them blocks the event loop, which jobs of other accounts share.
_BATCH: Final = 25


class Sending(Struct, frozen=True, array_like=True):
    """A requested message; ``counted`` means that it is already counted in the budget of the address."""

    invite_id: str
    link_version: int
    number: int
    counted: bool = False
    kind: Literal["invitation", "resend", "reminder"] = "invitation"


class _Due(Struct, frozen=True):
    row: InvitationRow
    sending: Sending

    @property
    def dedupe_key(self) -> str:
        return f"invitation:{self.row.id}:{self.sending.link_version}:{self.sending.number}"


async def enqueue(tx: Tx, access: CardAccess, sendings: Sequence[Sending], *, delay_s: float = 0) -> None:
    if sendings:
        of_card = {"account_id": access.account_id, "card_id": access.card_id}
        args = [of_card | {"sendings": sendings[at : at + _BATCH]} for at in range(0, len(sendings), _BATCH)]
        await jobs.enqueue(tx, SEND, args, delay_s=delay_s, is_bulk=len(sendings) > message.BULK)


async def run(services: Services, args: dict[str, Any]) -> None:
    """Writes the messages that are still due. A second run has no effect."""
    access = CardAccess(args["account_id"], args["card_id"], EVERYTHING)
    async with services.db.transaction([access.account_id]) as tx:
        try:
            row = await card_row.load(tx, access)
        except NotFound:
            return
        due = await still_due(tx, access, msgspec.convert(args["sendings"], list[Sending]))
        if row.status(tx.now) != "open":
            await _hold(tx, access, due, CARD_CLOSED)
            return
        people = await card.recipients(tx, access.account_id, access.card_id)
        barred = await address.barred(tx, services, row, people, [each.row.address_key for each in due])
        await _suppress(tx, access, services, [each.row for each in due], barred)
        due = [each for each in due if each.row.address_key not in barred]
        due = await _with_provider(tx, access, services, due)
        due = await _reachable(tx, access, services, due)
        await _write(tx, access, services, row, await _within_budgets(tx, access, services, due))


def _can_send(services: Services, delivery_type: str) -> bool:
    """Returns whether the channel has a provider."""
    return services.mail.ready if delivery_type == address.EMAIL else services.sms.ready


async def _keeps(tx: Tx, access: CardAccess, services: Services) -> bool:
    """Returns whether messages stay in an outbox, as in demo mode and for test data."""
    return services.settings.demo or await test_account.is_test(tx, access.account_id)


async def still_due(tx: Tx, access: CardAccess, sendings: Sequence[Sending]) -> list[_Due]:
    """Returns the invitations that still need the message, locked.

    Omits invitations that were answered, ended or corrected after the request, and those whose message is
    written. Each statement selects rows by a list of keys, without a join, so that a plan for small tables is
    still efficient after a group of thousands has filled them.
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
        account_id=access.account_id,
        ids=[each.invite_id for each in sendings],
    )
    asked_for = {each.invite_id: each for each in sendings}
    due = [_Due(row, asked_for[row.id]) for row in rows if row.link_version == asked_for[row.id].link_version]
    written = await message.written(tx, access.account_id, [each.dedupe_key for each in due])
    return [each for each in due if each.dedupe_key not in written]


async def _with_provider(tx: Tx, access: CardAccess, services: Services, due: Sequence[_Due]) -> list[_Due]:
    """Returns the messages with a provider. Others are retried until there is a provider."""
    if await _keeps(tx, access, services):
        return list(due)
    waiting = [each for each in due if not _can_send(services, each.row.delivery_type)]
    if waiting:
        await _hold(tx, access, waiting, NO_PROVIDER)
        pause_s = NO_SERVER_PAUSE.total_seconds()
        await enqueue(tx, access, [each.sending for each in waiting], delay_s=pause_s)
    return [each for each in due if each not in waiting]


async def _reachable(tx: Tx, access: CardAccess, services: Services, due: Sequence[_Due]) -> list[_Due]:
    """Returns the messages to reachable addresses. Fails those to landlines and excluded countries."""
    countries = None if await _keeps(tx, access, services) else services.settings.sms_countries
    texts = [each for each in due if each.row.delivery_type == address.SMS]
    refused = {
        each.row.id: reason
        for each in texts
        if (reason := numbering.refusal(each.row.delivery_id, countries)) is not None
    }
    if refused:
        failed = await tx.many(
            InvitationRow,
            """
            update invitations i set
              status = 'failed', status_reason = r.reason, version = version + 1, updated_at = :now
            from unnest(:ids::text[], :reasons::text[]) as r (id, reason)
            where i.account_id = :account_id and i.id = r.id and i.status = 'queued'
            returning {i.columns}
            """,
            account_id=access.account_id,
            ids=list(refused),
            reasons=list(refused.values()),
        )
        data = [
            {
                "invite_id": each.id,
                "card_id": access.card_id,
                "status": "failed",
                "reason": each.status_reason,
            }
            for each in failed
        ]
        await events.record_each(
            tx, access.account_id, "invitation.failed", card_id=access.card_id, data=data
        )
        await tell_organisers_of(tx, access)
    return [each for each in due if each.row.id not in refused]


async def _within_budgets(tx: Tx, access: CardAccess, services: Services, due: Sequence[_Due]) -> list[_Due]:
    """Returns the messages within today's budgets. Others wait until tomorrow."""
    asking = [each.row.address_key for each in due if not each.sending.counted]
    within = await budget.within_day(tx, services, access.card_id, asking)
    may = [each for each in due if each.sending.counted or each.row.address_key in within]
    await _tomorrow(tx, access, [each for each in due if each not in may], BUDGET)
    granted = await budget.within_account(tx, services, access.account_id, len(may))
    await _tomorrow(tx, access, may[granted:], ACCOUNT_BUDGET)
    return may[:granted]


async def _tomorrow(tx: Tx, access: CardAccess, late: Sequence[_Due], reason: str) -> None:
    if late:
        await _hold(tx, access, late, reason)
        tomorrow_s = (budget.day_end(tx.now) - tx.now).total_seconds()
        await enqueue(tx, access, [each.sending for each in late], delay_s=tomorrow_s)


async def _write(tx: Tx, access: CardAccess, services: Services, row: CardRow, due: Sequence[_Due]) -> None:
    if not due:
        return
    look = await design.look(tx, services.keys, row)
    owner = await account.load(tx, access.account_id)
    by_key = {each.dedupe_key: each for each in due}
    messages = [_message(row, look, owner, each) for each in by_key.values()]
    written = await message.write(tx, services, access.account_id, messages)
    if await _keeps(tx, access, services):
        await _mark_sent(tx, access, [by_key[key].row.id for key in written])


def _message(row: CardRow, look: Look, owner: Account, due: _Due) -> Message:
    invited, number = due.row, due.sending.number
    invite = invite_of(
        row,
        look,
        owner,
        kind=due.sending.kind,
        name=invited.name,
        title=invited.title,
        message=invited.message,
    )
    mail = wording.invitation_email(invite) if invited.delivery_type == address.EMAIL else None
    return Message(
        channel=message.SMS if mail is None else message.EMAIL,
        kind=due.sending.kind,
        recipient=invited.delivery_id,
        subject=None if mail is None else wording.invitation_subject(invite),
        body=wording.invitation_sms(invite) if mail is None else wording.plain(mail),
        content=mail,
        card_id=row.id,
        invitation_id=invited.id,
        # The first email uses the invitation ID as its reference. Later emails need other references, because
        # email clients would otherwise hide them as copies.
        reference=invited.id if number == 1 else f"{invited.id}.{number}",
        link_kind=INVITATION,
        link_subject_id=invited.id,
        link_version=invited.link_version,
        dedupe_key=due.dedupe_key,
        language=spoken(row.locale).code,
    )


async def _mark_sent(tx: Tx, access: CardAccess, invite_ids: Sequence[str]) -> None:
    if not invite_ids:
        return
    await tx.run(
        """
        update invitations set
          status = case when status = 'queued' then 'sent' else status end, status_reason = null,
          sent_count = sent_count + 1, last_sent_at = :now, version = version + 1, updated_at = :now
        where account_id = :account_id and id = any (:ids)
        """,
        account_id=access.account_id,
        ids=list(invite_ids),
    )
    data = [{"invite_id": each, "card_id": access.card_id} for each in invite_ids]
    await events.record_each(tx, access.account_id, "invitation.sent", card_id=access.card_id, data=data)


async def _hold(tx: Tx, access: CardAccess, due: Sequence[_Due], reason: str) -> None:
    """Sets the reason why unsent invitations stay queued."""
    await tx.run(
        """
        update invitations set status_reason = :reason, version = version + 1, updated_at = :now
        where account_id = :account_id and id = any (:ids)
          and status = 'queued' and status_reason is distinct from :reason
        """,
        account_id=access.account_id,
        ids=[each.row.id for each in due],
        reason=reason,
    )


async def _suppress(
    tx: Tx,
    access: CardAccess,
    services: Services,
    rows: Sequence[InvitationRow],
    barred: Mapping[str, str | None],
) -> None:
    """Ends the invitations of recipients, and those of suppressed addresses that are still queued."""
    ending = [
        each
        for each in rows
        if each.address_key in barred and (barred[each.address_key] == RECIPIENT or each.status == "queued")
    ]
    if not ending:
        return
    await tx.run(
        """
        update invitations i set
          status = 'suppressed', status_reason = e.reason, version = version + 1, updated_at = :now
        from unnest(:ids::text[], :reasons::text[]) as e (id, reason)
        where i.account_id = :account_id and i.id = e.id
        """,
        account_id=access.account_id,
        ids=[each.id for each in ending],
        reasons=[barred[each.address_key] for each in ending],
    )
    await withdraw(tx, services.keys, [each.link for each in ending if each.link is not None])
