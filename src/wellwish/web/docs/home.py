"""The home page: an introduction to Wellwish, and links to its parts."""

from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from wellwish.base.language import later
from wellwish.designs.covers import files
from wellwish.infra.http import Services
from wellwish.web.kit import form
from wellwish.web.kit.language import choose, keep_chosen
from wellwish.web.kit.page import HEADERS, html, page, render

# One cover per drawing style, with the occasion as its alternative text.
_COVERS: Final = {
    "birthday-cake": later("Birthday"),
    "wedding-deco": later("Wedding"),
    "farewell-harbour": later("Farewell"),
    "get-well-window": later("Get well"),
    "congrats-grid": later("Congratulations"),
    "baby-mobile": later("New baby"),
    "sympathy-branch": later("Sympathy"),
}
_FAN: Final = ("farewell-plane", "thank-meadow", "welcome-door")
# Testing tools of search engines fetch robots.txt from within the page.
_HEADERS: Final = {
    **HEADERS,
    "Content-Security-Policy": f"{HEADERS['Content-Security-Policy']}; connect-src 'self'",
    "Vary": "Accept-Language, Cookie",
}


@page
async def home(services: Services, request: Request) -> Response:
    language = choose(request)
    covers = [(files.url_path(slug, 0, "avif_240"), language.gettext(says)) for slug, says in _COVERS.items()]
    browser = form.browser(services, request)
    token = form.token(services, browser, "/")
    text = render(
        "docs/home.html",
        language,
        demo=services.settings.demo,
        sign_up=services.settings.sign_up,
        hero=files.url_path("birthday-cake", 0, "avif_480"),
        fan=[files.url_path(slug, 0, "avif_240") for slug in _FAN],
        covers=covers,
        form_token=token,
        base_url=services.settings.base_url,
    )
    response = html(text, headers=_HEADERS)
    keep_chosen(request, response, language)
    if services.settings.demo:
        form.remember(services, request, response, browser)
    return response
