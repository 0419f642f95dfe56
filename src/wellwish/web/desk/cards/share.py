"""Share the signing link: copy it, send it in a chat or an email draft, print it, or invite people."""

from typing import Final
from urllib.parse import quote

from starlette.responses import RedirectResponse, Response

from wellwish.base.errors import MissingPrivilege
from wellwish.base.language import Language, later, spoken
from wellwish.cards.card import Card
from wellwish.web.desk.frame import card_paper, find, may
from wellwish.web.desk.guard import signed_in
from wellwish.web.desk.qr import code
from wellwish.web.desk.status_line import closes
from wellwish.web.desk.visit import Visit
from wellwish.web.kit.language import choose

_MESSAGE: Final = later("A card for %(name)s: add a few words, it takes two minutes. %(url)s")
_NAMELESS: Final = later("“%(title)s”: add a few words to the card, it takes two minutes. %(url)s")
_SUBJECT: Final = later("Sign a card for %(name)s")
# Share addresses that these services document.
_TEAMS: Final = "https://teams.microsoft.com/share?href={url}&msgText={text}"
_WHATSAPP: Final = "https://wa.me/?text={text}"


@signed_in
async def share_page(visit: Visit) -> Response:
    """Returns the page, or redirects to a card without a signing link. Raises NotFound, MissingPrivilege."""
    card, language = await find(visit), choose(visit.request)
    if not may(card, "invite_contributors"):
        raise MissingPrivilege
    if not card.sign_url or card.status not in ("open", "closed"):
        return RedirectResponse(f"/desk/cards/{card.id}", 303)
    message = _message(card, card.sign_url)
    return await card_paper(
        visit,
        "desk/share.html",
        card,
        says="",
        is_new=visit.request.query_params.get("said") == "created",
        closes=closes(language, card),
        sign_code=code(card.sign_url),
        message=message,
        teams=_TEAMS.format(url=quote(card.sign_url, safe=""), text=quote(message, safe="")),
        whatsapp=_WHATSAPP.format(text=quote(message, safe="")),
        draft=_draft(card, message),
        mails=_mails(language, card),
        name=card.recipients[0].name or "" if card.recipients else "",
    )


def _message(card: Card, url: str) -> str:
    """Returns a message for a chat, in the card's language."""
    name = card.recipients[0].name if len(card.recipients) == 1 else None
    text = spoken(card.locale).gettext(_MESSAGE if name else _NAMELESS)
    return text % {"name": name, "title": card.title, "url": url}


def _draft(card: Card, message: str) -> str:
    """Returns a ``mailto`` URL (RFC 6068) without an address."""
    name = card.recipients[0].name if len(card.recipients) == 1 else None
    subject = spoken(card.locale).gettext(_SUBJECT) % {"name": name} if name else card.title
    return f"mailto:?subject={quote(subject, safe='')}&body={quote(message, safe='')}"


def _mails(language: Language, card: Card) -> str:
    """Returns the sentence about the organisers' notifications."""
    texts = {
        "daily": later("You get one email a day, if there is news."),
        "each": later("You get an email for each signature."),
        "none": later("You get no emails about it."),
    }
    return language.gettext(texts[card.organiser_mail])
