"""Sign a card: through an invitation, through the shared link, or by the owner in someone's name."""

import hashlib
from typing import Final

from msgspec import Struct

from wellwish import ids
from wellwish.cards import card, permissions
from wellwish.cards.access import CardAccess
from wellwish.cards.card import CardRow
from wellwish.cards.link import publish
from wellwish.cards.permissions import Kind
from wellwish.cards.place import take
from wellwish.contributions import contribution, gift
from wellwish.contributions.contribution import ContributionRow, NoteState, Source
from wellwish.contributions.edit import Signed, again, check_open
from wellwish.contributions.gift import Given
from wellwish.contributions.note import NewContribution, NewNote
from wellwish.db import Tx
from wellwish.errors import NotFound, RecipientMayNotSign
from wellwish.http import Services
from wellwish.invitations import invitation
from wellwish.invitations.address import of_recipients
from wellwish.invitations.answer import answered
from wellwish.invitations.invitation import InvitationRow
from wellwish.media.attach import attach


class Way(Struct, frozen=True):
    """The way by which somebody comes to sign; the id of the invitation where it is one."""

    source: Source
    invite_id: str | None = None


SHARED: Final = Way("shared_link")
OWNER: Final = Way("owner")


def invited(invite_id: str) -> Way:
    """Returns the way through an invitation's link."""
    return Way("invitation", invite_id)


async def sign(
    tx: Tx,
    services: Services,
    access: CardAccess,
    way: Way,
    new: NewContribution,
    *,
    form_key: str | None = None,
) -> Signed:
    """Signs, or edits what was signed before through the same invitation or with the same form.

    ``form_key`` is what a form hides, so that one sent twice is one contribution. A place of the card
    is taken by a guarded statement, so the limit is never passed. Raises NotFound for a link that has
    ended and for media that do not wait for a note of this card, InvalidRequest for too many of them and
    for money that is not the card's, RecipientMayNotSign, CardClosed, CardState, MoneyNotTaken,
    PaymentProviderMissing, CardFull.
    """
    row = await card.locked(tx, access)
    asked = await may_sign(tx, row, access, way)
    key = None if form_key is None else _key(way, form_key)
    found = await _before(tx, access, asked, key)
    if found is not None:
        return await again(tx, services, access, row, found, new, kind=kind_of(way, found))
    check_open(tx, row)
    accepted = None
    if new.money is not None:
        rights = permissions.rights(row, kind_of(way, None), tx.now, invited=way.invite_id is not None)
        accepted = await gift.check(tx, services, row, rights, new.money)
    await take(tx, access)
    contribution_id = ids.new("ctb")
    given, url = Given(), None
    if accepted is not None:
        given, url = await gift.give(tx, services, row, contribution_id, 1, accepted)
    signed = await _insert(tx, access, row, way, new, key, (contribution_id, given))
    if new.note is not None and new.note.media:
        await attach(tx, access.account_id, access.card_id, signed.id, new.note.media)
    if signed.link is not None:
        await publish(tx, services.keys, access.account_id, access.card_id, [signed.link])
    if asked is not None:
        await answered(tx, access, asked, anonymous=new.anonymous)
    await contribution.tell(tx, signed, "contribution.created")
    if signed.money_status == "promised":
        await contribution.tell(tx, signed, "contribution.pledged")
    paid_to = None if accepted is None else accepted.paid_to
    return Signed(signed, is_new=True, checkout_url=url, paid_to=paid_to)


def kind_of(way: Way, found: ContributionRow | None) -> Kind:
    """Returns what somebody is who signs by this way, or has signed before."""
    if way.source == "owner":
        return "owner"
    is_contributor = way.invite_id is not None or (found is not None and found.counts)
    return "contributor" if is_contributor else "link"


async def may_sign(tx: Tx, row: CardRow, access: CardAccess, way: Way) -> InvitationRow | None:
    """Returns the invitation, where it is by one. Whether the card is open or full is not asked here.

    Raises NotFound for a link that has ended, RecipientMayNotSign for an invitation of the person the
    card is for, unless it is a card of one's own (type 2).
    """
    if way.source == "shared_link" and not row.shared_link:
        raise NotFound
    if way.invite_id is None:
        return None
    asked = await invitation.locked(tx, access, way.invite_id)
    if asked.link is None:
        raise NotFound
    people = await card.recipients(tx, access.account_id, access.card_id)
    if asked.address_key in of_recipients(row, people):
        raise RecipientMayNotSign
    return asked


def _key(way: Way, form_key: str) -> bytes:
    """The key belongs to the way, so that it opens nothing that came by another."""
    return hashlib.sha256(f"{way.source}:{way.invite_id}:{form_key}".encode()).digest()


async def _before(
    tx: Tx, access: CardAccess, asked: InvitationRow | None, key: bytes | None
) -> ContributionRow | None:
    """Returns what is there already. The card is locked, so nobody adds it meanwhile."""
    if asked is not None and not asked.is_shared:
        return await contribution.by_invitation(tx, access, asked.id)
    if key is None:
        return None
    return await tx.maybe(
        ContributionRow,
        """
        select {columns} from contributions
        where account_id = :account_id and card_id = :card_id and form_key = :form_key
        """,
        account_id=access.account_id,
        card_id=access.card_id,
        form_key=key,
    )


async def _insert(
    tx: Tx,
    access: CardAccess,
    row: CardRow,
    way: Way,
    new: NewContribution,
    key: bytes | None,
    first: tuple[str, Given],
) -> ContributionRow:
    """What the owner adds is published at once: the owner has read it."""
    waits = row.moderation == "pre" and way.source != "owner"
    status: NoteState = "none" if new.note is None else "pending" if waits else "published"
    note = new.note or NewNote()
    contribution_id, given = first
    return await tx.one(
        ContributionRow,
        """
        insert into contributions (
          account_id, id, card_id, invitation_id, source, name, anonymous, note_id, note_text, pen, ink,
          paper, visibility, note_status, published_at, form_key, money_method, money_status, money_amount,
          money_currency, hide_amount, payment_id, created_at, updated_at)
        values (
          :account_id, :id, :card_id, :invitation_id, :source, :name, :anonymous, :note_id, :note_text, :pen,
          :ink, :paper, :visibility, :note_status, :published_at, :form_key, :money_method, :money_status,
          :money_amount, :money_currency, :hide_amount, :payment_id, :now, :now)
        returning {columns}
        """,
        account_id=access.account_id,
        id=contribution_id,
        card_id=access.card_id,
        invitation_id=way.invite_id,
        source=way.source,
        name=new.name,
        anonymous=new.anonymous,
        note_id=ids.new("note"),
        note_text=note.text,
        pen=note.pen,
        ink=note.ink,
        paper=note.paper,
        visibility=note.visibility,
        note_status=status,
        published_at=tx.now if status == "published" else None,
        form_key=key,
        money_method=given.money_method,
        money_status=given.money_status,
        money_amount=given.money_amount,
        money_currency=given.money_currency,
        hide_amount=given.hide_amount,
        payment_id=given.payment_id,
    )
