"""Responses that are the same for all clients, compressed once and revalidated by entity tag."""

import hashlib
from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import Response

from wellwish.web.kit.static import pack, packed

Kept = tuple[bytes, Mapping[str, bytes], str]


def kept(text: str | bytes) -> Kept:
    """Returns the content in each coding, with its strong entity tag (RFC 9110 section 8.8.3)."""
    content = text.encode() if isinstance(text, str) else text
    return content, pack(content), f'"{hashlib.sha256(content).hexdigest()[:16]}"'


def cached(request: Request, found: Kept, kind: str, more: Mapping[str, str]) -> Response:
    content, smaller, tag = found
    headers = {**more, "Cache-Control": "no-cache", "ETag": tag}
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return packed(request, content, smaller, kind, headers)
