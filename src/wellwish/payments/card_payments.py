"""The payments of a card: whether it holds money, and which payments can be refunded or erased."""

from datetime import datetime

from msgspec import Struct

from wellwish.base.errors import PaymentProviderMissing
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.payments import ledger, merchant
from wellwish.payments.payment import PaymentRow


class RefundProgress(Struct, frozen=True):
    """Numbers of a card's payments: those with pending refunds, those still refundable, and those with a
    failed refund.
    """

    under_way: int
    left: int
    failed: int


class _PaidTo(Struct):
    paid_to: str


async def holds_money(tx: Tx, account_id: str, card_id: str) -> bool:
    """Returns whether the card has money that is not refunded or whose refund is pending.

    Disputed money counts until the dispute is lost, because it may be returned.
    """
    return await tx.value(
        """
        select exists (
          select true from payments p
          where p.account_id = :account_id and p.card_id = :card_id and p.succeeded_at is not null
            and (p.refunding > 0 or p.amount > (
              select coalesce(sum(case when l.debit = :refunds then l.amount else -l.amount end), 0)
              from ledger l
              where l.account_id = p.account_id and l.payment_id = p.id
                and (l.debit = :refunds or l.credit = :refunds))))
        """,
        account_id=account_id,
        card_id=card_id,
        refunds=f"refunds:{card_id}",
    )


async def holds_cash(tx: Tx, account_id: str, card_id: str) -> bool:
    """Returns whether the card has confirmed cash, which its admins hold and cannot be refunded here."""
    return await tx.value(
        """
        select exists (
          select 1 from ledger_balances where account_id = :account_id and name = :cash and balance <> 0)
        """,
        account_id=account_id,
        cash=ledger.cash(card_id),
    )


async def check_reachable(tx: Tx, services: Services, account_id: str, card_id: str) -> None:
    """Raises PaymentProviderMissing if the provider of a refundable payment is no longer configured."""
    rows = await tx.many(
        _PaidTo,
        """
        select distinct paid_to from payments
        where account_id = :account_id and card_id = :card_id
          and status in ('succeeded', 'partially_refunded') and refunded + refunding + lost < amount
        limit 1000
        """,
        account_id=account_id,
        card_id=card_id,
    )
    for row in rows:
        if await merchant.find_by_name(tx, services, account_id, row.paid_to) is None:
            raise PaymentProviderMissing


async def refundable(
    tx: Tx, account_id: str, card_id: str, *, since: datetime, limit: int
) -> list[PaymentRow]:
    """Locks up to ``limit`` refundable payments without a refund that failed after ``since``."""
    return await tx.many(
        PaymentRow,
        """
        select {columns} from payments p
        where p.account_id = :account_id and p.card_id = :card_id
          and p.status in ('succeeded', 'partially_refunded') and p.refunded + p.refunding + p.lost < p.amount
          and not exists (
            select 1 from refunds r where r.account_id = p.account_id and r.payment_id = p.id
              and r.status = 'failed' and r.updated_at >= :since)
        order by p.id limit :count for no key update of p
        """,
        account_id=account_id,
        card_id=card_id,
        since=since,
        count=limit,
    )


async def refund_progress(tx: Tx, account_id: str, card_id: str, *, since: datetime) -> RefundProgress:
    """Counts the payments of a card by refund progress."""
    return await tx.one(
        RefundProgress,
        """
        select count(*) filter (where p.refunding > 0) as under_way,
          count(*) filter (where p.status in ('succeeded', 'partially_refunded')
            and p.refunded + p.refunding + p.lost < p.amount and f.failed is null) as left,
          count(*) filter (where p.status in ('succeeded', 'partially_refunded')
            and p.refunded + p.refunding + p.lost < p.amount and f.failed) as failed
        from payments p left join lateral (
          select true as failed from refunds r where r.account_id = p.account_id and r.payment_id = p.id
            and r.status = 'failed' and r.updated_at >= :since limit 1) f on true
        where p.account_id = :account_id and p.card_id = :card_id
        """,
        account_id=account_id,
        card_id=card_id,
        since=since,
    )


async def erase(tx: Tx, account_id: str, card_id: str) -> None:
    """Erases texts in a card's payments: titles, return URLs and refund requests of contributors."""
    await tx.run(
        "delete from refund_requests where account_id = :account_id and card_id = :card_id",
        account_id=account_id,
        card_id=card_id,
    )
    await tx.run(
        """
        update payments set title = '', return_url = null
        where account_id = :account_id and card_id = :card_id
        """,
        account_id=account_id,
        card_id=card_id,
    )
