"""Record that a card has closed at its end.

Its status is computed from the clock, so it never depends on this job.
"""

from datetime import datetime
from typing import Any

from wellwish.base.errors import NotFound
from wellwish.cards import card_row
from wellwish.cards.access import EVERYTHING, CardAccess
from wellwish.cards.state import record_end
from wellwish.infra.http import Services


async def run(services: Services, args: dict[str, Any]) -> datetime | None:
    """Returns the time of the next run: the end, if it is in the future. A second run has no effect."""
    access = CardAccess(args["account_id"], args["card_id"], EVERYTHING)
    async with services.db.transaction([access.account_id]) as tx:
        try:
            row = await card_row.locked(tx, access)
        except NotFound:
            return None
        if row.state != "open":
            return None
        if row.status(tx.now) == "open":
            return row.contribution_ends_at
        await tx.run(
            """
            update cards set
              state = 'closed', closed_at = contribution_ends_at, version = version + 1, updated_at = :now
            where account_id = :account_id and id = :id and state = 'open' and contribution_ends_at <= :now
            """,
            account_id=access.account_id,
            id=access.card_id,
        )
        await record_end(tx, access, row)
    return None
