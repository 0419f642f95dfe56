"""Wake the jobs of a card after a change that affects them, and after news for its organisers.

Changes to its end, time zone, reminders, state, goal or money affect jobs.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from wellwish.cards import card_row
from wellwish.cards.card_row import CardRow, OfCard
from wellwish.cards.morning import morning_before, next_morning
from wellwish.infra import jobs
from wellwish.infra.db import Tx

END: Final = "cards.end"
REMIND: Final = "invitations.remind"
REACH_GOAL: Final = "cards.reach_goal"
MAIL_SIGNERS: Final = "thanks.mail_signers"
MAIL_ORGANISERS: Final = "cards.mail_organisers"
OPENED: Final = "opened"
THANKED: Final = "thanked"
BOTH: Final = (END, REMIND)


async def mail_signers(
    tx: Tx, access: OfCard, recipient_id: str, notice: str, contribution_id: str = ""
) -> None:
    """Emails the people who signed that the recipient has ``OPENED`` the card or ``THANKED`` them.

    With ``contribution_id``, emails only its author.
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


async def tell_organisers(tx: Tx, row: CardRow) -> None:
    """Schedules the email about this transaction's event: immediately, or with the next digest."""
    if row.organiser_mail == "none":
        return
    is_digest = row.organiser_mail == "daily"
    await _mail_organisers(tx, row, next_morning(tx.now, ZoneInfo(row.timezone)) if is_digest else tx.now)


def first_jobs(
    ends_at: datetime | None, timezone: str, organiser_mail: str, now: datetime
) -> dict[str, datetime]:
    """Returns the jobs of a new card with their times.

    These are the job at its end and, if it is in the future, the organisers' email on the morning before.
    """
    if ends_at is None:
        return {}
    found, warns_at = {END: ends_at}, morning_before(ends_at, ZoneInfo(timezone))
    if organiser_mail != "none" and warns_at > now:
        found[MAIL_ORGANISERS] = warns_at
    return found


async def _mail_organisers(tx: Tx, row: CardRow, at: datetime) -> None:
    args = {"account_id": row.account_id, "card_id": row.id}
    await jobs.wake(tx, MAIL_ORGANISERS, {row.id: args}, at=at)


async def tell_organisers_of(tx: Tx, of: OfCard) -> None:
    """Like ``tell_organisers``, but loads the card's row."""
    row = await card_row.find_card(tx, of)
    if row is not None:
        await tell_organisers(tx, row)


async def wake_jobs(tx: Tx, access: OfCard, kinds: Sequence[str] = BOTH) -> None:
    """Wakes the card's job of each kind after this transaction; each job sets the time of its next run."""
    for kind in kinds:
        await jobs.wake(
            tx, kind, {access.card_id: {"account_id": access.account_id, "card_id": access.card_id}}
        )
