"""Report a note to the card's admins. A report does not hide the note."""

from wellwish.cards.card_row import CardRow
from wellwish.cards.wake_jobs import tell_organisers
from wellwish.infra import events
from wellwish.infra.db import Tx
from wellwish.reports.report import MAX_OF_NOTE, Reason


async def file(
    tx: Tx,
    card: CardRow,
    contribution_id: str,
    reporter_hash: bytes,
    reason: Reason,
    text: str | None,
) -> None:
    """Stores the report, up to ``MAX_OF_NOTE`` per note. A browser's second report replaces its first.

    The caller checks that the reporter can see the note.
    """
    known = await tx.run(
        """
        update note_reports set reason = :reason, text = :text, updated_at = :now
        where account_id = :account_id and contribution_id = :contribution_id
          and reporter_hash = :reporter_hash
        """,
        account_id=card.account_id,
        contribution_id=contribution_id,
        reporter_hash=reporter_hash,
        reason=reason,
        text=text,
    )
    if known:
        return
    added = await tx.value(
        """
        with added as (
          insert into note_reports
            (account_id, contribution_id, reporter_hash, card_id, reason, text, created_at, updated_at)
          select :account_id, :contribution_id, :reporter_hash, :card_id, :reason, :text, :now, :now
          where :most > (
            select count(*) from note_reports
            where account_id = :account_id and contribution_id = :contribution_id)
          on conflict (account_id, contribution_id, reporter_hash) do nothing
          returning contribution_id)
        select count(*) from added
        """,
        account_id=card.account_id,
        contribution_id=contribution_id,
        reporter_hash=reporter_hash,
        card_id=card.id,
        reason=reason,
        text=text,
        most=MAX_OF_NOTE,
    )
    if added:
        data = {"card_id": card.id, "contribution_id": contribution_id, "reason": reason}
        await events.record(tx, card.account_id, "contribution.reported", card_id=card.id, data=data)
        await tell_organisers(tx, card)
