"""The target of a view link: the card and its viewer. Opening the link has no effect."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from msgspec import structs
from starlette.requests import Request

from wellwish.base.errors import NotFound
from wellwish.cards import card, card_row, preview
from wellwish.cards.access import EVERYTHING, CardAccess
from wellwish.cards.card_row import SELF, CardRow
from wellwish.cards.link import INVITATION, OWN, PREVIEWS, PUBLIC_VIEW, VIEW, FoundLink, open_link
from wellwish.cards.recipient import RecipientRow
from wellwish.contributions import signing
from wellwish.contributions.note_visibility import Viewer, may_open
from wellwish.designs.templates import template
from wellwish.designs.templates.template import TemplateRow
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.web.kit.link import tried

_PREVIEWED: Final[dict[str, Viewer]] = {
    PREVIEWS["everyone"]: Viewer("public"),
    PREVIEWS["contributor"]: Viewer("contributor"),
    PREVIEWS["recipient"]: Viewer("recipient"),
    PREVIEWS["admin"]: Viewer("admin", finished=True),
}


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
    def is_for_others(self) -> bool:
        """Whether the viewer is not a recipient."""
        return self.viewer.kind != "recipient"

    @property
    def is_public(self) -> bool:
        """Whether the link is the public one."""
        return self.viewer.kind == "public"


async def open_card(tx: Tx, services: Services, request: Request) -> CardView:
    """Returns the target of the link in the path.

    Wrong, rotated, ended and disabled links and cancelled or deleted cards get the same response. Raises
    NotFound, AccountSuspended, TooManyRequests after many wrong links.
    """
    with tried(services, request) as token:
        link = await open_link(tx, token, (VIEW, PUBLIC_VIEW, OWN, INVITATION, *_PREVIEWED))
    if link.kind in (OWN, INVITATION):
        return await _of_signer(tx, token, link)
    row = await card_row.load(tx, CardAccess(link.account_id, link.card_id, EVERYTHING))
    if row.state == "cancelled" or (link.kind == PUBLIC_VIEW and not row.public_read):
        raise NotFound
    is_preview = link.kind in _PREVIEWED
    if is_preview:
        await preview.check(tx, link)
        # A preview shows the card as if it were closed.
        row = structs.replace(row, revealed_at=tx.now)
    people = await card.recipients(tx, link.account_id, link.card_id)
    recipient = next((each for each in people if each.id == link.subject_id), None)
    viewer = _PREVIEWED.get(link.kind) or Viewer("public" if link.kind == PUBLIC_VIEW else "recipient")
    return CardView(
        token=token,
        row=row,
        design=await template.load(tx, row.template_id),
        viewer=viewer,
        recipient=people[0] if link.kind == PREVIEWS["recipient"] and people else recipient,
        recipients=people,
        is_preview=is_preview,
        is_shown=may_open(row, viewer, tx.now) or row.card_type == SELF,
        now=tx.now,
    )


async def _of_signer(tx: Tx, token: str, link: FoundLink) -> CardView:
    """Returns the finished card for a contributor's own link or an invitation link.

    Raises NotFound before the card is closed, and for a recipient's invitation.
    """
    context = await signing.load(tx, link)
    row = context.row
    if context.is_recipient or not row.is_revealed(tx.now):
        raise NotFound
    return CardView(
        token=token,
        row=row,
        design=await template.load(tx, row.template_id),
        viewer=context.viewer,
        recipient=None,
        recipients=await card.recipients(tx, link.account_id, link.card_id),
        is_preview=False,
        is_shown=may_open(row, context.viewer, tx.now),
        now=tx.now,
    )
