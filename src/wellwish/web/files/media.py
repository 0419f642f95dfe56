"""Files of notes, under unguessable paths and with headers that disable them as pages.

Uploaded content is sandboxed without origin, scripts and forms, and the service determines its name and type
(OWASP ASVS 5.0, 3.2.1, 5.4.1). Supports ranges (RFC 9110 section 14) for audio players.
"""

import hashlib
import re
from collections.abc import AsyncIterator
from typing import Final

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from wellwish.base.errors import NotFound
from wellwish.infra.http import Services
from wellwish.media.media import File, MediaRow
from wellwish.media.serve import served
from wellwish.web.kit.link import tried

# The second and third part occur only in review URLs.
_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{22}(?:[.][0-9]{10}[.][A-Za-z0-9_-]{22})?", re.ASCII)
_RANGE: Final = re.compile(r"bytes=(?:([0-9]{1,18})-([0-9]{0,18})|-([0-9]{1,18}))", re.ASCII)
_PIECE_BYTES: Final = 1024 * 1024  # bytes of a response in memory at a time; only videos are larger
_HEADERS: Final = {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Robots-Tag": "noindex",
    "Accept-Ranges": "bytes",
    # The content of a path never changes, but a note may be hidden: browsers revalidate every ten minutes,
    # and get a 304 while the file is visible.
    "Cache-Control": "private, max-age=600",
}


async def media(services: Services, request: Request) -> Response:
    """Serves a file or a part of it.

    Raises NotFound for deleted, hidden, pending and unknown files, TooManyRequests after wrong guesses.
    """
    name = request.path_params["name"]
    with tried(services, request) as token:
        if not _TOKEN.fullmatch(token):
            raise NotFound
        row = await served(services, token)
    file = None if row is None else next((each for each in row.files if each.name == name), None)
    if row is None or file is None:
        raise NotFound
    headers = _headers(row, file, token)
    if _is_known(request, headers["ETag"]):
        return Response(status_code=304, headers=headers)
    status, start, end = _range(request, headers["ETag"], file.bytes)
    if status == 416:
        return Response(status_code=416, headers={**headers, "Content-Range": f"bytes */{file.bytes}"})
    if status == 206:
        headers["Content-Range"] = f"bytes {start}-{end - 1}/{file.bytes}"
    headers["Content-Length"] = str(end - start)
    if request.method == "HEAD":
        return Response(b"", status, headers, file.type)
    path = f"{row.folder}/{file.name}"
    first = await services.storage.get(path, start, min(end, start + _PIECE_BYTES))
    if first is None:  # deleted between the two statements
        raise NotFound
    if end - start <= _PIECE_BYTES:
        return Response(first, status, headers, file.type)
    return StreamingResponse(_pieces(services, path, first, start, end), status, headers, file.type)


async def _pieces(services: Services, path: str, first: bytes, start: int, end: int) -> AsyncIterator[bytes]:
    """Yields a range of a file in pieces. Raises NotFound if the file is deleted in between."""
    yield first
    for at in range(start + _PIECE_BYTES, end, _PIECE_BYTES):
        piece = await services.storage.get(path, at, min(end, at + _PIECE_BYTES))
        if piece is None:
            raise NotFound
        yield piece


def _headers(row: MediaRow, file: File, token: str) -> dict[str, str]:
    tag = hashlib.sha256(f"{token}/{file.name}/{file.bytes}".encode()).hexdigest()[:32]
    shown = f'attachment; filename="{row.kind}-{file.name}"'
    return {**_HEADERS, "ETag": f'"{tag}"', "Content-Disposition": shown}


def _is_known(request: Request, tag: str) -> bool:
    known = request.headers.get("if-none-match", "")
    return tag in known or known.strip() == "*"


def _range(request: Request, tag: str, size: int) -> tuple[int, int, int]:
    """Returns the status, and the start and end of the range, or of the whole file for several ranges."""
    given = _RANGE.fullmatch(request.headers.get("range", "").replace(" ", ""))
    if given is None or request.headers.get("if-range", tag) != tag:
        return 200, 0, size
    first, last, suffix = given.groups()
    if suffix is not None:
        start, end = max(0, size - int(suffix)), size
    else:
        start, end = int(first), min(size, int(last) + 1) if last else size
        if last and int(last) < int(first):
            return 200, 0, size
    return (206, start, end) if start < end else (416, 0, 0)
