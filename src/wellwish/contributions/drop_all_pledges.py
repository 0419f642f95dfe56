"""Drop the pledges of a cancelled card, whose cash is no longer expected."""

from typing import Any, Final

from wellwish.contributions import pledge
from wellwish.contributions.contribution import ContributionRow
from wellwish.infra.db import Tx
from wellwish.infra.http import Services

_AT_ONCE: Final = 100  # pledges per transaction


async def run(services: Services, args: dict[str, Any]) -> None:
    """Does nothing for a card that is not cancelled; after an interruption, the next run continues."""
    account_id, card_id = args["account_id"], args["card_id"]
    left = True
    while left:
        async with services.db.transaction([account_id]) as tx:
            rows = await _promised(tx, account_id, card_id)
            for row in rows:
                await pledge.move(tx, row, "dropped")
        left = len(rows) == _AT_ONCE


async def _promised(tx: Tx, account_id: str, card_id: str) -> list[ContributionRow]:
    """Returns pledges and locks them. The card is cancelled, so they can no longer be confirmed."""
    return await tx.many(
        ContributionRow,
        """
        select {columns} from contributions
        where account_id = :account_id and card_id = :card_id and money_status = 'promised'
          and exists (
            select 1 from cards k where k.account_id = :account_id and k.id = :card_id
              and k.state = 'cancelled')
        order by id limit :at_once for no key update of contributions
        """,
        account_id=account_id,
        card_id=card_id,
        at_once=_AT_ONCE,
    )
