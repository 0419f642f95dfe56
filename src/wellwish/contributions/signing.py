"""The context of a signing link: the card, how the visitor can sign, and their own contribution."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final, Literal

from msgspec import Struct, structs

from wellwish.base.errors import NotFound
from wellwish.cards import card, card_row
from wellwish.cards.access import EVERYTHING, CardAccess
from wellwish.cards.card_row import SELF, CardRow
from wellwish.cards.contribution_limit import is_full
from wellwish.cards.link import INVITATION, SIGN, FoundLink
from wellwish.contributions import contribution
from wellwish.contributions.contribution import DELETED, ContributionRow, Source
from wellwish.contributions.note_visibility import Viewer
from wellwish.infra.db import Tx
from wellwish.invitations import invitation
from wellwish.invitations.address import EMAIL, recipient_addresses
from wellwish.invitations.invitation import InvitationRow

# Whether the visitor can sign or edit ("open"), or the reason why not.
State = Literal["open", "closed", "cancelled", "full", "recipient", "declined"]


class SigningRoute(Struct, frozen=True):
    """How a visitor can sign; ``signed`` is the note that this browser opens through a personal invitation.

    ``is_recipient`` means that the invitation went to a recipient of the card, for whom the card is a
    surprise.
    """

    source: Source
    invite: InvitationRow | None = None
    signed: ContributionRow | None = None
    is_recipient: bool = False


SHARED: Final = SigningRoute("shared_link")
OWNER: Final = SigningRoute("owner")


class Remembered(Struct, frozen=True):
    """The notes of a card that a browser's cookies open, newest first.

    ``own`` lists the notes of the device's owner, ``guest`` those of other people, which are opened only if
    the request names them. ``named`` is the note that the request names; no other note is opened. With
    ``is_guest``, somebody else is signing, and none of ``own`` is opened. ``links`` contains the hashes of
    the own links that opened them, which may have been replaced since.
    """

    own: tuple[str, ...] = ()
    guest: tuple[str, ...] = ()
    named: str | None = None
    is_guest: bool = False
    links: tuple[bytes, ...] = ()

    @property
    def open(self) -> list[str]:
        """The notes that this request may open."""
        guest = [each for each in self.guest if each == self.named]
        return guest if self.is_guest else [*guest, *self.own]


NOTHING: Final = Remembered()


class SigningContext(Struct, frozen=True):
    """The data for a request through a signing link. Links to a contribution have no route.

    ``others`` are the other notes of the device's owner, newest first.
    """

    link: FoundLink
    row: CardRow
    route: SigningRoute | None
    own: ContributionRow | None
    now: datetime
    others: Sequence[ContributionRow] = ()
    is_guest: bool = False

    @property
    def is_withheld(self) -> bool:
        """Whether the page hides the note, because the next person to see the page is not its author."""
        return self.is_guest and self.own is not None and self.own.is_confidential

    @property
    def access(self) -> CardAccess:
        """The access to the card, which is the same for every visitor with one of its links."""
        return CardAccess(self.row.account_id, self.row.id, EVERYTHING)

    @property
    def invite(self) -> InvitationRow | None:
        """The invitation, if the link belongs to one."""
        return None if self.route is None else self.route.invite

    @property
    def is_recipient(self) -> bool:
        """Whether the card is for the visitor."""
        return self.route is not None and self.route.is_recipient

    @property
    def is_shared(self) -> bool:
        """Whether several people can sign through the link."""
        return self.link.kind == SIGN or (self.invite is not None and self.invite.is_shared)

    @property
    def is_open(self) -> bool:
        """Whether the card accepts notes at this instant."""
        return self.row.status(self.now) == "open"

    @property
    def state(self) -> State:
        """Whether the page has a form, or the reason why not. Contributors can edit on a full card, too."""
        if self.row.status(self.now) == "cancelled":
            return "cancelled"
        if self.is_recipient:
            return "recipient"
        if not self.is_open:
            return "closed"
        if self.own is None and is_full(self.row):
            return "full"
        if self.own is None and self.invite is not None and self.invite.status == "declined":
            return "declined"
        return "open"

    @property
    def may_sign(self) -> bool:
        """Whether a form is accepted. Signing undoes declining."""
        return self.state in ("open", "declined")

    @property
    def may_send(self) -> bool:
        """Whether a submitted form is processed.

        On a full card, resubmitting a form still finds its contribution.
        """
        return self.may_sign or self.state == "full"

    @property
    def may_decline(self) -> bool:
        """Whether the link belongs to one person, and opens no note in this browser."""
        return self.invite is not None and not self.is_shared and self.own is None

    @property
    def may_ask_link(self) -> bool:
        """Whether the page offers to email the note link to the invitee, even before a note is written."""
        return self.invite is not None and self.invite.delivery_type == EMAIL and not self.is_recipient

    @property
    def viewer(self) -> Viewer:
        """The visitor as a viewer of the card.

        Invited people count as contributors, and so do authors whose note is published or whose gift is paid.
        """
        own = self.own
        invited = self.link.kind == INVITATION or (own is not None and own.invitation_id is not None)
        counts = invited or (own is not None and own.counts)
        ids = (own.id,) if own is not None else ()
        return Viewer("contributor" if counts else "link", own=ids, invited=invited)


async def load(
    tx: Tx, link: FoundLink, remembered: Remembered = NOTHING, *, lock: bool = False
) -> SigningContext:
    """Returns the context of a link in a browser that remembers these notes.

    If the request names a note, only that note opens; otherwise, the newest one signed through this link, or
    else the newest one. ``lock`` locks the rows until the transaction ends, the card first. Raises NotFound
    for a link that has ended, and for the link of a removed contribution.
    """
    access = CardAccess(link.account_id, link.card_id, EVERYTHING)
    row = await (card_row.locked if lock else card_row.load)(tx, access)
    route, invite = None, None
    if link.kind == INVITATION:
        route = await _invited(tx, access, row, link.subject_id, lock=lock)
        invite = route.invite
    elif link.kind == SIGN:
        if not row.shared_link:
            raise NotFound
        route = SHARED
    else:
        remembered = Remembered(own=(link.subject_id,), links=(link.hash,))
    is_personal = invite is not None and not invite.is_shared
    found = await _opened(tx, access, remembered, invite if is_personal else None)
    through = None if invite is None else invite.id
    found.sort(key=lambda each: (each.id != remembered.named, each.invitation_id != through))
    own = found[0] if found else None
    if own is not None and lock:
        own = await contribution.locked(tx, access, own.id)
    if own is not None and own.note_status == DELETED:
        own = None
    if route is None and own is None:
        raise NotFound
    if route is not None and is_personal:
        route = structs.replace(route, signed=own)
    if own is not None and remembered.named not in (None, own.id):
        own = None
    is_guest = own is not None and own.id in remembered.guest
    opened = None if own is None else own.id
    others = [each for each in found if each.id in remembered.own and each.id != opened and not is_guest]
    return SigningContext(link, row, route, own, tx.now, others, is_guest)


async def _invited(tx: Tx, access: CardAccess, row: CardRow, invite_id: str, *, lock: bool) -> SigningRoute:
    invite = await (invitation.locked if lock else invitation.load)(tx, access, invite_id)
    if invite.link is None:
        raise NotFound
    is_recipient = False
    if row.card_type != SELF:
        people = await card.recipients(tx, access.account_id, access.card_id)
        is_recipient = invite.address_key in recipient_addresses(row, people)
    return SigningRoute("invitation", invite, is_recipient=is_recipient)


async def _opened(
    tx: Tx, access: CardAccess, remembered: Remembered, invite: InvitationRow | None
) -> list[ContributionRow]:
    """Returns the notes that the browser may open: those that it remembers first, the newest first.

    A personal invitation opens only notes signed through it. The owner can read its link, so it does not open
    an anonymous note without the author's cookie or own link. A link that was replaced during the request
    opens nothing.
    """
    if invite is not None:
        return await tx.many(
            ContributionRow,
            """
            select {columns} from contributions
            where account_id = :account_id and card_id = :card_id and invitation_id = :invite_id
              and note_status <> 'deleted' and (not anonymous or id = any (:ids) and exists (
                select 1 from links l
                where l.hash = any (:links::bytea[]) and l.subject_id = contributions.id))
            order by id = any (:ids) desc, id desc
            """,
            account_id=access.account_id,
            card_id=access.card_id,
            invite_id=invite.id,
            ids=remembered.open,
            links=remembered.links,
        )
    if not remembered.open:
        return []
    return await tx.many(
        ContributionRow,
        """
        select {columns} from contributions
        where account_id = :account_id and card_id = :card_id and id = any (:ids)
          and note_status <> 'deleted' and exists (
            select 1 from links l where l.hash = any (:links::bytea[]) and l.subject_id = contributions.id)
        order by id desc
        """,
        account_id=access.account_id,
        card_id=access.card_id,
        ids=remembered.open,
        links=remembered.links,
    )
