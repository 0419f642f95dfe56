"""Remind an invited giver of an unfinished payment, once, on the morning before its page closes.

The rules for reminders apply: the reminder is sent only if the invitation has reminders, at 09:00 in the
card's time zone, within the daily budget of the address, never for a closed card, and never to somebody who
has unsubscribed.
"""

from datetime import datetime, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

from msgspec import Struct

from wellwish.accounts import account
from wellwish.base.errors import NotFound
from wellwish.cards import card_row, design
from wellwish.cards.access import EVERYTHING, CardAccess
from wellwish.cards.card_row import CardRow
from wellwish.cards.morning import LATE, morning
from wellwish.contributions.mail_gift import mail_of
from wellwish.delivery import budget, message, suppression
from wellwish.delivery.message import Message
from wellwish.delivery.wording import Confirmation
from wellwish.infra import jobs
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.invitations.invitation import AUTO
from wellwish.payments.payment import PaymentRow

REMIND: Final = "contributions.remind_payment"
_AFTER: Final = timedelta(hours=2)  # a giver who is still looking for their bank card needs no reminder
_LEFT: Final = timedelta(hours=3)  # time left for paying if the email is sent on time


class _Left(Struct, frozen=True):
    """An unfinished payment and its invited giver; ``amount`` in minor units."""

    contribution_id: str
    card_id: str
    amount: int
    currency: str
    expires_at: datetime
    email: str
    address_key: str


async def plan(tx: Tx, row: CardRow, paying: PaymentRow) -> None:
    """Enqueues the reminder if a morning is at least ``_AFTER`` from now and ``_LEFT`` before expiry."""
    zone = ZoneInfo(row.timezone)
    at = morning((tx.now + _AFTER).astimezone(zone).date(), zone)
    if at < tx.now + _AFTER:
        at = morning((tx.now + _AFTER).astimezone(zone).date() + timedelta(days=1), zone)
    if at + _LEFT <= paying.expires_at:
        args = {"account_id": row.account_id, "payment_id": paying.id}
        await jobs.enqueue(tx, REMIND, [args], delay_s=(at - tx.now).total_seconds())


async def run(services: Services, args: dict[str, Any]) -> None:
    """Writes the email if the payment is still unfinished; a second run writes none."""
    account_id = args["account_id"]
    async with services.db.transaction([account_id]) as tx:
        left = await _find(tx, account_id, args["payment_id"])
        if left is None:
            return
        try:
            row = await card_row.load(tx, CardAccess(account_id, left.card_id, EVERYTHING))
        except NotFound:
            return
        zone = ZoneInfo(row.timezone)
        is_morning = timedelta() <= tx.now - morning(tx.now.astimezone(zone).date(), zone) <= LATE
        if row.status(tx.now) != "open" or not is_morning:
            return
        dedupe_key = f"gift_reminder:{left.contribution_id}"
        if await message.written(tx, account_id, [dedupe_key]):
            return
        if await suppression.among(tx, services.keys, account_id, [left.address_key]):
            return
        if not await budget.within_day_of_signer(tx, services, row.id, [left.address_key]):
            return
        mail = await _mail(tx, services, row, left, args["payment_id"], dedupe_key)
        await message.write(tx, services, account_id, [mail])


async def _find(tx: Tx, account_id: str, payment_id: str) -> _Left | None:
    return await tx.maybe(
        _Left,
        """
        select c.id as contribution_id, c.card_id, p.amount, p.currency, p.expires_at,
          i.delivery_id as email, i.address_key
        from payments p
        join contributions c on c.account_id = p.account_id and c.id = p.subject_id
        join cards k on k.account_id = c.account_id and k.id = c.card_id
        join invitations i on i.account_id = c.account_id and i.id = c.invitation_id
        where p.account_id = :account_id and p.id = :payment_id and p.status = 'pending'
          and p.expires_at >= :pays_until and c.note_status <> 'deleted' and not c.anonymous
          and i.delivery_type = 'email' and i.link_version = 1 and i.status not in ('revoked', 'suppressed')
          and (i.reminder in ('once', 'daily', 'weekly') or i.reminder = :auto and k.auto_reminders)
        """,
        account_id=account_id,
        payment_id=payment_id,
        pays_until=tx.now + _LEFT - LATE,
        auto=AUTO,
    )


async def _mail(
    tx: Tx, services: Services, row: CardRow, left: _Left, payment_id: str, dedupe_key: str
) -> Message:
    look = await design.look(tx, services.keys, row)
    owner = await account.load(tx, row.account_id)
    told = Confirmation(
        **design.mail_fields(row, look, owner),
        fact="unfinished",
        amount=left.amount,
        currency=left.currency,
        payment_id=payment_id,
        day=left.expires_at,
        timezone=row.timezone,
        is_invited=True,
    )
    return mail_of(told, left.email, row.id, dedupe_key, "gift_reminder")
