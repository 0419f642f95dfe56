"""The home page: what Wellwish is, and where to go from here."""

from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from wellwish.covers import files
from wellwish.http import Services
from wellwish.web.kit import form
from wellwish.web.kit.page import html, page, render

# One cover of each kind of drawing, with the occasion for those who cannot see it.
_COVERS: Final = {
    "birthday-cake": "Birthday",
    "wedding-deco": "Wedding",
    "farewell-plane": "Farewell",
    "get-well-window": "Get well",
    "congrats-grid": "Congratulations",
    "sympathy-branch": "Sympathy",
}


@page
async def home(services: Services, request: Request) -> Response:
    covers = [(files.url_path(slug, 0, "avif_240"), says) for slug, says in _COVERS.items()]
    browser = form.browser(services, request)
    token = form.token(services, browser, "/")
    response = html(render("docs/home.html", demo=services.settings.demo, covers=covers, form_token=token))
    if services.settings.demo:
        form.remember(services, request, response, browser)
    return response
