"""The card data for all pages of a signing link. Other requests do not load it."""

from datetime import datetime
from typing import Final, Literal

from msgspec import Struct

from wellwish.base.language import Language
from wellwish.cards import cover, permissions
from wellwish.cards.card import recipients
from wellwish.cards.card_row import SELF, CardRow
from wellwish.cards.permissions import Rights
from wellwish.cards.recipient import RecipientRow
from wellwish.contributions import note_visibility
from wellwish.contributions.contribution import ContributionRow
from wellwish.contributions.signing import SigningContext
from wellwish.designs.covers import files
from wellwish.designs.templates import template
from wellwish.designs.templates.template import Palette, TemplateRow
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.media import media
from wellwish.media.media import Media
from wellwish.thanks.thanks import find_by_card
from wellwish.web.kit.language import choose
from wellwish.web.kit.style import Style, style
from wellwish.web.kit.thanks import ShownThanks, shown_thanks
from wellwish.web.signing.visitor import Visitor

_FACES: Final = 3


class Shown(Struct, frozen=True, kw_only=True):
    """The card and the visitor's own note, as shown on all pages of a signing link."""

    visitor: Visitor
    context: SigningContext
    design: TemplateRow
    rights: Rights
    media: list[Media]  # the files of the visitor's own note
    faces: list[str]
    covers: dict[int, str | None]  # paths of the cover images by width
    first_cover: str | None  # the small image as a data URL, for a browser's first visit
    preview_url: str | None  # the preview image of the link in chat apps
    opened_by: list[RecipientRow]  # the recipients who have opened the finished card
    language: Language

    @property
    def row(self) -> CardRow:
        return self.context.row

    @property
    def own(self) -> ContributionRow | None:
        """The visitor's own contribution."""
        return self.context.own

    @property
    def base(self) -> str:
        """The path of the link."""
        return self.visitor.base

    @property
    def is_open(self) -> bool:
        """Whether the card accepts notes."""
        return self.context.is_open

    @property
    def title(self) -> str:
        return self.row.title

    @property
    def sender(self) -> str:
        return self.row.sender

    @property
    def ends_at(self) -> datetime | None:
        """When signing ends; None if it has no end."""
        return self.row.contribution_ends_at

    @property
    def timezone(self) -> str:
        """The time zone of the dates that the pages show."""
        return self.row.timezone

    @property
    def signed(self) -> int:
        """The number of people who have signed."""
        return self.row.places_taken

    @property
    def tone(self) -> str:
        """The tone of the design: bright, warm or quiet."""
        return self.design.tone

    @property
    def invited_at(self) -> str | None:
        """The shortened address of a personal invitation, if its page offers to email note links to it."""
        invite = self.context.invite
        if invite is None or not self.context.may_ask_link:
            return None
        name, _, host = invite.delivery_id.rpartition("@")
        shown = name[: max(1, min(2, len(name) - 1))]
        return f"\u2066{shown}…\u2060@{host}\u2069"  # U+2060 prevents a line break before the @

    @property
    def may_have_thanks(self) -> bool:
        """Whether recipients may have received the card and sent thanks for it."""
        return self.row.card_type == SELF or self.row.is_revealed(self.context.now)

    @property
    def palette(self) -> Palette | None:
        """The colours of the card; None for a palette that an operator has removed."""
        return next((each for each in self.design.palettes if each.name == self.row.palette), None)

    def look(self, *parts: str) -> Style:
        """Returns the style of a page of this card."""
        parts = (*parts, "framed.css") if self.visitor.is_framed else parts
        return style("note.css", *parts, palette=self.palette)

    def cover(self, width: Literal[240, 480]) -> str | None:
        """Returns the path of the cover's picture; None for a design without one."""
        return self.covers[width]


def review_at(own: ContributionRow | None, now: datetime) -> datetime | None:
    """Returns the time for review URLs, with which authors see hidden files; None for a published note."""
    return None if own is None or own.note_status == "published" else now


async def load(tx: Tx, visitor: Visitor, context: SigningContext) -> Shown:
    """Loads the common data of all pages, without gift, pot and thanks."""
    row, own, viewer = context.row, context.own, context.viewer
    design = await template.load(tx, row.template_id)
    rows = (
        (await media.find_by_contribution(tx, row.account_id, [own.id])).get(own.id, [])
        if own is not None
        else []
    )
    names = await note_visibility.list_names(tx, row, viewer, _FACES) if row.places_taken else []
    people = await recipients(tx, row.account_id, row.id) if row.is_revealed(context.now) else []
    preview = cover.path(visitor.services.keys, row, design, "og")
    small = cover.path(visitor.services.keys, row, design, "avif_240")
    return Shown(
        visitor=visitor,
        context=context,
        design=design,
        rights=permissions.rights(
            row, viewer.kind, context.now, invited=viewer.invited, signed=bool(viewer.own)
        ),
        media=[media.record(each, visitor.services, review_at=review_at(own, context.now)) for each in rows],
        faces=["".join(word[0] for word in name.split()[:2]).upper() for name in names],
        # First visits show the cover without a second round trip, at the cost of 11 KB in the page.
        first_cover=files.data_url(small) if small and not visitor.request.cookies else None,
        preview_url=preview and visitor.services.settings.base_url + preview,
        opened_by=[each for each in people if each.first_viewed_at is not None],
        covers={
            240: small,
            480: cover.path(visitor.services.keys, row, design, "avif_480"),
        },
        language=choose(visitor.request, row.locale),
    )


class Other(Struct, frozen=True):
    """Another note of this browser: its page and, unless it is anonymous, its author's name."""

    url: str
    name: str | None


def others(card: Shown) -> list[Other]:
    visitor = card.visitor
    return [
        Other(visitor.page_of(each.id), None if each.anonymous else each.name) for each in card.context.others
    ]


async def said_to(tx: Tx, services: Services, card: Shown) -> list[ShownThanks]:
    """Returns the thanks addressed to everyone, and those for the visitor's own note."""
    own = [] if card.own is None else [card.own.id]
    said = await find_by_card(tx, card.row.account_id, card.row.id, of_notes=own)
    return shown_thanks(said, services)
