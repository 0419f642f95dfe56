"""Update the money of a contribution from its payments: paid, failed, refunded, disputed."""

from typing import Any, Final

from msgspec import structs

from wellwish.contributions import contribution
from wellwish.contributions.contribution import ContributionRow
from wellwish.contributions.gift import Given, MoneyStatus
from wellwish.db import Tx
from wellwish.http import Services
from wellwish.payments import charge, payment, refund
from wellwish.payments.payment import PaymentRow

_MOST: Final = 1000  # payments per contribution


async def run(services: Services, args: dict[str, Any]) -> None:
    """Reads the payments' current state; a second run changes nothing.

    Money counts for the card whatever its state; on a cancelled or deleted card it is refunded.
    """
    account_id = args["account_id"]
    async with services.db.transaction([account_id]) as tx:
        paying = await payment.locked(tx, account_id, args["payment_id"])
        if paying is None:
            return
        if paying.succeeded_at is not None:
            await charge.accept(tx, account_id, paying)
        # The card before the contribution, the lock order of signing: otherwise the two could deadlock.
        goes_back = paying.refundable and not await _keeps_money(tx, account_id, paying)
        await _follow(tx, account_id, paying)
        if goes_back:
            await _give_back(tx, account_id, services, paying)


async def _follow(tx: Tx, account_id: str, paying: PaymentRow) -> None:
    row = await tx.maybe(
        ContributionRow,
        """
        select {columns} from contributions where account_id = :account_id and id = :id for no key update
        """,
        account_id=account_id,
        id=paying.subject_id,
    )
    if row is None:
        return
    given = _standing(row.given, await _payments(tx, account_id, row.id))
    if given == row.given:
        return
    moved = await contribution.keep_gift(tx, row, given)
    if moved.money_status == "paid" and row.money_status != "paid":
        await contribution.record_events(tx, moved, "contribution.paid")


async def _keeps_money(tx: Tx, account_id: str, paying: PaymentRow) -> bool:
    """Returns whether the card exists and is not being cancelled; locks it against both."""
    sql = """
        select true from cards
        where account_id = :account_id and id = :id and deleted_at is null and state <> 'cancelled'
          and cancelling_at is null for share
        """
    return bool(await tx.value(sql, account_id=account_id, id=paying.card_id))


async def _give_back(tx: Tx, account_id: str, services: Services, paying: PaymentRow) -> None:
    """Refunds money that came late or back from a won dispute; the owner handles refunds that failed
    before.
    """
    tried = await payment.refunds_of(tx, account_id, paying.id)
    if not any(each.status == "failed" for each in tried):
        await refund.ask(tx, account_id, services, paying, None)


async def _payments(tx: Tx, account_id: str, contribution_id: str) -> list[PaymentRow]:
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


def _standing(given: Given, payments: list[PaymentRow]) -> Given:
    """Returns the sum of all settled payments, otherwise the state of the newest one."""
    if given.money_method != "online" or not payments:
        return given
    made = [each for each in payments if each.succeeded_at is not None]
    if not made:
        newest = payments[-1]
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
