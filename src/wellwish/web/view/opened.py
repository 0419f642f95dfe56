"""The target of a view link: the card and its viewer. Opening changes nothing."""

from dataclasses import dataclass
from datetime import datetime

from msgspec import structs
from starlette.requests import Request

from wellwish.cards import card, card_row, preview
from wellwish.cards.access import EVERYTHING, CardAccess
from wellwish.cards.card_row import SELF, CardRow
from wellwish.cards.link import PREVIEW, PUBLIC_VIEW, VIEW, open_link
from wellwish.cards.recipient import RecipientRow
from wellwish.contributions.note_visibility import Viewer, may_open
from wellwish.db import Tx
from wellwish.errors import NotFound
from wellwish.http import Services
from wellwish.templates import template
from wellwish.templates.template import TemplateRow
from wellwish.web.kit.link import tried


@dataclass(frozen=True)
class CardView:
    """A card with its viewer."""

    token: str
    row: CardRow
    design: TemplateRow
    viewer: Viewer
    recipient: RecipientRow | None
    recipients: list[RecipientRow]
    is_preview: bool
    is_shown: bool
    now: datetime

    @property
    def path(self) -> str:
        """The path of the card's pages."""
        return f"/c/{self.token}"

    @property
    def is_own(self) -> bool:
        """Whether a recipient views the card through their own link."""
        return self.recipient is not None and not self.is_preview

    @property
    def is_public(self) -> bool:
        """Whether the link is the public one."""
        return self.viewer.kind == "public"


async def open_card(tx: Tx, services: Services, request: Request) -> CardView:
    """Returns the target of the link in the path.

    Wrong, rotated, ended and disabled links and cancelled or deleted cards have the same answer. Raises
    NotFound; TooManyRequests after many wrong links.
    """
    with tried(services, request) as token:
        link = await open_link(tx, token, (VIEW, PUBLIC_VIEW, PREVIEW))
    row = await card_row.load(tx, CardAccess(link.account_id, link.card_id, EVERYTHING))
    if row.state == "cancelled" or (link.kind == PUBLIC_VIEW and not row.public_read):
        raise NotFound
    if link.kind == PREVIEW:
        await preview.check(tx, link)
        # A preview shows the card as if it were closed.
        row = structs.replace(row, revealed_at=tx.now)
    people = await card.recipients(tx, link.account_id, link.card_id)
    recipient = next((each for each in people if each.id == link.subject_id), None)
    viewer = Viewer("public" if link.kind == PUBLIC_VIEW else "recipient")
    return CardView(
        token=token,
        row=row,
        design=await template.load(tx, row.template_id),
        viewer=viewer,
        recipient=people[0] if link.kind == PREVIEW and people else recipient,
        recipients=people,
        is_preview=link.kind == PREVIEW,
        is_shown=may_open(row, viewer, tx.now) or row.card_type == SELF,
        now=tx.now,
    )
