"""The pages of the finished card and the wall: method, path, handler, templates."""

from typing import Final

from wellwish.infra.http import Raw
from wellwish.web.view.keep import card_pdf, card_zip
from wellwish.web.view.open_card import open_pressed
from wellwish.web.view.own_page import own_page_asked
from wellwish.web.view.read import read as view
from wellwish.web.view.report import report, reported
from wellwish.web.view.thank import thank, thanks
from wellwish.web.view.wall import wall, wall_stream

_STATES: Final = tuple(
    f"view/{state}.html" for state in ("waiting", "closed", "inside", "board", "book", "slides")
)

# fmt: off
VIEW: Final = (
    Raw("GET", "/c/{token}", view, _STATES),
    Raw("POST", "/c/{token}", open_pressed),
    Raw("GET", "/c/{token}/card.pdf", card_pdf),
    Raw("GET", "/c/{token}/card.zip", card_zip, ("view/copy.html",)),
    Raw("GET", "/c/{token}/thanks", thanks, ("view/thanks.html",)),
    Raw("POST", "/c/{token}/thanks", thank, ("view/thanks.html",)),
    Raw("POST", "/c/{token}/own-page", own_page_asked),
    Raw("GET", "/c/{token}/report", report, ("view/report.html",)),
    Raw("POST", "/c/{token}/report", reported, ("view/report.html",)),
    Raw("GET", "/w/{token}", wall, ("view/wall.html",)),
    Raw("GET", "/w/{token}/stream", wall_stream),
)
# fmt: on
