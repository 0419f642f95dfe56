"""Files at fixed paths for crawlers, security researchers and browsers.

Card links are secret, so robots.txt does not list them. Because search engines may list URLs that they must
not fetch, they may fetch card pages, which contain ``noindex``.
"""

from datetime import timedelta
from importlib.resources import files
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from wellwish.base import clock
from wellwish.base.errors import NotFound
from wellwish.base.language import LANGUAGES
from wellwish.infra.http import Services
from wellwish.web.kit.static import FOR_A_DAY

# RFC 9116 section 2.5.5 recommends less than a year. The date is computed, so it is never out of date.
_VALID: Final = timedelta(days=180)
_ROBOTS: Final = """\
# Pages of cards have secret addresses and say noindex.
User-agent: *
Disallow: /api/
Disallow: /account/
Disallow: /callbacks/
Disallow: /desk
Disallow: /mcp
Disallow: /outbox
"""
_ICON: Final = files("wellwish.web.kit").joinpath("static/favicon.ico").read_bytes()


async def robots(services: Services, request: Request) -> Response:
    del services, request
    return Response(_ROBOTS, headers={"Cache-Control": FOR_A_DAY}, media_type="text/plain")


async def security(services: Services, request: Request) -> Response:
    """Returns the contact for vulnerabilities (RFC 9116). Raises NotFound if none is configured."""
    del request
    settings = services.settings
    contact = settings.operator.security_contact
    if contact is None and settings.contact_email is not None:
        contact = f"mailto:{settings.contact_email}"
    if contact is None:
        raise NotFound("The operator of this server names no contact for vulnerabilities.")
    until = (clock.now() + _VALID).replace(hour=0, minute=0, second=0, microsecond=0)
    lines = [
        f"Contact: {contact}",
        f"Expires: {until:%Y-%m-%dT%H:%M:%SZ}",
        f"Preferred-Languages: {', '.join(LANGUAGES)}",
        f"Canonical: {settings.base_url}/.well-known/security.txt",
    ]
    return Response("\n".join(lines) + "\n", media_type="text/plain")


async def favicon(services: Services, request: Request) -> Response:
    """Returns the icon for clients that request it at the root. Pages link to another path."""
    del services, request
    return Response(_ICON, headers={"Cache-Control": FOR_A_DAY}, media_type="image/x-icon")
