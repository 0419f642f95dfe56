"""Dry runs of creating and cancelling cards."""

from wellwish.cards.access import CardAccess
from wellwish.cards.batches.batch import CardBatch, cards_left
from wellwish.cards.cancel import GIVE_BACK
from wellwish.cards.card_row import LockedCard
from wellwish.infra.http import DryRun, Trial
from wellwish.payments.dry_run import refunds_of_card


async def plan_card(trial: Trial) -> DryRun:
    """Returns the number of cards left after creating one."""
    return DryRun(cards_remaining=await cards_left(trial.tx, trial.caller.account_id))


async def plan_batch(trial: Trial) -> DryRun:
    """Returns the number of cards left once the job has created the batch."""
    batch: CardBatch = trial.record
    left = await cards_left(trial.tx, trial.caller.account_id)
    return DryRun(cards_remaining=left - batch.cards_total)


async def plan_cancel(trial: Trial) -> DryRun:
    """Returns whether the card's unit returns to its bundle, and the refunds of its payments."""
    tx, access, row = trial.tx, trial.get(CardAccess), trial.get(LockedCard)
    # 1 if this transaction wrote the row of the bundle purchase, which only returning the unit does
    returned: int = await tx.value(
        """
        select count(*) from bundle_purchases
        where account_id = :account_id and id = :id and xmin = pg_current_xact_id()::xid
        """,
        account_id=access.account_id,
        id=row.bundle_purchase_id,
    )
    given_back, unlisted = (
        await refunds_of_card(tx, access.account_id, access.card_id)
        if trial.effects.jobs(GIVE_BACK)
        else ([], 0)
    )
    return DryRun(
        cards_remaining=await cards_left(tx, access.account_id) if returned else None,
        cards_returned=returned,
        refunds=given_back,
        unlisted=unlisted,
    )
