"""Derive the state of a gift from its payments, and determine which payments must be refunded."""

from collections.abc import Sequence
from typing import Final

from msgspec import structs

from wellwish.contributions.gift import GROWS, CurrentGift, Given, MoneyStatus
from wellwish.infra.db import Tx
from wellwish.payments.payment import PaymentRow

_MOST: Final = 1000  # payments per contribution


class GivenPayment(PaymentRow, frozen=True):
    """A payment of a contribution; ``goes_back`` means that all of its money is or will be refunded."""

    goes_back: bool


def replaced(payments: Sequence[PaymentRow]) -> set[str]:
    """Returns the IDs of payments that succeeded after the giver started another one that still counts."""
    later = [each for each in payments if each.status not in ("failed", "cancelled")]
    return {
        each.id
        for each in payments
        if each.succeeded_at is not None
        and any(other.id > each.id and other.created_at < each.succeeded_at for other in later)
    }


async def payments_of(tx: Tx, account_id: str, contribution_id: str) -> list[PaymentRow]:
    """Returns the payments of a contribution, oldest first."""
    return await tx.many(
        PaymentRow,
        """
        select {columns} from payments where account_id = :account_id and subject_id = :contribution_id
        order by id limit :most
        """,
        account_id=account_id,
        contribution_id=contribution_id,
        most=_MOST,
    )


def _left(paying: PaymentRow) -> int:
    return paying.amount - paying.refunded - paying.lost


def from_payments(given: Given, payments: Sequence[PaymentRow]) -> Given:
    """Returns the gift with the sum of payments that have money left, or with the state of the newest one."""
    if given.money_method != "online" or not payments:
        return given
    newest = payments[-1]
    # A fully returned payment counts only until another payment begins.
    made = [each for each in payments if each.succeeded_at is not None and _left(each) > 0]
    settled = [each for each in payments if each.succeeded_at is not None]
    if not made and newest.succeeded_at is not None:
        made = [newest]
    elif not made and settled and newest.status in ("failed", "cancelled") and newest.id != given.payment_id:
        made = [settled[-1]]  # the newest payment was intended to add to these, which were refunded
    if not made:
        waits: dict[str, MoneyStatus] = {
            "pending": "pending", "processing": "processing", "failed": "failed",
        }  # fmt: skip
        return structs.replace(given, money_status=waits.get(newest.status, "cancelled"))
    amount = sum(each.amount for each in made)
    refunded = min(amount, sum(each.refunded + each.lost for each in made))
    status: MoneyStatus = "paid"
    if any(each.disputed_at is not None for each in made):
        status = "disputed"
    elif all(each.status == "lost" for each in made):
        status = "lost"
    elif refunded:
        status = "refunded" if refunded == amount else "partially_refunded"
    return structs.replace(
        given,
        money_status=status,
        money_amount=amount,
        money_refunded=refunded,
        payment_id=made[-1].id,
    )


async def current(tx: Tx, account_id: str, contribution_id: str, given: Given) -> CurrentGift:
    """Returns the gift of a contribution, and its open payment."""
    if given.money_method != "online" or given.money_status not in ("pending", "processing", *GROWS):
        return CurrentGift(given)
    return current_of(given, await payments_of(tx, account_id, contribution_id))


def current_of(given: Given, payments: Sequence[PaymentRow]) -> CurrentGift:
    """Returns the gift as the job ``follow_payment`` will store it; ``payments`` are ordered oldest first."""
    if given.money_method != "online" or given.money_status not in ("pending", "processing", *GROWS):
        return CurrentGift(given)
    if not payments:
        return CurrentGift(given, paid_id=given.payment_id)
    gone, newest = replaced(payments), payments[-1]
    now = from_payments(given, [each for each in payments if each.id not in gone])
    if newest.status == "pending":
        return CurrentGift(now, newest, now.payment_id if now.may_grow else None)
    if newest.succeeded_at is not None or not now.may_grow:
        return CurrentGift(now, paid_id=newest.id)
    return CurrentGift(now, paid_id=None if newest.status == "processing" else now.payment_id)


def completed_last(payments: Sequence[GivenPayment]) -> GivenPayment | None:
    made = [(each.succeeded_at, each.id, each) for each in payments if each.succeeded_at is not None]
    return max(made, key=lambda each: each[:2])[2] if made else None


async def load(tx: Tx, account_id: str, contribution_id: str) -> list[GivenPayment]:
    """Returns the payments of a contribution, oldest first.

    ``goes_back`` is true for a payment that was completed after its note was removed or after the giver chose
    cash or another payment, and for a payment whose card is cancelled or deleted. After a failed refund, it
    is false, because the owner then decides. The job that requests the refund (``follow_payment``) applies
    the same rules.
    """
    return await tx.many(
        GivenPayment,
        """
        select {columns} from payments p cross join lateral (
          select p.succeeded_at is not null and p.status in ('succeeded', 'partially_refunded')
            and p.lost = 0 and (p.refunded + p.refunding = p.amount or (
              not exists (
                select 1 from refunds r where r.account_id = p.account_id and r.payment_id = p.id
                  and r.status = 'failed')
              and (
                not exists (
                  select 1 from cards k where k.account_id = p.account_id and k.id = p.card_id
                    and k.deleted_at is null and k.state <> 'cancelled' and k.cancelling_at is null)
                or exists (
                  select 1 from contributions c where c.account_id = p.account_id and c.id = p.subject_id
                    and (c.deleted_at < p.succeeded_at or c.money_method = 'cash'
                      and not (c.money_status = 'promised' and c.money_amount = p.amount)))
                or exists (
                  select 1 from payments o where o.account_id = p.account_id and o.subject_id = p.subject_id
                    and o.id > p.id and o.created_at < p.succeeded_at
                    and o.status not in ('failed', 'cancelled'))))) as goes_back
          -- Citus refuses a lateral select without a table.
          from payments s where s.account_id = p.account_id and s.id = p.id) b
        where account_id = :account_id and subject_id = :contribution_id order by id limit :most
        """,
        account_id=account_id,
        contribution_id=contribution_id,
        most=_MOST,
    )
