"""What follows from a card's end, time zone, reminders and state: jobs that look at the card anew."""

from collections.abc import Sequence
from typing import Final

from wellwish import jobs
from wellwish.cards.access import CardAccess
from wellwish.db import Tx

END: Final = "cards.end"
REMIND: Final = "invitations.remind"
BOTH: Final = (END, REMIND)


async def follow(tx: Tx, access: CardAccess, kinds: Sequence[str] = BOTH) -> None:
    """Lets each kind's one job of the card look at it after this transaction, and set its own next time."""
    for kind in kinds:
        await jobs.wake(
            tx, kind, {access.card_id: {"account_id": access.account_id, "card_id": access.card_id}}
        )
