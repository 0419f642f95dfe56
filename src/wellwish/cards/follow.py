"""Wake the card's jobs after a change of its end, time zone, reminders, state, goal or money."""

from collections.abc import Sequence
from typing import Final

from wellwish import jobs
from wellwish.cards.access import CardAccess
from wellwish.cards.card_row import OfCard
from wellwish.db import Tx

END: Final = "cards.end"
REMIND: Final = "invitations.remind"
REACH_GOAL: Final = "cards.reach_goal"
REVEAL_SIGNED: Final = "invitations.reveal_signed"
MAIL_SIGNERS: Final = "thanks.mail_signers"
OPENED: Final = "opened"
THANKED: Final = "thanked"
BOTH: Final = (END, REMIND)


async def mail_signers(
    tx: Tx, access: OfCard, recipient_id: str, notice: str, contribution_id: str = ""
) -> None:
    """Mails the people who signed: the recipient has ``OPENED`` the card, or has ``THANKED`` them.

    With ``contribution_id``, mails only its author.
    """
    args = {
        "account_id": access.account_id,
        "card_id": access.card_id,
        "recipient_id": recipient_id,
        "notice": notice,
        "contribution_id": contribution_id,
        "after": "",
        "since": tx.now.isoformat(),
    }
    await jobs.enqueue(tx, MAIL_SIGNERS, [args])


async def follow(tx: Tx, access: CardAccess, kinds: Sequence[str] = BOTH) -> None:
    """Wakes the one job of each kind for the card after this transaction; the job sets its own next time."""
    for kind in kinds:
        await jobs.wake(
            tx, kind, {access.card_id: {"account_id": access.account_id, "card_id": access.card_id}}
        )
