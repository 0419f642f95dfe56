"""Remind invitees who have not signed: one job per card, which waits for the next relevant morning.

All invitations of a card depend on its time zone and end, so they share a job. A new time zone, end or
invitation wakes the job, which then plans again (docs/decisions/0011-reminders.md).
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from msgspec import Struct

from wellwish.base.errors import CardClosed, CardState, NotFound
from wellwish.cards import card_row
from wellwish.cards.access import EVERYTHING, CardAccess
from wellwish.cards.card_row import CardRow
from wellwish.cards.wake_jobs import REMIND, wake_jobs
from wellwish.delivery import budget
from wellwish.infra import events
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.invitations import send
from wellwish.invitations.invitation import AUTO
from wellwish.invitations.reminder import MOST, ReminderTerms, due_at, is_planned, next_reminder
from wellwish.invitations.send import Sending

_CHUNK: Final = 500  # invitations per transaction, to keep its locks short


async def plan(tx: Tx, access: CardAccess, row: CardRow, reminder: str) -> None:
    """Plans the reminders of new invitations, if any, after this transaction."""
    if reminder in ("once", "daily", "weekly") or (reminder == AUTO and row.auto_reminders):
        await wake_jobs(tx, access, [REMIND])


async def run(services: Services, args: dict[str, Any]) -> datetime | None:
    """Sends due reminders, plans the others, and returns the next morning. A second run finds none due."""
    access = CardAccess(args["account_id"], args["card_id"], EVERYTHING)
    following: list[datetime] = []
    after: str | None = ""
    while after is not None:
        async with services.db.transaction([access.account_id]) as tx:
            try:
                row = await card_row.held_open(tx, access)
            except (NotFound, CardClosed, CardState):
                return None
            after, more = await _chunk(tx, services, access, row, after)
            following += more
    return min(following, default=None)


class _Waiting(Struct, frozen=True):
    id: str
    address_key: str
    reminder: str
    created_at: datetime
    reminders_from: datetime | None
    next_reminder_at: datetime | None
    reminders_sent: int
    is_sent: bool

    def terms(self, row: CardRow) -> ReminderTerms:
        """Returns the terms for the card's current values."""
        return ReminderTerms(
            reminder=self.reminder,
            auto_reminders=row.auto_reminders,
            invited_at=self.reminders_from or self.created_at,
            ends_at=row.contribution_ends_at,
            timezone=row.timezone,
        )


class _Planned(Struct, frozen=True):
    waiting: _Waiting
    next_at: datetime | None  # the planned time of the reminder
    is_due: bool
    look_at: datetime | None  # when the job has to run for this invitation


async def _chunk(
    tx: Tx, services: Services, access: CardAccess, row: CardRow, after: str
) -> tuple[str | None, list[datetime]]:
    """Processes the next invitations. Returns the last ID, or None at the end, and the times of next runs."""
    found = await _waiting(tx, access, after)
    planned = [_planned(each, row, tx.now) for each in found]
    await _save(tx, access, [each for each in planned if each.next_at != each.waiting.next_reminder_at])
    due = [each.waiting for each in planned if each.is_due]
    if due:
        # Budgets are counted here, so that an address over its budget is skipped instead of mailed at night.
        within = await budget.within_day(tx, services, access.card_id, [each.address_key for each in due])
        await remind(tx, access, [each.id for each in due if each.address_key in within])
    times = [each.look_at for each in planned if each.look_at is not None]
    return (found[-1].id if len(found) == _CHUNK else None), times


async def _waiting(tx: Tx, access: CardAccess, after: str) -> list[_Waiting]:
    """Returns the invitations that may get reminders, with the same lock order as ``send``."""
    return await tx.many(
        _Waiting,
        """
        select id, address_key, reminder, created_at, reminders_from, next_reminder_at, reminders_sent,
          status <> 'queued' as is_sent
        from invitations
        where account_id = :account_id and card_id = :card_id and id > :after and not is_parent and sends
          and delivery_type in ('email', 'sms') and status in ('queued', 'sent', 'delivered', 'opened')
          and reminder <> 'none' and reminders_sent < :most
        order by id limit :chunk
        for no key update
        """,
        account_id=access.account_id,
        card_id=access.card_id,
        after=after,
        most=MOST,
        chunk=_CHUNK,
    )


def _planned(waiting: _Waiting, row: CardRow, now: datetime) -> _Planned:
    terms, at = waiting.terms(row), waiting.next_reminder_at
    if at is None or not is_planned(terms, at):
        at = next_reminder(terms, now)  # new, or planned with a previous end, time zone or setting
    goes_at = None if at is None else due_at(terms, at, now)
    if goes_at is None or goes_at > now:
        return _Planned(waiting, None if goes_at is None else at, is_due=False, look_at=goes_at)
    following = next_reminder(terms, now)
    # Invitees whose first message is still queued are not reminded.
    return _Planned(waiting, following, is_due=waiting.is_sent, look_at=following)


async def _save(tx: Tx, access: CardAccess, planned: Sequence[_Planned]) -> None:
    if planned:
        await tx.run(
            """
            update invitations i set next_reminder_at = p.next_at
            from unnest(:ids::text[], :times::timestamptz[]) as p (id, next_at)
            where i.account_id = :account_id and i.id = p.id and i.id = any (:ids)
            """,
            account_id=access.account_id,
            ids=[each.waiting.id for each in planned],
            times=[each.next_at for each in planned],
        )


async def remind(tx: Tx, access: CardAccess, invite_ids: Sequence[str]) -> None:
    """Requests a reminder for each invitation. The caller has locked the rows and counted the budgets."""
    if not invite_ids:
        return
    asked = await tx.many(
        _Asked,
        """
        update invitations set
          asked = asked + 1, reminders_sent = reminders_sent + 1, version = version + 1, updated_at = :now
        where account_id = :account_id and id = any (:ids) and reminders_sent < :most
        returning {columns}
        """,
        account_id=access.account_id,
        ids=list(invite_ids),
        most=MOST,
    )
    sendings = [
        Sending(each.id, each.link_version, each.asked, counted=True, kind="reminder") for each in asked
    ]
    await send.enqueue(tx, access, sendings)
    payloads = [
        {"invite_id": each.id, "card_id": access.card_id, "reminders_sent": each.reminders_sent}
        for each in asked
    ]
    await events.record_each(
        tx, access.account_id, "invitation.reminded", card_id=access.card_id, data=payloads
    )


class _Asked(Struct):
    id: str
    link_version: int
    asked: int
    reminders_sent: int
