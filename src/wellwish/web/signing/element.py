"""The script of the element ``<wellwish-sign>``, for pages of other sites: ``static/embed.js``."""

import hashlib
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from wellwish.infra.http import Services
from wellwish.web.kit.static import FILES, pack, packed

_SCRIPT: Final = FILES["embed.js"]
_SMALLER: Final = pack(_SCRIPT)
_TAG: Final = f'"{hashlib.sha256(_SCRIPT).hexdigest()[:16]}"'
_HEADERS: Final = {
    # The URL has no version, so that fixes reach the sites that embed it within an hour.
    "Cache-Control": "public, max-age=3600, stale-while-revalidate=86400",
    "Cross-Origin-Resource-Policy": "cross-origin",
    "ETag": _TAG,
}


async def element(services: Services, request: Request) -> Response:
    del services
    if _TAG in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=_HEADERS)
    return packed(request, _SCRIPT, _SMALLER, "text/javascript", dict(_HEADERS))
