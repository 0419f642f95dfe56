"""Posters with a link and its QR code, on an A4 page."""

from msgspec import Struct
from starlette.responses import Response

from wellwish.cards.card import Card
from wellwish.web.desk.frame import card_paper
from wellwish.web.desk.qr import code
from wellwish.web.desk.visit import Visit


class Poster(Struct, frozen=True, kw_only=True):
    """The texts of a poster; ``label`` describes the QR code, ``back`` is the path of the previous page."""

    heading: str
    url: str
    label: str
    says: str
    more: str = ""
    back: str


async def poster_paper(visit: Visit, card: Card, poster: Poster) -> Response:
    """Returns the page to print."""
    return await card_paper(visit, "desk/poster.html", card, poster=poster, code=code(poster.url))
