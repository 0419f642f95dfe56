"""Edit what one has signed, by one's own link."""

from typing import Final

from wellwish.cards import card
from wellwish.cards.access import OnCard
from wellwish.cards.card import CardRow
from wellwish.contributions import contribution
from wellwish.contributions.contribution import DELETED, ContributionRow, NoteState
from wellwish.contributions.note import NewContribution
from wellwish.db import Tx
from wellwish.errors import NotFound
from wellwish.invitations import invitation
from wellwish.invitations.answer import answered
from wellwish.media.attach import attach
from wellwish.media.media import ids_of

_STYLE: Final = ("pen", "ink", "paper", "visibility")


async def edit(tx: Tx, on: OnCard, contribution_id: str, new: NewContribution) -> ContributionRow:
    """Works at the contribution limit, too; what is the same changes nothing.

    Where notes are moderated first it waits again. Raises NotFound for what was removed and for media
    that do not wait for a note of this card, InvalidRequest for too many of them, CardClosed, CardState.
    """
    row = await card.locked_open(tx, on)
    found = await contribution.locked(tx, on, contribution_id)
    if found.note_status == DELETED:
        raise NotFound
    return await change(tx, on, row, found, new)


async def change(
    tx: Tx, on: OnCard, row: CardRow, found: ContributionRow, new: NewContribution
) -> ContributionRow:
    """Returns the changed contribution; the card is open, and locked."""
    if not await has_changed(tx, found, new):
        return found
    status = _status(row, found) if new.note is not None else found.note_status
    note = new.note
    changed = await tx.one(
        ContributionRow,
        """
        update contributions set
          name = :name, anonymous = :anonymous, note_text = :note_text, pen = :pen, ink = :ink,
          paper = :paper, visibility = :visibility, note_status = :note_status,
          published_at = case :note_status when 'published' then coalesce(published_at, :now)
            else published_at end,
          version = version + 1, updated_at = :now
        where account_id = :account_id and id = :id and note_status <> 'deleted'
        returning {columns}
        """,
        account_id=on.account_id,
        id=found.id,
        name=new.name,
        anonymous=new.anonymous,
        note_text=found.note_text if note is None else note.text,
        pen=found.pen if note is None else note.pen,
        ink=found.ink if note is None else note.ink,
        paper=found.paper if note is None else note.paper,
        visibility=found.visibility if note is None else note.visibility,
        note_status=status,
    )
    if new.note is not None and new.note.media is not None:
        await attach(tx, on.account_id, on.card_id, found.id, new.note.media)
    if new.anonymous and not found.anonymous and found.invitation_id is not None:
        asked = await invitation.locked(tx, on, found.invitation_id)
        await answered(tx, on, asked, anonymous=True)
    await contribution.tell(tx, changed, "contribution.updated")
    return changed


async def has_changed(tx: Tx, found: ContributionRow, new: NewContribution) -> bool:
    """Tells whether the new one says, looks or bears something else; without a note that stays as it is."""
    if (found.name, found.anonymous) != (new.name, new.anonymous):
        return True
    if new.note is None:
        return False
    if new.note.media is not None:
        media = (await ids_of(tx, found.account_id, [found.id])).get(found.id, [])
        if sorted(media) != sorted(new.note.media):
            return True
    same_words = found.note_status != "none" and found.note_text == new.note.text
    return not same_words or any(getattr(found, name) != getattr(new.note, name) for name in _STYLE)


def _status(row: CardRow, found: ContributionRow) -> NoteState:
    """What a moderator took down stays down, unless it is to be looked at anew."""
    if row.moderation == "pre" and found.source != "owner":
        return "pending"
    return "published" if found.note_status in ("pending", "none") else found.note_status
