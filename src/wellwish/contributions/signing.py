"""The context of a signing link: the card, how the visitor can sign, and their own contribution."""

from datetime import datetime
from typing import Final, Literal

from msgspec import Struct

from wellwish.base.errors import NotFound
from wellwish.cards import card, card_row
from wellwish.cards.access import EVERYTHING, CardAccess
from wellwish.cards.card_row import SELF, CardRow
from wellwish.cards.link import INVITATION, SIGN, Opened
from wellwish.cards.place import is_full
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


class SigningContext(Struct, frozen=True):
    """The data that a request behind a signing link needs; a link to one contribution has no route."""

    link: Opened
    row: CardRow
    route: SigningRoute | None
    own: ContributionRow | None
    now: datetime

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
        """Whether the page has a form, or why not. Contributors can edit on a full card, too."""
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

        On a full card, a form that is sent again still finds its contribution.
        """
        return self.may_sign or self.state == "full"

    @property
    def may_decline(self) -> bool:
        """Whether the link belongs to one person, and opens no note in this browser."""
        return self.invite is not None and not self.is_shared and self.own is None

    @property
    def may_ask_link(self) -> bool:
        """Whether the page offers to mail the own link to the invited address, with or without a note."""
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


async def load(tx: Tx, link: Opened, own_id: str | None = None, *, lock: bool = False) -> SigningContext:
    """Returns the context of a link; ``own_id`` is the contribution that the visitor's browser remembers.

    ``lock`` locks the rows until the transaction ends, the card first. Raises NotFound for a link that has
    ended, and for the link of a removed contribution.
    """
    access = CardAccess(link.account_id, link.card_id, EVERYTHING)
    row = await (card_row.locked if lock else card_row.load)(tx, access)
    route = None
    if link.kind == INVITATION:
        route = await _invited(tx, access, row, link.subject_id, own_id or "", lock=lock)
    elif link.kind == SIGN:
        if not row.shared_link:
            raise NotFound
        route = SHARED
    else:
        own_id = link.subject_id
    if route is not None and route.invite is not None and not route.invite.is_shared:
        own = route.signed
    else:
        own = None if own_id is None else await _living(tx, access, own_id, lock=lock)
    if route is None and own is None:
        raise NotFound
    return SigningContext(link, row, route, own, tx.now)


async def _invited(
    tx: Tx, access: CardAccess, row: CardRow, invite_id: str, own_id: str, *, lock: bool
) -> SigningRoute:
    invite = await (invitation.locked if lock else invitation.load)(tx, access, invite_id)
    if invite.link is None:
        raise NotFound
    is_recipient = False
    if row.card_type != SELF:
        people = await card.recipients(tx, access.account_id, access.card_id)
        is_recipient = invite.address_key in recipient_addresses(row, people)
    signed = None
    if not invite.is_shared:
        signed = await (_locked_by_invitation if lock else _by_invitation)(tx, access, invite.id, own_id)
    return SigningRoute("invitation", invite, signed, is_recipient)


async def _living(tx: Tx, access: CardAccess, contribution_id: str, *, lock: bool) -> ContributionRow | None:
    try:
        found = await (contribution.locked if lock else contribution.load)(tx, access, contribution_id)
    except NotFound:
        return None
    return None if found.note_status == DELETED else found


async def _by_invitation(tx: Tx, access: CardAccess, invite_id: str, own_id: str) -> ContributionRow | None:
    """Returns the note that an invitation's link opens in a browser whose cookie opens ``own_id``.

    The owner can read the link, so it opens no anonymous note; only the author's cookie and own link do.
    """
    return await tx.maybe(
        ContributionRow,
        """
        select {columns} from contributions
        where account_id = :account_id and card_id = :card_id and invitation_id = :invite_id
          and note_status <> 'deleted' and (not anonymous or id = :own_id)
        order by id = :own_id desc, id desc limit 1
        """,
        account_id=access.account_id,
        card_id=access.card_id,
        invite_id=invite_id,
        own_id=own_id,
    )


async def _locked_by_invitation(
    tx: Tx, access: CardAccess, invite_id: str, own_id: str
) -> ContributionRow | None:
    return await tx.maybe(
        ContributionRow,
        """
        select {columns} from contributions
        where account_id = :account_id and card_id = :card_id and invitation_id = :invite_id
          and note_status <> 'deleted' and (not anonymous or id = :own_id)
        order by id = :own_id desc, id desc limit 1 for no key update
        """,
        account_id=access.account_id,
        card_id=access.card_id,
        invite_id=invite_id,
        own_id=own_id,
    )
