"""Reopen a closed card."""

from wellwish.base.errors import CardState, Fault, InvalidRequest
from wellwish.cards import card, deadline
from wellwish.cards.access import CardAccess
from wellwish.cards.body import EndDate
from wellwish.cards.card_row import LockedCard
from wellwish.cards.state import check_stays, move
from wellwish.cards.wake_jobs import BOTH, MAIL_ORGANISERS, wake_jobs
from wellwish.infra.db import Tx
from wellwish.infra.http import Body, IfMatch, Services


class Reopening(Body, frozen=True, kw_only=True):
    """The new end; required if the previous end has passed."""

    contribution_end_date: EndDate | None = None


async def reopen(
    tx: Tx, access: CardAccess, row: LockedCard, services: Services, new: Reopening, if_match: IfMatch
) -> card.Card:
    """Raises CardState unless the card is closed, InvalidRequest if the end is past, PreconditionFailed."""
    if_match.check(row.version)
    check_stays(row)
    if row.status(tx.now) != "closed":
        raise CardState(f"The card is {row.status(tx.now)}; only a closed card can be reopened.")
    end = new.contribution_end_date
    if end is not None:
        ends_at = deadline.future(end, row.timezone, tx.now)
        await tx.run(
            """
            update cards set contribution_end_date = :end, contribution_ends_at = :ends_at
            where account_id = :account_id and id = :id
            """,
            end=end,
            ends_at=ends_at,
            account_id=access.account_id,
            id=access.card_id,
        )
    elif row.contribution_ends_at is not None and row.contribution_ends_at <= tx.now:
        detail = "This field is required, because the previous end has passed."
        raise InvalidRequest(faults=[Fault("/contribution_end_date", "required", detail)])
    reopened = await move(tx, access, services, row, "closed", "open")
    await wake_jobs(tx, access, (*BOTH, MAIL_ORGANISERS))
    return reopened
