"""What a signing link leads to: the card with its cover and colours, and what its reader has signed already.

A link is the card's shared one, an invitation's, or somebody's own to what they signed. A browser keeps the
token of what was signed from it in a cookie of that card; it opens that card's note and no other.
"""

from datetime import datetime
from typing import Final, Literal

from markupsafe import Markup
from msgspec import Struct
from starlette.requests import Request

from wellwish.cards import card, cover, permissions
from wellwish.cards.access import EVERYTHING, CardAccess
from wellwish.cards.card import SELF, CardRow
from wellwish.cards.link import INVITATION, OWN, SIGN, Opened, open_link
from wellwish.cards.place import is_full
from wellwish.contributions import contribution, note_visibility
from wellwish.contributions.contribution import DELETED, ContributionRow
from wellwish.contributions.note_visibility import Viewer
from wellwish.contributions.sign import SHARED, Way, invited
from wellwish.db import Tx
from wellwish.errors import NotFound
from wellwish.http import Services
from wellwish.invitations import invitation
from wellwish.invitations.address import of_recipients
from wellwish.invitations.invitation import InvitationRow
from wellwish.language import Language
from wellwish.media import media
from wellwish.media.media import Media
from wellwish.templates import template
from wellwish.templates.template import Palette, TemplateRow
from wellwish.thanks import thanks
from wellwish.thanks.thanks import ThanksRow
from wellwish.web.kit import cookie, form
from wellwish.web.kit.form import Form
from wellwish.web.kit.language import choose
from wellwish.web.kit.link import tried
from wellwish.web.kit.pot import Pot, pot
from wellwish.web.kit.style import Style, style
from wellwish.web.signing import gift
from wellwish.web.signing.gift import Panel
from wellwish.web.signing.occasion import headline

_FACES: Final = 3

# Why a card cannot be signed, by whoever came here; "open" when it can.
State = Literal["open", "closed", "cancelled", "full", "recipient", "declined"]


class Scene(Struct, kw_only=True):
    """A card as the person sees it who opened a link to sign it."""

    token: str
    kind: str
    row: CardRow
    design: TemplateRow
    invite: InvitationRow | None
    own: ContributionRow | None
    own_media: list[Media]
    is_recipient: bool
    now: datetime
    faces: list[str]
    gift: Panel
    pot: Pot | None
    covers: dict[int, str | None]  # the paths of the cover's pictures by their width
    thanks: list[ThanksRow]  # what the recipients said to those who have signed
    language: Language

    @property
    def access(self) -> CardAccess:
        """The card, for whoever holds one of its links."""
        return CardAccess(self.row.account_id, self.row.id, EVERYTHING)

    @property
    def way(self) -> Way | None:
        """The way by which somebody new may sign; None for an own link."""
        if self.invite is not None:
            return invited(self.invite.id)
        return SHARED if self.kind == SIGN else None

    @property
    def base(self) -> str:
        """The path of the link."""
        return f"/s/{self.token}"

    @property
    def is_shared(self) -> bool:
        """Tells whether many may sign through the link."""
        return self.kind == SIGN or (self.invite is not None and self.invite.is_shared)

    @property
    def is_open(self) -> bool:
        """Tells whether the card takes notes at this instant."""
        return self.row.status(self.now) == "open"

    @property
    def state(self) -> State:
        """Why there is no form, or that there is one. What was signed can be edited on a full card, too."""
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
    def may_decline(self) -> bool:
        """Tells whether the link is one person's, who may say no."""
        return self.invite is not None and not self.is_shared and self.own is None

    @property
    def palette(self) -> Palette | None:
        """The colours of the card; None for a palette that an operator has taken away."""
        return next((each for each in self.design.palettes if each.name == self.row.palette), None)

    def look(self, *parts: str) -> Style:
        """Returns the style of a page of this card."""
        return style("note.css", *parts, palette=self.palette)

    @property
    def headline(self) -> Markup:
        """The heading: what is asked, for whom."""
        return headline(self.language, self.design.occasion, self.row.recipient)

    # What the templates show.
    @property
    def title(self) -> str:
        """The card's own title."""
        return self.row.title

    @property
    def sender(self) -> str:
        """Who has the card made."""
        return self.row.sender

    @property
    def ends_at(self) -> datetime | None:
        """When it ends."""
        return self.row.contribution_ends_at

    @property
    def timezone(self) -> str:
        """In which its days are counted."""
        return self.row.timezone

    @property
    def signed(self) -> int:
        """How many have signed."""
        return self.row.places_taken

    @property
    def tone(self) -> str:
        """How loud the card is: bright, warm or quiet."""
        return self.design.tone

    def cover(self, width: Literal[240, 480]) -> str | None:
        """Returns the path of the cover's picture; None for a design without one."""
        return self.covers[width]


def review_at(own: ContributionRow | None, now: datetime) -> datetime | None:
    """Returns the instant from which on an author looks at the files of a note that others do not see."""
    return None if own is None or own.note_status == "published" else now


async def load(services: Services, request: Request) -> Scene:
    """Returns the scene of the link in the path.

    A wrong, a revoked and an old link have one answer. Raises NotFound, and TooManyRequests for an address
    that has tried too many wrong ones.
    """
    with tried(services, request) as token:
        async with services.db.transaction() as tx:
            opened = await open_link(tx, token, [SIGN, INVITATION, OWN])
            return await _scene(tx, services, request, opened)


async def load_for_form(services: Services, request: Request) -> tuple[Scene, Form]:
    """Returns the scene and the form, without files, that its page sent.

    Raises NotFound, ForeignForm, TooManyRequests, and what reading a form raises.
    """
    found = await load(services, request)
    sent = await form.read(services, request)
    form.check(services, request, sent, found.base)
    return found, sent


async def _scene(tx: Tx, services: Services, request: Request, opened: Opened) -> Scene:
    access = CardAccess(opened.account_id, opened.card_id, EVERYTHING)
    row = await card.load(tx, access)
    if opened.kind == SIGN and not row.shared_link:
        raise NotFound
    invite = await invitation.load(tx, access, opened.subject_id) if opened.kind == INVITATION else None
    if invite is not None and invite.link is None:
        raise NotFound
    own = await _own(tx, services, request, opened, access, invite)
    if opened.kind == OWN and own is None:
        raise NotFound
    rows = (await media.of(tx, access.account_id, [own.id])).get(own.id, []) if own is not None else []
    design = await template.load(tx, row.template_id)
    viewer, language = _viewer(opened.kind, own), choose(request, row.locale)
    rights = permissions.rights(row, viewer.kind, tx.now, invited=viewer.invited)
    return Scene(
        token=request.path_params["token"],
        kind=opened.kind,
        row=row,
        design=design,
        invite=invite,
        own=own,
        own_media=[media.record(each, services, review_at=review_at(own, tx.now)) for each in rows],
        is_recipient=await _is_recipient(tx, row, invite),
        now=tx.now,
        faces=await _faces(tx, row, viewer),
        gift=await gift.panel(tx, services, row, rights, own, language),
        pot=await pot(tx, row, rights, viewer, language),
        covers={
            240: cover.path(services.keys, row, design, "avif_240"),
            480: cover.path(services.keys, row, design, "avif_480"),
        },
        thanks=await thanks.of_card(tx, row.account_id, row.id) if own is not None else [],
        language=language,
    )


async def _own(
    tx: Tx,
    services: Services,
    request: Request,
    opened: Opened,
    access: CardAccess,
    invite: InvitationRow | None,
) -> ContributionRow | None:
    """What the reader has signed: by the link itself, through the invitation of one, or from this browser."""
    if opened.kind == OWN:
        return await _living(tx, access, opened.subject_id)
    if invite is not None and not invite.is_shared:
        return await contribution.by_invitation(tx, access, invite.id)
    if "another" in request.query_params:
        return None
    kept = cookie.read(services, request, cookie.own_name(access.card_id))
    if kept is None:
        return None
    try:
        found = await open_link(tx, kept, [OWN])
    except NotFound:
        return None
    await tx.see([access.account_id])
    same = (found.account_id, found.card_id) == (access.account_id, access.card_id)
    return await _living(tx, access, found.subject_id) if same else None


async def _living(tx: Tx, access: CardAccess, contribution_id: str) -> ContributionRow | None:
    try:
        found = await contribution.load(tx, access, contribution_id)
    except NotFound:
        return None
    return None if found.note_status == DELETED else found


async def _is_recipient(tx: Tx, row: CardRow, invite: InvitationRow | None) -> bool:
    """Tells whether the invitation went to the person whom the card is for, and is to be a surprise."""
    if invite is None or row.card_type == SELF:
        return False
    return invite.address_key in of_recipients(row, await card.recipients(tx, row.account_id, row.id))


def _viewer(kind: str, own: ContributionRow | None) -> Viewer:
    """Who holds an invitation's link is a contributor, and whose note is published, or gift has come."""
    invited = kind == INVITATION or (own is not None and own.invitation_id is not None)
    counts = invited or (own is not None and own.counts)
    ids = (own.id,) if own is not None else ()
    return Viewer("contributor" if counts else "link", own=ids, invited=invited)


async def _faces(tx: Tx, row: CardRow, viewer: Viewer) -> list[str]:
    """Returns the first letters of those who have signed, where their names may be seen."""
    shown = await note_visibility.list_notes(tx, row, viewer, limit=_FACES)
    return ["".join(word[0] for word in each.name.split()[:2]).upper() for each in shown if each.name]
