"""The home page: what Wellwish is, and where to go from here."""

from starlette.requests import Request
from starlette.responses import Response

from wellwish.http import Services
from wellwish.web.kit.page import html, page, render


@page
async def home(services: Services, request: Request) -> Response:
    del request
    return html(render("docs/home.html", demo=services.settings.demo))
