"""Pages in a frame on another site: the origins that may show them, and their separate cookies.

Each page below ``/s/`` has a counterpart below ``/e/``, which the origins listed by the card's account may
frame. Its cookies have other names and are sent in frames (``SameSite=None; Partitioned``), so that neither
page uses the cookies of the other.
"""

from collections.abc import Awaitable, Callable, Sequence
from functools import wraps
from typing import Final

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from wellwish.infra.http import Services

Handler = Callable[[Services, Request], Awaitable[Response]]

PREFIX: Final = "/e/"
UNFRAMED: Final = "/s/"
_KEY: Final = "embed_origins"
_NOBODY: Final = "frame-ancestors 'none'"


def is_framed(request: Request) -> bool:
    return is_framed_path(request.scope.get("path", ""))


def is_framed_path(path: str) -> bool:
    return path.startswith(PREFIX)


def frame_by(request: Request, origins: Sequence[str]) -> None:
    """Allows pages of these origins to frame the response. ``origins`` must not be empty."""
    request.scope[_KEY] = origins


def framing_origins(request: Request) -> Sequence[str]:
    """Returns the origins that may frame the response; none for other pages."""
    return request.scope.get(_KEY, ())


def allow_frame(request: Request, response: Response) -> None:
    """Replaces the headers that forbid frames. For nested frames, all ancestors must be listed."""
    origins = framing_origins(request)
    if origins:
        headers = response.headers
        allowed = f"frame-ancestors {' '.join(origins)}"
        headers["Content-Security-Policy"] = headers["Content-Security-Policy"].replace(_NOBODY, allowed)
        headers["Cross-Origin-Resource-Policy"] = "cross-origin"  # for embedders that require such a header
        del headers["X-Frame-Options"]


def framed(handler: Handler) -> Handler:
    """Wraps a page for frames. If it is opened in a tab, redirects to the unframed page."""

    @wraps(handler)
    async def unframed(services: Services, request: Request) -> Response:
        is_read = request.method in ("GET", "HEAD")
        if is_read and request.headers.get("sec-fetch-dest") == "document":
            path = UNFRAMED + request.url.path.removeprefix(PREFIX)
            return RedirectResponse(str(request.url.replace(scheme="", netloc="", path=path)), 303)
        return await handler(services, request)

    return unframed
