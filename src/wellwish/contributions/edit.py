"""Edit what one has signed, by one's own link."""

from typing import Final

from msgspec import Struct, structs

from wellwish.cards import permissions
from wellwish.cards.access import CardAccess
from wellwish.cards.card import CardRow
from wellwish.cards.permissions import Kind
from wellwish.checkout import Merchant
from wellwish.contributions import contribution, gift
from wellwish.contributions.contribution import ContributionRow, NoteState
from wellwish.contributions.note import NewContribution
from wellwish.db import Tx
from wellwish.errors import CardClosed, CardState
from wellwish.http import Services
from wellwish.invitations import invitation
from wellwish.invitations.answer import answered
from wellwish.media.attach import attach
from wellwish.media.media import ids_of

_STYLE: Final = ("pen", "ink", "paper", "visibility")


class Signed(Struct, frozen=True):
    """What became of it; ``row.link`` is the author's own link. Not new is what was there and was edited.

    ``checkout_url`` is the page where its money is paid, while it is not; ``paid_to`` the merchant of a
    payment that was opened now.
    """

    row: ContributionRow
    is_new: bool
    checkout_url: str | None = None
    paid_to: Merchant | None = None


async def edit(
    tx: Tx, services: Services, access: CardAccess, row: CardRow, found: ContributionRow, new: NewContribution
) -> Signed:
    """Works at the contribution limit, too; an edit without a change changes nothing.

    The caller has locked both rows. If notes are moderated first, the note waits again. Raises NotFound for
    media that do not wait for a note of this card, InvalidRequest for too many of them and for money that
    is not the card's, CardClosed, CardState, MoneyNotTaken, PaymentProviderMissing.
    """
    check_open(tx, row)
    is_contributor = found.invitation_id is not None or found.counts
    return await again(
        tx, services, access, row, found, new, kind="contributor" if is_contributor else "link"
    )


async def again(
    tx: Tx,
    services: Services,
    access: CardAccess,
    row: CardRow,
    found: ContributionRow,
    new: NewContribution,
    *,
    kind: Kind,
) -> Signed:
    """Edits what was signed before, and gives money where none has come; the card is locked.

    The same once more changes nothing and leads to the same page. Raises what ``sign`` does.
    """
    url = await gift.page_of(tx, services, access.account_id, found.given)
    same_money = new.money is None or not gift.is_other(found.given, new.money, is_open=url is not None)
    changed = await has_changed(tx, found, new)
    hides = same_money and _hides_anew(found, new)
    if not changed and same_money and not hides:
        return Signed(found, is_new=False, checkout_url=url if new.money is not None else None)
    check_open(tx, row)
    accepted = None
    if new.money is not None and not same_money:
        rights = permissions.rights(row, kind, tx.now, invited=found.invitation_id is not None)
        accepted = await gift.check(tx, services, row, rights, new.money)
    if changed:
        found = await change(tx, access, row, found, new)
    if hides:
        given = structs.replace(found.given, hide_amount=not found.hide_amount)
        found = await contribution.keep_gift(tx, found, given)
    if accepted is not None:
        given, url = await gift.give(tx, services, row, found.id, found.version + 1, accepted)
        found = await contribution.keep_gift(tx, found, given)
        if found.money_status == "promised":
            await contribution.tell(tx, found, "contribution.pledged")
    return Signed(found, is_new=False, checkout_url=url if new.money is not None else None)


def _hides_anew(found: ContributionRow, new: NewContribution) -> bool:
    """Tells whether the amount of a payment that is still to be made is to be hidden, or not any more."""
    return (
        new.money is not None
        and found.money_status == "pending"
        and found.hide_amount != new.money.hide_amount
    )


def check_open(tx: Tx, row: CardRow) -> None:
    """Raises CardClosed, CardState for a card that is not open."""
    status = row.status(tx.now)
    if status == "closed":
        raise CardClosed
    if status != "open":
        raise CardState(f"The card is {status}.")


async def change(
    tx: Tx, access: CardAccess, row: CardRow, found: ContributionRow, new: NewContribution
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
        account_id=access.account_id,
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
        await attach(tx, access.account_id, access.card_id, found.id, new.note.media)
    if new.anonymous and not found.anonymous and found.invitation_id is not None:
        asked = await invitation.locked(tx, access, found.invitation_id)
        await answered(tx, access, asked, anonymous=True)
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
