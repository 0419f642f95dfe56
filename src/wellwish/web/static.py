"""Static files: under the hash of them all, so that a browser may keep each for good."""

import gzip
import hashlib
import mimetypes
from importlib.resources import files
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from wellwish.errors import NotFound
from wellwish.http import Parts

_SERVED: Final = (".css", ".svg", ".woff2", ".txt")
_YEAR_S: Final = 365 * 24 * 3600  # RFC 9111 section 5.2.2.1: as good as for ever
FOR_GOOD: Final = f"public, max-age={_YEAR_S}, immutable"
_MANY_BYTES: Final = 1024  # below this compressing gains nothing


def _read() -> dict[str, bytes]:
    folder = files("wellwish.web").joinpath("static")
    found = {file.name: file.read_bytes() for file in folder.iterdir() if file.name.endswith(_SERVED)}
    return dict(sorted(found.items()))


FILES: Final = _read()
VERSION: Final = hashlib.sha256(
    b"".join(name.encode() + content for name, content in FILES.items())
).hexdigest()[:12]
_PACKED: Final = {
    name: gzip.compress(content, mtime=0) for name, content in FILES.items() if not name.endswith(".woff2")
}


def address(name: str) -> str:
    """Returns the path of a static file. Raises KeyError for one that is not there."""
    if name not in FILES:
        raise KeyError(name)
    return f"/static/{VERSION}/{name}"


async def static(parts: Parts, request: Request) -> Response:
    """Returns a file; another version's hash gives what stands now, but not for keeps."""
    del parts
    name = request.path_params["name"]
    if name not in FILES:
        raise NotFound
    current = request.path_params["version"] == VERSION
    headers = {"Cache-Control": FOR_GOOD if current else "no-store"}
    kind = "font/woff2" if name.endswith(".woff2") else mimetypes.guess_type(name)[0] or "text/plain"
    return packed(request, FILES[name], _PACKED.get(name), kind, headers)


def packed(
    request: Request, content: bytes, smaller: bytes | None, kind: str, headers: dict[str, str]
) -> Response:
    """Returns the content, gzipped where the client takes that (RFC 9110 section 12.5.3)."""
    if smaller is None or len(content) < _MANY_BYTES:
        return Response(content, headers=headers, media_type=kind)
    headers = {**headers, "Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(smaller, headers={**headers, "Content-Encoding": "gzip"}, media_type=kind)
    return Response(content, headers=headers, media_type=kind)
