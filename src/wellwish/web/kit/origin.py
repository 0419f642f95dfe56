"""The origin of a form, as reported by the browser."""

from urllib.parse import urlsplit

from starlette.requests import Request

from wellwish.base.errors import ForeignForm
from wellwish.infra.http import Services
from wellwish.web.kit import cookie, framed


def check(services: Services, request: Request) -> None:
    """Raises ForeignForm if the browser reports that another site's page sent the request.

    In frames, the browser must report our page, except over plain HTTP, where some browsers do not report it.
    """
    origin = request.headers.get("origin")
    if origin not in (None, "null") and not _is_ours(services, origin):
        raise ForeignForm
    sender = request.headers.get("sec-fetch-site")
    if framed.is_framed(request):
        is_ours = sender == "same-origin" or (sender is None and not cookie.is_secure(services))
    else:
        is_ours = sender in (None, "same-origin", "none")
    if not is_ours:
        raise ForeignForm


def _is_ours(services: Services, origin: str) -> bool:
    ours = urlsplit(services.settings.base_url)
    if origin == f"{ours.scheme}://{ours.netloc}":
        return True
    if not services.settings.loopback:
        return False
    # 127.0.0.1 and localhost are the same machine, and links work with both.
    port = f":{ours.port}" if ours.port is not None else ""
    return origin in [f"{ours.scheme}://{host}{port}" for host in ("localhost", "127.0.0.1", "[::1]")]
