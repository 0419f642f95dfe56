"""Inform contributors by email that a payment succeeded, failed at the bank, or was refunded.

The transaction that records a fact also writes the email, only once: the dedupe key identifies the fact.
"""

from datetime import datetime, timedelta
from typing import Final

from msgspec import Struct

from wellwish.accounts import account
from wellwish.base.errors import NotFound
from wellwish.cards import card_row, design
from wellwish.cards.access import EVERYTHING, CardAccess
from wellwish.contributions import receipt_address
from wellwish.delivery import message, wording
from wellwish.delivery.message import EMAIL, Message
from wellwish.delivery.wording import Confirmation
from wellwish.delivery.wording.gift import Fact
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.payments import payment
from wellwish.payments.payment import PAY, PaymentRow

# An older refund was already announced; another change to its payment started this run.
_NEWS_FOR: Final = timedelta(days=7)


class _News(Struct, frozen=True):
    """A fact about a payment or, if refunded, a refund; ``amount`` is in minor units."""

    fact: Fact
    subject_id: str
    amount: int

    @property
    def key(self) -> str:
        return f"gift_{self.fact}:{self.subject_id}"


async def mail_paid(tx: Tx, services: Services, account_id: str, paying: PaymentRow) -> None:
    """Confirms a payment, in the transaction that accepts it."""
    await _write(tx, services, account_id, paying, [_News("paid", paying.id, paying.amount)])


async def mail_ended(tx: Tx, services: Services, account_id: str, paying: PaymentRow) -> None:
    """Reports a debit that failed days after the page was closed, and each new refund."""
    news: list[_News] = []
    if paying.status == "failed" and paying.processing_at is not None:
        news.append(_News("failed", paying.id, paying.amount))
    if paying.refunded:
        refunds = await payment.refunds_of(tx, account_id, paying.id)
        news += [
            _News("refunded", each.id, each.amount)
            for each in reversed(refunds)
            if each.status == "succeeded" and each.updated_at > tx.now - _NEWS_FOR
        ]
    if news:
        written = await message.written(tx, account_id, [each.key for each in news])
        await _write(tx, services, account_id, paying, [each for each in news if each.key not in written])


async def _write(tx: Tx, services: Services, account_id: str, paying: PaymentRow, news: list[_News]) -> None:
    if not news:
        return
    to = await receipt_address.addressee(tx, services.keys, account_id, paying.subject_id)
    if to is None:
        return
    try:
        row = await card_row.load(tx, CardAccess(account_id, to.card_id, EVERYTHING))
    except NotFound:
        return
    look = await design.look(tx, services.keys, row)
    owner = await account.load(tx, account_id)
    mails: list[Message] = []
    for each in news:
        told = Confirmation(
            **design.mail_fields(row, look, owner),
            fact=each.fact,
            amount=each.amount,
            currency=paying.currency,
            payment_id=paying.id,
            day=_day(tx, each.fact, paying),
            timezone=row.timezone,
            is_invited=to.is_invited,
        )
        mails.append(mail_of(told, to.email, to.card_id, each.key))
    await message.write(tx, services, account_id, mails)


def _day(tx: Tx, fact: Fact, paying: PaymentRow) -> datetime:
    return paying.succeeded_at if fact == "paid" and paying.succeeded_at is not None else tx.now


def mail_of(
    told: Confirmation, email: str, card_id: str, dedupe_key: str, kind: message.Kind = "gift"
) -> Message:
    """Returns the email to the giver; its link leads to the payment, never to the note."""
    words = wording.gift_email(told)
    return Message(
        channel=EMAIL,
        kind=kind,
        recipient=email,
        subject=wording.gift_subject(told),
        body=wording.plain(words),
        content=words,
        card_id=card_id,
        link_kind=PAY,
        link_subject_id=told.payment_id,
        link_version=1,
        dedupe_key=dedupe_key,
    )
