"""The refunds in dry-run responses."""

from msgspec import Struct

from wellwish.base.money import Money
from wellwish.infra.db import Tx
from wellwish.infra.http import MAX_LISTED, DryRun, DryRunRefund, Trial
from wellwish.payments.payment import Refund
from wellwish.payments.refund_requests.request import RefundRequest


class _Left(Struct):
    id: str
    amount: int
    currency: str


async def plan_refund(trial: Trial) -> DryRun:
    """Returns the refund that the trial opened."""
    made: Refund = trial.record
    return DryRun(refunds=[DryRunRefund(payment_id=made.payment_id, amount=made.amount)])


async def plan_approval(trial: Trial) -> DryRun:
    """Returns the refund that an approved request opened."""
    decided: RefundRequest = trial.record
    made = await trial.tx.one(
        _Refund,
        """
        select payment_id, amount, currency from refunds where account_id = :account_id and id = :id
        """,
        account_id=trial.caller.account_id,
        id=decided.refund_id,
    )
    amount = Money(made.amount, made.currency)
    return DryRun(refunds=[DryRunRefund(payment_id=made.payment_id, amount=amount)])


class _Refund(Struct):
    payment_id: str
    amount: int
    currency: str


async def refunds_of_card(tx: Tx, account_id: str, card_id: str) -> tuple[list[DryRunRefund], int]:
    """Returns the refunds of all money on a card, up to ``MAX_LISTED``, and the number of omitted ones.

    Takes no locks: the caller has locked the card, and bookings lock the payment before the card.
    """
    rows = await tx.many(
        _Left,
        """
        select id, amount - refunded - refunding - lost as amount, currency from payments
        where account_id = :account_id and card_id = :card_id
          and status in ('succeeded', 'partially_refunded') and refunded + refunding + lost < amount
        order by id limit 20000
        """,
        account_id=account_id,
        card_id=card_id,
    )
    listed = [
        DryRunRefund(payment_id=each.id, amount=Money(each.amount, each.currency))
        for each in rows[:MAX_LISTED]
    ]
    return listed, len(rows) - len(listed)
