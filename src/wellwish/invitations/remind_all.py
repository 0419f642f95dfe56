"""Remind the invitees who have not signed a card."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Final, Literal
from zoneinfo import ZoneInfo

from msgspec import Meta, Struct

from wellwish.base import ids
from wellwish.cards import card
from wellwish.cards.access import CardAccess
from wellwish.cards.card_row import HeldCard, check_open
from wellwish.delivery import budget
from wellwish.infra.db import Tx
from wellwish.infra.http import Body, Caller, Services
from wellwish.infra.http.budget import INVITEES
from wellwish.invitations import address
from wellwish.invitations.remind import remind
from wellwish.invitations.reminder import MOST


class RemindAll(Body, frozen=True, kw_only=True):
    """Whom to remind: everyone on the card who has not signed."""

    preview: Annotated[bool, Meta(description="Whether only to count invitees. Nothing is sent.")] = False
    skip_messaged_today: Annotated[
        bool,
        Meta(
            description="Whether to skip invitees who were already sent a message about the card on this day "
            "(in the card's `timezone`), such as the invitation."
        ),
    ] = False


class Skipped(Struct, frozen=True, kw_only=True):
    """Numbers of invitees who have not signed and are not reminded, by reason."""

    not_sent: Annotated[int, Meta(description="Not sent yet, or never sent by Wellwish.")] = 0
    reminded_today: Annotated[int, Meta(description="Reminded by this operation on this day (UTC).")] = 0
    messaged_today: Annotated[
        int, Meta(description="Already got a message today; 0 unless these people are skipped.")
    ] = 0
    reminder_limit: Annotated[int, Meta(description=f"Already got {MOST} reminders.")] = 0
    message_limit: Annotated[int, Meta(description="Address at its message limit for today.")] = 0
    suppressed: Annotated[int, Meta(description="Their address receives no messages.")] = 0


class ReminderRun(Struct, frozen=True, kw_only=True):
    """The numbers of people who are reminded, or would be, and of people who are skipped."""

    object: Literal["reminder_run"] = "reminder_run"
    card_id: Annotated[str, Meta(pattern=ids.pattern("card"))]
    preview: bool
    reminded: int
    skipped: Skipped


class _Waiting(Struct, frozen=True):
    id: str
    address_key: str
    is_sent: bool
    reminders_sent: int
    last_sent_at: datetime | None


async def remind_all(
    tx: Tx, caller: Caller, access: CardAccess, row: HeldCard, services: Services, asked: RemindAll
) -> ReminderRun:
    """Reminds each invitee at most once a day, and at most five times in all, including automatic reminders.
    The daily limits on messages to an address apply.

    Raises NotFound, CardClosed, CardState.
    """
    check_open(row, tx.now)
    waiting = await _waiting(tx, access, is_locked=not asked.preview)
    refusals = {each.id: _refusal(each) for each in waiting}
    skipped: Counter[str] = Counter(reason for reason in refusals.values() if reason is not None)
    due = [each for each in waiting if refusals[each.id] is None]
    people = await card.recipients(tx, access.account_id, access.card_id)
    keys = [each.address_key for each in due]
    barred = await address.barred(tx, services, row, people, keys, is_recorded=not asked.preview)
    skipped["suppressed"] = sum(each.address_key in barred for each in due)
    due = [each for each in due if each.address_key not in barred]
    if asked.skip_messaged_today:
        due = await _without_messaged(tx, services, row, due, skipped)
    due = await _within(tx, services, access, due, skipped, is_counted=not asked.preview)
    if not asked.preview:
        services.budget.charge(caller.payer, len(due) // INVITEES)
        await remind(tx, access, [each.id for each in due])
    return ReminderRun(
        card_id=access.card_id, preview=asked.preview, reminded=len(due), skipped=Skipped(**skipped)
    )


async def find_suppressed(tx: Tx, services: Services, access: CardAccess, row: HeldCard) -> list[str]:
    """Returns the IDs of the invitations that are not reminded because their address is suppressed."""
    due = [each for each in await _waiting(tx, access, is_locked=False) if _refusal(each) is None]
    people = await card.recipients(tx, access.account_id, access.card_id)
    keys = [each.address_key for each in due]
    barred = await address.barred(tx, services, row, people, keys, is_recorded=False)
    return [each.id for each in due if each.address_key in barred]


def _refusal(waiting: _Waiting) -> str | None:
    if not waiting.is_sent:
        return "not_sent"
    return "reminder_limit" if waiting.reminders_sent >= MOST else None


async def _without_messaged(
    tx: Tx, services: Services, row: HeldCard, due: Sequence[_Waiting], skipped: Counter[str]
) -> list[_Waiting]:
    """Returns the invitations without those that were sent a message today.

    Invitations that this operation reminded today remain, because the daily limit skips them with another
    reason.
    """
    zone = ZoneInfo(row.timezone)
    today = tx.now.astimezone(zone).date()
    messaged = {
        _subject(services, each)
        for each in due
        if each.last_sent_at is not None and each.last_sent_at.astimezone(zone).date() == today
    }
    messaged -= await budget.used_up(tx, list(messaged), 1, budget.day_end(tx.now))
    skipped["messaged_today"] = len(messaged)
    return [each for each in due if _subject(services, each) not in messaged]


def _subject(services: Services, waiting: _Waiting) -> bytes:
    """Returns the subject of the daily limit on reminders of an invitation."""
    return services.keys.pseudonym(f"reminder of {waiting.id}")


async def _within(
    tx: Tx,
    services: Services,
    access: CardAccess,
    due: Sequence[_Waiting],
    skipped: Counter[str],
    *,
    is_counted: bool,
) -> list[_Waiting]:
    """Returns the invitations within today's limits; with ``is_counted``, counts their reminders."""
    subjects = {_subject(services, each): each for each in due}
    day_end = budget.day_end(tx.now)
    if is_counted:
        fresh = [subjects[each] for each in await budget.take(tx, list(subjects), 1, day_end)]
    else:
        used = await budget.used_up(tx, list(subjects), 1, day_end)
        fresh = [each for subject, each in subjects.items() if subject not in used]
    skipped["reminded_today"] = len(due) - len(fresh)
    keys = [each.address_key for each in fresh]
    if is_counted:
        within = await budget.within_day(tx, services, access.card_id, keys)
    else:
        within = await budget.may_get_more(tx, services, access.card_id, keys)
    granted = [each for each in fresh if each.address_key in within]
    skipped["message_limit"] = len(fresh) - len(granted)
    return granted


# A preview takes no locks; reminding uses the same lock order as ``send``.
_SEEN: Final = """
    select id, address_key, status <> 'queued' and sends and asked > 0 as is_sent, reminders_sent,
      last_sent_at
    from invitations
    where account_id = :account_id and card_id = :card_id and not is_parent
      and delivery_type in ('email', 'sms') and status in ('queued', 'sent', 'delivered', 'opened')
    order by id limit 20000
    """
_LOCKED: Final = """
    select id, address_key, status <> 'queued' and sends and asked > 0 as is_sent, reminders_sent,
      last_sent_at
    from invitations
    where account_id = :account_id and card_id = :card_id and not is_parent
      and delivery_type in ('email', 'sms') and status in ('queued', 'sent', 'delivered', 'opened')
    order by id limit 20000
    for no key update
    """


async def _waiting(tx: Tx, access: CardAccess, *, is_locked: bool) -> list[_Waiting]:
    """Returns the unanswered invitations to email addresses and phone numbers."""
    given = {"account_id": access.account_id, "card_id": access.card_id}
    if is_locked:
        return await tx.many(_Waiting, _LOCKED, **given)
    return await tx.many(_Waiting, _SEEN, **given)
