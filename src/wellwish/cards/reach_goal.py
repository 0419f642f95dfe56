"""Record, once, that the settled money of a card has reached its goal.

Money is booked under locks other than the card's. Each transaction that books money wakes this job, which
reads the total after the commit. After two concurrent bookings, the second run sees both.
"""

from typing import Any

from wellwish.cards import card_row
from wellwish.cards.access import EVERYTHING, CardAccess
from wellwish.infra import events
from wellwish.infra.http import Services
from wellwish.payments import ledger


async def run(services: Services, args: dict[str, Any]) -> None:
    """Records the event at most once per card, regardless of later goals and refunds."""
    access = CardAccess(args["account_id"], args["card_id"], EVERYTHING)
    async with services.db.transaction([access.account_id]) as tx:
        row = await card_row.find_locked(tx, access)
        if (
            row is None
            or row.goal_amount is None
            or row.state == "cancelled"
            or row.cancelling_at is not None
        ):
            return
        if await ledger.total(tx, row.account_id, row.id, row.currency) < row.goal_amount:
            return
        reached = await tx.run(
            """
            update cards set goal_reached_at = :now
            where account_id = :account_id and id = :id and goal_reached_at is null
            """,
            account_id=row.account_id,
            id=row.id,
        )
        if reached:
            data = {"card_id": row.id}
            await events.record(tx, row.account_id, "card.goal_reached", card_id=row.id, data=data)
