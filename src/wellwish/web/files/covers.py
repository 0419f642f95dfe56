"""The covers of templates and cards: pictures whose content never changes at the same path."""

import asyncio
from collections.abc import Mapping
from functools import lru_cache
from http import HTTPStatus
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from wellwish.base.errors import NotFound
from wellwish.cards import cover as own
from wellwish.designs.covers import files
from wellwish.infra.http import Services
from wellwish.web.kit.static import FOR_GOOD, pack, packed, smaller

# An SVG that is opened as a page must not run scripts. Templates are public, so other sites may embed covers.
_HEADERS: Final = {
    "Cache-Control": FOR_GOOD,
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    "Cross-Origin-Resource-Policy": "cross-origin",
    "Access-Control-Allow-Origin": "*",
}


# Covers with a card's texts are private: neither search engines nor shared caches may store them.
_OWN: Final = {**_HEADERS, "Cache-Control": FOR_GOOD.replace("public", "private"), "X-Robots-Tag": "noindex"}
_OF_BODY: Final = ("content-length", "content-type", "etag")
_YET: Final = {**_OWN, "Cache-Control": "private, max-age=10"}  # used until the card's cover is drawn


async def cover(services: Services, request: Request) -> Response:
    """Returns the file at a path from `files.url_path` or `cover.path`. Raises NotFound."""
    slug, name = request.path_params["slug"], request.path_params["name"]
    avif = files.avif_name(name)
    if avif is None:
        return await _picture(services, request, slug, name)
    response = await _picture(services, request, slug, avif)
    if response.status_code != HTTPStatus.OK:
        return response
    headers = {name: value for name, value in response.headers.items() if name not in _OF_BODY}
    content = await asyncio.to_thread(files.jpeg, bytes(response.body))
    return Response(content, headers=headers, media_type="image/jpeg")


async def _picture(services: Services, request: Request, slug: str, name: str) -> Response:
    ordered = own.opened(services.keys, slug, name)
    if ordered is not None:
        words, wanted = ordered
        content = await own.drawn(services, slug, words, wanted)
        if content is None:
            return _built(request, own.built(slug, words, wanted), _YET)
        response = Response(content, headers=_OWN, media_type=files.MEDIA_TYPES[wanted])
        return smaller(request, response) if wanted == "svg" else response
    return _built(request, f"{files.PREFIX}/{slug}/{name}", _HEADERS)


def _built(request: Request, path: str, headers: dict[str, str]) -> Response:
    found = files.find_file(path)
    if found is None:
        raise NotFound
    file, kind = found
    codings: Mapping[str, bytes] = _packed(file) if kind == files.MEDIA_TYPES["svg"] else {}
    return packed(request, file.read_bytes(), codings, kind, headers)


@lru_cache
def _packed(file: Path) -> Mapping[str, bytes]:
    return pack(file.read_bytes())
