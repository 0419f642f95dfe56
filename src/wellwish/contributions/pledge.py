"""Confirm or drop a pledge, book this in the ledger and record an event."""

from typing import Literal

from msgspec import structs

from wellwish.base.errors import CardState, ContributionState, PreconditionRequired
from wellwish.cards.access import CardAccess
from wellwish.cards.card_row import CardRow
from wellwish.cards.wake_jobs import REACH_GOAL, wake_jobs
from wellwish.contributions import contribution, gift, note_visibility
from wellwish.contributions.contribution import Contribution, ContributionRow
from wellwish.infra.db import Tx
from wellwish.infra.http import IfMatch


async def change_status(
    tx: Tx,
    access: CardAccess,
    row: CardRow,
    contribution_id: str,
    if_match: IfMatch,
    target: Literal["confirmed", "dropped"],
) -> Contribution:
    """Returns the record; a pledge that already has the target status is unchanged.

    Also works on closed cards, since cash may arrive late. Raises NotFound, PreconditionRequired,
    PreconditionFailed, CardState for an archived or cancelled card and for confirming while the card is being
    cancelled, ContributionState for a dropped pledge or a contribution without a pledge.
    """
    if not if_match.given:
        raise PreconditionRequired
    found = await contribution.locked(tx, access, contribution_id)
    if_match.check(found.version)
    visibility = note_visibility.decide_for_caller(row, access, tx.now)
    if row.status(tx.now) not in ("open", "closed"):
        raise CardState(f"The card is {row.state}.")
    if target == "confirmed" and row.cancelling_at is not None:
        raise CardState("The card is being cancelled.")
    if found.money_method != "cash":
        raise ContributionState("The contribution has no cash pledge.")
    if found.money_status == target:
        return await note_visibility.to_record(tx, found, visibility)
    if found.money_status == "dropped":
        raise ContributionState("The pledge was dropped.")
    moved = await move(tx, found, target)
    if target == "confirmed" and row.goal_amount is not None:
        await wake_jobs(tx, access, [REACH_GOAL])
    return await note_visibility.to_record(tx, moved, visibility)


async def move(tx: Tx, found: ContributionRow, target: Literal["confirmed", "dropped"]) -> ContributionRow:
    """Books the step in the ledger and records its event.

    The caller has locked the row, whose status is promised or confirmed.
    """
    movement = f"{target}:{found.id}:{found.version + 1}"
    await gift.book(tx, found.account_id, found.card_id, movement, found.given)
    moved = await contribution.keep_gift(tx, found, structs.replace(found.given, money_status=target))
    if target == "confirmed":
        await contribution.record_events(tx, moved, "contribution.pledge_confirmed")
    else:
        await contribution.record_events(tx, moved, "contribution.pledge_dropped")
    return moved
