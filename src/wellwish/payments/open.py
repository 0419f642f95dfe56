"""Open a payment: its row, link and expiry. The provider is called when the link is opened."""

from datetime import timedelta
from typing import Final

from msgspec import Struct

from wellwish.base import ids
from wellwish.base.crypto import link_hash
from wellwish.infra import jobs
from wellwish.infra.checkout import OPERATOR, Merchant
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.payments.merchant import SPARE, Whose
from wellwish.payments.payment import PAY, PaymentRow, Purpose

EXPIRE: Final = "payments.expire"
# Stripe pages and idempotency keys are valid for at most a day.
OPEN_FOR: Final = timedelta(hours=23)
GRACE: Final = timedelta(minutes=15)  # margin for events of payments made at the last moment


class NewPayment(Struct, frozen=True, kw_only=True):
    """A payment to open, and the job to run after each change of its state."""

    purpose: Purpose
    subject_id: str
    card_id: str | None = None
    merchant: Whose
    title: str
    amount: int
    currency: str
    follow: str
    return_url: str | None = None


async def open_payment(
    tx: Tx, services: Services, account_id: str, new: NewPayment, paid_to: Merchant
) -> tuple[PaymentRow, str]:
    """Returns the payment and the URL of its page."""
    payment_id, until = ids.new("pay"), tx.real_now + OPEN_FOR + GRACE  # real time, because polls use it
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
        return_url=new.return_url,
        expires_at=tx.now + OPEN_FOR,
        is_polled=paid_to.owner != OPERATOR,
        until=until,
        spare=until + SPARE,
    )
    args = {"account_id": account_id, "payment_id": row.id}
    await jobs.enqueue(tx, EXPIRE, [args], delay_s=(OPEN_FOR + GRACE).total_seconds())
    return row, url_of(services, row.id)


# One statement inserts the payment and its link and extends the polling of the account's own merchant.
# Polling starts now, since earlier events are not about our payments.
_OPEN: Final = """
    with opened as (
      insert into payments (account_id, id, purpose, subject_id, card_id, merchant, provider, paid_to,
        title, status, amount, currency, follow, return_url, expires_at, created_at, updated_at)
      values (:account_id, :id, :purpose, :subject_id, :card_id, :merchant, :provider, :paid_to,
        :title, 'pending', :amount, :currency, :follow, :return_url, :expires_at, :now, :now)
      returning {columns}
    ), linked as (
      insert into payment_links (hash, account_id, payment_id) values (:hash, :account_id, :id)
    ), polled as (
      insert into provider_polls (merchant, account_id, busy_until, polled_until)
      select :paid_to, :account_id, :spare, :real_now where :is_polled
      on conflict (merchant) do update set
        busy_until = greatest(provider_polls.busy_until, excluded.busy_until)
        where provider_polls.busy_until is null or provider_polls.busy_until < :until
    )
    select {columns} from opened
    """


def url_of(services: Services, payment_id: str) -> str:
    return f"{services.settings.base_url}/pay/{services.keys.link_token(PAY, payment_id, 1)}"
