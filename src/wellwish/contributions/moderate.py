"""Change the status of a note, to publish, hide or reject it."""

from collections.abc import Sequence

from msgspec import Struct

from wellwish.base.errors import CardState, ContributionState
from wellwish.cards.access import CardAccess
from wellwish.cards.card_row import CardRow
from wellwish.contributions import contribution, note_visibility
from wellwish.contributions.contribution import Contribution, ContributionRow, NoteStatus
from wellwish.infra.db import Tx
from wellwish.infra.http import IfMatch


class Step(Struct, frozen=True):
    """The target status, the statuses from which it can be reached, and the event of the step."""

    target: NoteStatus
    sources: Sequence[NoteStatus]
    event: str


async def move(
    tx: Tx,
    access: CardAccess,
    row: CardRow,
    contribution_id: str,
    if_match: IfMatch,
    step: Step,
) -> Contribution:
    """Moves the note to the target status and returns its record; has no effect if the status is the same.

    Also works on closed cards. Raises NotFound, PreconditionFailed, CardState for an archived or cancelled
    card, and ContributionState for a note that is in none of the source statuses.
    """
    found = await contribution.locked(tx, access, contribution_id)
    if_match.check(found.version)
    visibility = note_visibility.decide_for_caller(row, access, tx.now)
    if row.status(tx.now) not in ("open", "closed"):
        raise CardState(f"The card is {row.state}.")
    if found.note_status == step.target:
        return await note_visibility.to_record(tx, found, visibility)
    if found.note_status not in step.sources:
        raise ContributionState(f"The note is {found.note_status}.")
    moved = await tx.one(
        ContributionRow,
        """
        update contributions set
          note_status = :target,
          published_at = case when :target = 'published' then :now::timestamptz else published_at end,
          hidden_at = case when :target = 'hidden' then :now::timestamptz else hidden_at end,
          rejected_at = case when :target = 'rejected' then :now::timestamptz else rejected_at end,
          version = version + 1, updated_at = :now
        where account_id = :account_id and id = :id
        returning {columns}
        """,
        account_id=access.account_id,
        id=found.id,
        target=step.target,
    )
    await contribution.record_events(tx, moved, step.event)
    return await note_visibility.to_record(tx, moved, visibility)
