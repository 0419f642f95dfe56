"""The pages for a person's data: method, path, handler, templates."""

from typing import Final

from wellwish.infra.http import Raw
from wellwish.web.desk.privacy.ask import asked, link_form, link_pressed, privacy, sent
from wellwish.web.desk.privacy.data import data, erase, erased, export

# fmt: off
PRIVACY: Final = (
    Raw("GET", "/privacy", privacy, ("desk/privacy.html",)),
    Raw("POST", "/privacy", asked, ("desk/privacy.html",)),
    Raw("GET", "/privacy/sent", sent, ("desk/privacy_sent.html",)),
    Raw("GET", "/privacy/data", data, ("desk/privacy_data.html",)),
    Raw("GET", "/privacy/export", export),
    Raw("POST", "/privacy/erase", erase, ("desk/privacy_data.html",)),
    Raw("GET", "/privacy/erased", erased, ("desk/privacy_erased.html",)),
    Raw("GET", "/privacy/{token}", link_form, ("desk/privacy_link.html", "desk/privacy_gone.html")),
    Raw("POST", "/privacy/{token}", link_pressed, ("desk/privacy_link.html", "desk/privacy_gone.html")),
)
# fmt: on
