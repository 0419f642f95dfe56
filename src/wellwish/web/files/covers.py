"""The covers of templates: pictures that never change under their path."""

import asyncio
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from wellwish.cards import cover as own
from wellwish.covers import files
from wellwish.errors import NotFound
from wellwish.http import Services
from wellwish.web.kit.static import FOR_GOOD, pack, packed

# A drawing opened on its own must not run anything. Other sites may embed it: templates are public.
_HEADERS: Final = {
    "Cache-Control": FOR_GOOD,
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    "Cross-Origin-Resource-Policy": "cross-origin",
    "Access-Control-Allow-Origin": "*",
}


# These words are private: not for robots and shared caches.
_OWN: Final = {"Cache-Control": FOR_GOOD.replace("public", "private"), "X-Robots-Tag": "noindex"}


async def cover(services: Services, request: Request) -> Response:
    """Returns the file at a path made by `files.url_path` or `cover.path`. Raises NotFound, Unavailable."""
    slug, name = request.path_params["slug"], request.path_params["name"]
    ordered = own.opened(services.keys, slug, name)
    if ordered is not None:
        words, wanted = ordered
        content, type_ = await own.drawn(slug, words, wanted), files.MEDIA_TYPES[wanted]
        small: Mapping[str, bytes] = await asyncio.to_thread(pack, content) if wanted == "svg" else {}
        return packed(request, content, small, type_, {**_HEADERS, **_OWN})
    found = files.find_file(f"{files.PREFIX}/{slug}/{name}")
    if found is None:
        raise NotFound
    file, kind = found
    smaller: Mapping[str, bytes] = _packed(file) if kind == files.MEDIA_TYPES["svg"] else {}
    return packed(request, file.read_bytes(), smaller, kind, _HEADERS)


@lru_cache
def _packed(file: Path) -> Mapping[str, bytes]:
    return pack(file.read_bytes())
