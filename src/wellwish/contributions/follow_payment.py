"""Update the money of a contribution from its payments: paid, failed, refunded, disputed."""

from typing import Any

from msgspec import structs

from wellwish.cards.access import EVERYTHING, CardAccess
from wellwish.cards.wake_jobs import REACH_GOAL, wake_jobs
from wellwish.contributions import contribution, gift_state, mail_gift, pledge
from wellwish.contributions.contribution import DELETED, ContributionRow
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.infra.jobs import end_with, running_job
from wellwish.payments import charge, payment, refund
from wellwish.payments.payment import PaymentRow
from wellwish.payments.refund_requests import request


async def run(services: Services, args: dict[str, Any]) -> None:
    """Reads the payments' current state, so that a second run has no effect.

    Money counts in every state of the card, but the money of a cancelled or deleted card is refunded.
    """
    account_id = args["account_id"]
    async with services.db.transaction([account_id]) as tx:
        paying = await payment.locked(tx, account_id, args["payment_id"])
        if paying is None:
            return
        row = await _locked(tx, account_id, paying)
        awaits_goal = await _keeps_money(tx, account_id, paying) if row is None else row.awaits_goal
        keeps = awaits_goal is not None
        is_meant = row is None or await _follow(tx, account_id, paying, row)
        # Last, because it locks the card's balance, on which the card's other payments then wait.
        is_new = paying.succeeded_at is not None and await charge.accept(tx, account_id, paying)
        if paying.refundable and not (keeps and is_meant):
            await _give_back(tx, account_id, services, paying)
        if is_new and keeps and is_meant and row is not None and (row.invitation_id or row.has_address):
            await mail_gift.mail_paid(tx, services, account_id, paying)
        if paying.status == "failed" or paying.refunded:
            await mail_gift.mail_ended(tx, services, account_id, paying)
        if paying.status in ("refunded", "lost"):
            await request.close(tx, account_id, paying.id)
        if awaits_goal and paying.card_id is not None and paying.succeeded_at is not None:
            await wake_jobs(tx, CardAccess(account_id, paying.card_id, EVERYTHING), [REACH_GOAL])
        end_with(tx, running_job())


class _Followed(ContributionRow, frozen=True):
    awaits_goal: bool | None  # whether the card has a goal to reach, from `_keeps_money`
    has_address: bool | None  # whether there is an address for confirmations


async def _locked(tx: Tx, account_id: str, paying: PaymentRow) -> _Followed | None:
    """Returns the contribution of the payment, if it has one.

    Locks the card first, as signing does: otherwise the two could deadlock.
    """
    return await tx.maybe(
        _Followed,
        """
        with card as materialized (
          select goal_amount is not null and goal_reached_at is null as awaits_goal from cards
          where account_id = :account_id and id = :card_id and deleted_at is null and state <> 'cancelled'
            and cancelling_at is null
          for share), receipt as materialized (
          select true as has_address from receipt_addresses
          where account_id = :account_id and contribution_id = :id)
        select {columns} from contributions left join card on true left join receipt on true
        where account_id = :account_id and id = :id and (select count(*) from card) >= 0
        for no key update of contributions
        """,
        account_id=account_id,
        card_id=paying.card_id,
        id=paying.subject_id,
    )


async def _follow(tx: Tx, account_id: str, paying: PaymentRow, row: ContributionRow) -> bool:
    """Updates the contribution, and returns whether the card may keep the payment.

    The card may not keep it if the note was removed, or the giver chose cash or another payment, before the
    payment succeeded.
    """
    payments = await gift_state.payments_of(tx, account_id, row.id)
    replaced = gift_state.replaced(payments)
    if row.money_method == "cash" and paying.refundable and paying.id not in replaced:
        row = await _instead_of_cash(tx, row, paying)
    given = gift_state.from_payments(row.given, [each for each in payments if each.id not in replaced])
    if given != row.given:
        moved = await contribution.keep_gift(tx, row, given)
        if moved.money_status == "paid" and row.money_status != "paid":
            await contribution.record_events(tx, moved, "contribution.paid")
    came_after_removal = (
        row.deleted_at is not None and (paying.succeeded_at or row.deleted_at) > row.deleted_at
    )
    return row.money_method == "online" and paying.id not in replaced and not came_after_removal


async def _instead_of_cash(tx: Tx, row: ContributionRow, paying: PaymentRow) -> ContributionRow:
    """Replaces a pledge of the same amount with the late payment; other pledges are kept."""
    if row.money_status != "promised" or row.money_amount != paying.amount or row.note_status == DELETED:
        return row
    dropped = await pledge.move(tx, row, "dropped")
    given = structs.replace(dropped.given, money_method="online", payment_id=paying.id)
    return await contribution.keep_gift(tx, dropped, given)


async def _keeps_money(tx: Tx, account_id: str, paying: PaymentRow) -> bool | None:
    """Returns whether the card has a goal that was not reached; None if the card cannot keep money.

    A card that is deleted, cancelled or being cancelled cannot keep money. The lock prevents these changes
    until the transaction ends.
    """
    sql = """
        select goal_amount is not null and goal_reached_at is null from cards
        where account_id = :account_id and id = :id and deleted_at is null and state <> 'cancelled'
          and cancelling_at is null for share
        """
    return await tx.value(sql, account_id=account_id, id=paying.card_id)


async def _give_back(tx: Tx, account_id: str, services: Services, paying: PaymentRow) -> None:
    """Refunds money that arrived too late or returned from a won dispute.

    If a refund of the payment has failed, the owner decides what to do.
    """
    tried = await payment.refunds_of(tx, account_id, paying.id)
    if not any(each.status == "failed" for each in tried):
        await refund.ask(tx, account_id, services, paying, None)
