"""Give the card: close it, show each recipient's link, QR code, poster and email draft, and who has opened
it.

Wellwish sends nothing to recipients.
"""

from datetime import datetime
from typing import Final
from urllib.parse import quote

from markupsafe import Markup
from msgspec import Struct
from starlette.responses import Response

from wellwish.base.errors import MissingPrivilege, NotFound
from wellwish.base.language import Language, later, spoken
from wellwish.cards.card import Card
from wellwish.cards.recipient import Recipient
from wellwish.web.desk.frame import card_paper, find, may
from wellwish.web.desk.guard import signed_in
from wellwish.web.desk.initials import initials
from wellwish.web.desk.poster import Poster, poster_paper
from wellwish.web.desk.qr import code
from wellwish.web.desk.status_line import closes
from wellwish.web.desk.visit import Visit
from wellwish.web.kit.language import choose

_SUBJECT: Final = later("A card for you from %(sender)s")
_BODY: Final = later(
    "Hello %(name)s,\n\nThere is a card for you from %(sender)s. You can open it here:\n%(url)s"
)
_NAMELESS: Final = later("Hello,\n\nThere is a card for you from %(sender)s. You can open it here:\n%(url)s")


class Shown(Struct, frozen=True, kw_only=True):
    """A recipient with link, QR code and email draft, which are empty for admins, who cannot see links."""

    id: str
    name: str | None
    initials: str
    opened_at: str
    url: str
    code: Markup
    draft: str  # a mailto URL


_PAST: Final = later("Choose a day in the future.")


@signed_in
async def give_page(visit: Visit) -> Response:
    """Returns the links of a closed card, or the ways to close an open one. Raises NotFound."""
    return await give_paper(visit)


async def give_paper(
    visit: Visit,
    *,
    says: str = "",
    end: str = "",
    is_wrong: bool = False,
    status: int = 200,
) -> Response:
    """Returns the page with a message, or with an error in the end field for reopening."""
    card = await find(visit)
    language = choose(visit.request)
    may_update = may(card, "can_update")
    return await card_paper(
        visit,
        "desk/give.html",
        card,
        status=status,
        says=says,
        end=end,
        is_wrong=is_wrong,
        wrong={"contribution_end_date": _PAST} if is_wrong else {},
        is_ready=is_ready(card),
        closes=closes(language, card),
        may_close=card.status == "open" and may_update,
        may_reopen=card.status == "closed" and card.cancelling_at is None and may_update,
        counts=card.counts,
        recipients=[_shown(language, card, each) for each in card.recipients],
        public_url=card.view_url or "",
        public_code=code(card.view_url) if card.view_url else "",
    )


@signed_in
async def poster_page(visit: Visit) -> Response:
    """Returns the poster of a recipient, to print. Raises NotFound, MissingPrivilege."""
    card = await find(visit)
    if card.role != "owner":
        raise MissingPrivilege
    recipient_id = visit.request.path_params["recipient_id"]
    found = next((each for each in card.recipients if each.id == recipient_id), None)
    if found is None or not is_ready(card):
        raise NotFound
    _ = choose(visit.request).gettext
    poster = Poster(
        heading=_(later("For %(name)s")) % {"name": found.name} if found.name else card.title,
        url=found.view_url or "",
        label=_(later("QR code for the card")),
        says=_(later("Scan to open your card")),
        back=f"/desk/cards/{card.id}/give",
    )
    return await poster_paper(visit, card, poster)


def is_ready(card: Card) -> bool:
    """Returns whether the card's status allows the recipients to open it."""
    return card.status in ("closed", "archived")


def _shown(language: Language, card: Card, recipient: Recipient) -> Shown:
    url = recipient.view_url or ""
    opened = recipient.first_viewed_at
    return Shown(
        id=recipient.id,
        name=recipient.name,
        initials=initials(recipient.name or ""),
        opened_at="" if opened is None else language.day(datetime.fromisoformat(opened), card.timezone),
        url=url,
        code=code(url) if url else Markup(""),
        draft=_draft(card, recipient, url) if url else "",
    )


def _draft(card: Card, recipient: Recipient, url: str) -> str:
    """Returns a ``mailto`` URL (RFC 6068) with an email in the recipient's language."""
    language = spoken(recipient.locale, card.locale)
    values = {"sender": card.sender, "name": recipient.name or "", "url": url}
    body = language.gettext(_BODY if recipient.name else _NAMELESS) % values
    subject = quote(language.gettext(_SUBJECT) % values, safe="")
    lines = quote(body.replace("\n", "\r\n"), safe="")
    return f"mailto:{quote(recipient.email or '', safe='@')}?subject={subject}&body={lines}"
