"""The poster of a card's signing link, to print."""

from starlette.responses import Response

from wellwish.base.errors import MissingPrivilege, NotFound
from wellwish.base.language import later
from wellwish.web.desk.frame import ends_at, find, may
from wellwish.web.desk.guard import signed_in
from wellwish.web.desk.poster import Poster, poster_paper
from wellwish.web.desk.visit import Visit
from wellwish.web.kit.language import choose


@signed_in
async def sign_poster_page(visit: Visit) -> Response:
    """Returns the poster. Raises NotFound if the card has no valid signing link, MissingPrivilege."""
    card = await find(visit)
    if not may(card, "invite_contributors"):
        raise MissingPrivilege
    if not card.sign_url or card.status != "open":
        raise NotFound
    language = choose(visit.request)
    _, ends = language.gettext, ends_at(language, card)
    poster = Poster(
        heading=card.title,
        url=card.sign_url,
        label=_(later("QR code for the signing link")),
        says=_(later("Scan to sign the card")),
        more=_(later("Sign before %(day)s")) % {"day": ends} if ends else "",
        back=f"/desk/cards/{card.id}",
    )
    return await poster_paper(visit, card, poster)
