"""Static files under a common hash, so that browsers can cache them indefinitely."""

import gzip
import hashlib
import mimetypes
from collections.abc import Callable, Mapping
from functools import cache, partial
from importlib.resources import files
from typing import Any, Final, cast

import brotli
from starlette.requests import Request
from starlette.responses import Response

from wellwish.base.errors import NotFound
from wellwish.infra.http import Services

# The packages with static files. All files are in one URL folder, so that they can refer to each other.
_WINGS: Final = ("desk", "docs", "kit", "operating", "signing", "view")
_SERVED: Final = (".css", ".js", ".svg", ".woff2", ".txt")
_YEAR_S: Final = 365 * 24 * 3600  # RFC 9111 section 5.2.2.1: practically forever
FOR_GOOD: Final = f"public, max-age={_YEAR_S}, immutable"
FOR_A_DAY: Final = "public, max-age=86400"
_MANY_BYTES: Final = 1024  # bytes; compressing smaller content saves nothing


def _read() -> dict[str, bytes]:
    found = {
        file.name: file.read_bytes()
        for wing in _WINGS
        for file in files(f"wellwish.web.{wing}").joinpath("static").iterdir()
        if file.name.endswith(_SERVED)
    }
    return dict(sorted(found.items()))


FILES: Final = _read()
VERSION: Final = hashlib.sha256(
    b"".join(name.encode() + content for name, content in FILES.items())
).hexdigest()[:12]
_TYPES: Final = {".woff2": "font/woff2", ".js": "text/javascript"}
_QUALITY: Final = 11  # compression level of content that is compressed once and sent often
_QUALITY_OF_KEPT: Final = 9
_QUALITY_OF_PAGES: Final = 5  # compression level of content for one reader: a millisecond for 50 KB


def address(name: str) -> str:
    """Returns the path of a static file. Raises KeyError for an unknown file."""
    if name not in FILES:
        raise KeyError(name)
    return f"/static/{VERSION}/{name}"


async def static(services: Services, request: Request) -> Response:
    """Returns a file. URLs with the hash of another version get the current file without caching."""
    del services
    name = request.path_params["name"]
    if name not in FILES:
        raise NotFound
    current = request.path_params["version"] == VERSION
    headers = {"Cache-Control": FOR_GOOD if current else "no-store"}
    suffix = name[name.rindex(".") :]
    kind = _TYPES.get(suffix) or mimetypes.guess_type(name)[0] or "text/plain"
    if suffix == ".woff2":
        return Response(FILES[name], headers=headers, media_type=kind)
    return _smaller(request, Response(FILES[name], headers=headers, media_type=kind), partial(_packed, name))


@cache
def _packed(name: str, coding: str) -> bytes:
    return _compress(FILES[name], coding, _QUALITY)


def pack(content: bytes) -> Mapping[str, bytes]:
    """Returns the content in each coding.

    Takes a tenth of a second per megabyte, so callers should cache the result.
    """
    return {coding: _compress(content, coding, _QUALITY_OF_KEPT) for coding in ("br", "gzip")}


def packed(
    request: Request, content: bytes, smaller: Mapping[str, bytes], kind: str, headers: dict[str, str]
) -> Response:
    """Returns the content, or its compressed form in a coding that the client accepts."""
    response = Response(content, headers=headers, media_type=kind)
    return _smaller(request, response, smaller.get) if smaller else response


def smaller(request: Request, response: Response) -> Response:
    """Returns the response, compressed in a coding that the client accepts."""
    content = bytes(response.body)
    return _smaller(request, response, lambda coding: _compress(content, coding, _QUALITY_OF_PAGES))


def _compress(content: bytes, coding: str, quality: int) -> bytes:
    if coding == "br":
        return cast("bytes", cast("Any", brotli).compress(content, quality=quality))
    return gzip.compress(content, 6 if quality == _QUALITY_OF_PAGES else 9, mtime=0)


def _smaller(request: Request, response: Response, pack: Callable[[str], bytes | None]) -> Response:
    """Compresses a response in an accepted coding (RFC 9110 section 12.5.3), with Brotli before gzip."""
    if len(response.body) < _MANY_BYTES or "content-encoding" in response.headers:
        return response
    response.headers.append("Vary", "Accept-Encoding")
    accepted = {
        part.partition(";")[0].strip() for part in request.headers.get("accept-encoding", "").split(",")
    }
    for coding in ("br", "gzip"):
        if coding in accepted and (content := pack(coding)) is not None:
            response.body = content
            response.headers["Content-Encoding"] = coding
            response.headers["Content-Length"] = str(len(content))
            break
    return response
