"""Open a payment: its row, its link, the end of its time; the provider hears of it by the opened link."""

from datetime import timedelta
from typing import Final

from msgspec import Struct

from wellwish import ids, jobs
from wellwish.checkout import OPERATOR, Merchant
from wellwish.crypto import link_hash
from wellwish.db import Tx
from wellwish.http import Services
from wellwish.payments.merchant import SPARE, Whose
from wellwish.payments.payment import PAY, PaymentRow, Purpose

EXPIRE: Final = "payments.expire"
# A page of Stripe's lives a day at most, and so does an idempotency key of its.
OPEN_FOR: Final = timedelta(hours=23)
GRACE: Final = timedelta(minutes=15)  # so that what was paid at the last moment has been told


class New(Struct, frozen=True, kw_only=True):
    """What is to be paid, and the job that follows each change of its state."""

    purpose: Purpose
    subject_id: str
    card_id: str | None = None
    merchant: Whose
    title: str
    amount: int
    currency: str
    follow: str


async def open_payment(
    tx: Tx, services: Services, account_id: str, new: New, paid_to: Merchant
) -> tuple[PaymentRow, str]:
    """Returns the payment and the URL at which it is made."""
    payment_id, until = ids.new("pay"), tx.now + OPEN_FOR + GRACE
    row = await tx.one(
        PaymentRow,
        _OPEN,
        account_id=account_id,
        id=payment_id,
        hash=link_hash(services.keys.link_token(PAY, payment_id, 1)),
        purpose=new.purpose,
        subject_id=new.subject_id,
        card_id=new.card_id,
        merchant=new.merchant,
        provider=paid_to.provider,
        paid_to=paid_to.name,
        title=new.title,
        amount=new.amount,
        currency=new.currency,
        follow=new.follow,
        expires_at=tx.now + OPEN_FOR,
        is_polled=paid_to.owner != OPERATOR,
        until=until,
        spare=until + SPARE,
    )
    args = {"account_id": account_id, "payment_id": row.id}
    await jobs.enqueue(tx, EXPIRE, [args], delay_s=(OPEN_FOR + GRACE).total_seconds())
    return row, url_of(services, row.id)


# The payment, its link, and how long the events of an account's own merchant are asked for each time:
# those of before its first payment are about no payment of ours.
_OPEN: Final = """
    with opened as (
      insert into payments (account_id, id, purpose, subject_id, card_id, merchant, provider, paid_to,
        title, status, amount, currency, follow, expires_at, created_at, updated_at)
      values (:account_id, :id, :purpose, :subject_id, :card_id, :merchant, :provider, :paid_to,
        :title, 'pending', :amount, :currency, :follow, :expires_at, :now, :now)
      returning {columns}
    ), linked as (
      insert into payment_links (hash, account_id, payment_id) values (:hash, :account_id, :id)
    ), polled as (
      insert into provider_polls (merchant, account_id, busy_until, polled_until)
      select :paid_to, :account_id, :spare, :now where :is_polled
      on conflict (merchant) do update set
        busy_until = greatest(provider_polls.busy_until, excluded.busy_until)
        where provider_polls.busy_until is null or provider_polls.busy_until < :until
    )
    select {columns} from opened
    """


def url_of(services: Services, payment_id: str) -> str:
    """Returns the URL at which a payment is made."""
    return f"{services.settings.base_url}/pay/{services.keys.link_token(PAY, payment_id, 1)}"
