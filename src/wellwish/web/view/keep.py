"""Downloads of a card: a PDF to print, and a folder that works offline and without the service."""

import asyncio
import re
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import aclosing
from typing import Final
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from wellwish.base.errors import NotFound, Unavailable
from wellwish.base.limiter import Limiter, LimiterError
from wellwish.cards import cover
from wellwish.infra.http import Services
from wellwish.keepsake import archive, card_json, pdf
from wellwish.keepsake.archive import Entry
from wellwish.keepsake.keepsake import FAMILIES
from wellwish.web.kit.handwriting import legible_pen
from wellwish.web.kit.page import link_page, render
from wellwish.web.kit.static import FILES
from wellwish.web.kit.style import plain
from wellwish.web.kit.thanks import shown_thanks
from wellwish.web.view.download_data import copied_card
from wellwish.web.view.opened import CardView
from wellwish.web.view.printed import Whole, load, printed
from wellwish.web.view.sheet import sheets
from wellwish.web.view.show import palette

_FONT: Final = re.compile(r"url\(([a-z0-9-]+\.woff2)\)")
# Characters that some systems do not allow in file names, or that change the direction of text.
_UNSAFE: Final = re.compile(r"[\x00-\x1f\x7f\u200e\u200f\u202a-\u202e\u2066-\u2069<>:\"/\\|?*\s]+")
_LONGEST_NAME: Final = 60  # characters of up to four octets; systems allow 255 octets
_SPAN: Final = re.compile(r"U\+([0-9A-Fa-f]+)(?:-([0-9A-Fa-f]+))?")
# A download occupies a slot only while a piece is created, and not while it is sent, because clients may be
# slow.
_DOWNLOADS: Final = Limiter(64, card_waiting=256)
_QUEUE_S: Final = 20.0
_PATIENCE_S: Final = 300.0  # long, because a timeout after the start of the response would truncate it
PIECE_BYTES: Final = 1024 * 1024  # bytes of a download in memory at a time
_AGAIN_S: Final = 30


@link_page
async def card_pdf(services: Services, request: Request) -> Response:
    """Returns the card as a PDF. Raises NotFound for a wrong link or without the PDF extra, Unavailable."""
    if not pdf.is_there():
        raise NotFound
    whole = await load(services, request)
    made = await printed(services, whole)
    return Response(made, headers=_headers(whole, "pdf"), media_type="application/pdf")


@link_page
async def card_zip(services: Services, request: Request) -> Response:
    """Returns the card as a zipped folder: index.html with all its files. Raises NotFound, Unavailable."""
    whole = await load(services, request)
    download = _download(services, whole)
    try:
        first = await anext(download)  # waits for a slot before the response begins
    except LimiterError as error:
        raise Unavailable(headers={"Retry-After": str(_AGAIN_S)}) from error
    return StreamingResponse(
        _from(first, download), headers=_headers(whole, "zip"), media_type="application/zip"
    )


async def _download(services: Services, whole: Whole) -> AsyncGenerator[bytes]:
    wait_s = _QUEUE_S
    async with aclosing(archive.stream(_entries(services, whole), whole.opened.now)) as pieces:
        while True:
            async with _DOWNLOADS.slot(whole.key, wait_s):
                piece = await anext(pieces, None)
            if piece is None:
                return
            wait_s = _PATIENCE_S
            yield piece


async def _from(first: bytes, rest: AsyncGenerator[bytes]) -> AsyncIterator[bytes]:
    async with aclosing(rest):
        yield first
        async for piece in rest:
            yield piece


async def _entries(services: Services, whole: Whole) -> AsyncIterator[Entry]:
    """Yields the files of the folder. Its page omits files deleted in the meantime."""
    place: dict[str, str] = {}
    rows = [row for each in whole.media.values() for row in each if row.status == "ready"]
    rows += [row for each in whole.show.said_thanks for row in each.ready]
    rows += [row for row in (whole.music, whole.logo) if row is not None]
    for number, row in enumerate(rows):
        for file in row.files:
            if file.type == "image/jpeg":  # the same picture also exists as WebP
                continue
            path = f"{row.folder}/{file.name}"
            first = await services.storage.get(path, 0, min(file.bytes, PIECE_BYTES))
            if first is None:
                continue
            name = f"media/{number + 1}-{file.name}"
            place[f"{row.id}/{file.name}"] = name
            yield Entry(name, _stored(services, path, first, file.bytes))
    show, opened = whole.show, whole.opened
    drawing = await cover.drawing(services, opened.row, opened.design)
    if drawing is not None:
        yield Entry("cover.svg", _cut(drawing))
    music = whole.music
    show.music = None if music is None else place.get(f"{music.id}/{music.files[0].name}")
    logo = whole.logo
    show.logo = None if logo is None else place.get(f"{logo.id}/{logo.files[0].name}")
    show.thanks = shown_thanks(show.said_thanks, services, place)
    show.notes = sheets(whole.notes, whole.media, services.keys, whole.language, whole.opened.now, place)
    written: dict[str, str] = {}
    for each in whole.notes:
        pen = legible_pen(each.words.pen, each.words.text, each.name)
        written[pen] = f"{written.get(pen, '')}{each.words.text}{each.name or ''}"
    css, fonts = _style(whole.opened, written)
    yield Entry("style.css", _cut(css.encode()))
    for name in fonts:
        yield Entry(f"fonts/{name}", _cut(FILES[name]))
    page = await asyncio.to_thread(
        render, "view/copy.html", whole.language,
        show=show, has_cover=drawing is not None, policy=POLICY, kept=whole.saved_on,
    )  # fmt: skip
    yield Entry("index.html", _cut(page.encode()))
    card = copied_card(whole, show.notes, has_cover=drawing is not None)
    yield Entry(card_json.NAME, _cut(card_json.content(card)))


async def _stored(services: Services, path: str, first: bytes, size: int) -> AsyncIterator[bytes]:
    """Yields a stored file in pieces. Raises Unavailable if it is deleted in the meantime."""
    yield first
    for start in range(len(first), size, PIECE_BYTES):
        piece = await services.storage.get(path, start, min(start + PIECE_BYTES, size))
        if piece is None:
            raise Unavailable
        yield piece


async def _cut(content: bytes) -> AsyncIterator[bytes]:
    for start in range(0, len(content), PIECE_BYTES):
        yield content[start : start + PIECE_BYTES]


# The page only loads files in its folder and has no scripts. The policy also allows the scheme, because some
# browsers do not treat a local folder as an origin.
POLICY: Final = (
    "default-src 'none'; img-src 'self' file:; media-src 'self' file:; style-src 'self' file:; "
    "font-src 'self' file:; form-action 'none'; base-uri 'none'"
)


def _style(opened: CardView, written: Mapping[str, str]) -> tuple[str, list[str]]:
    """Returns the style of the copy, and the font files that its text needs."""
    css = plain("note.css", "view.css", palette=palette(opened))
    for face in re.findall(r"@font-face\s*\{[^}]*\}", css):
        file = _FONT.search(face)
        pen = file[1].removesuffix(".woff2").partition("-")[0] if file else ""
        if pen in FAMILIES and not _asks(face, written.get(pen)):
            css = css.replace(face, "")
    fonts = sorted({name for name in _FONT.findall(css) if name in FILES})
    return _FONT.sub(r"url(fonts/\1)", css), fonts


def _asks(face: str, text: str | None) -> bool:
    """Returns whether text in a handwriting needs this font face. A face without ranges covers everything."""
    spans = [(int(low, 16), int(high or low, 16)) for low, high in _SPAN.findall(face)]
    if text is None or not spans:
        return text is not None
    return any(low <= ord(letter) <= high for letter in set(text) for low, high in spans)


def _headers(whole: Whole, suffix: str) -> Mapping[str, str]:
    """Returns headers with a file name from the card's title, including non-ASCII letters (RFC 6266 section
    5).
    """
    words = _UNSAFE.sub(" ", whole.show.title).strip(" .")[:_LONGEST_NAME].strip(" .")
    name = quote(f"{words or 'card'}.{suffix}", safe="")
    return {
        "Content-Disposition": f"attachment; filename=\"card.{suffix}\"; filename*=UTF-8''{name}",
        "X-Robots-Tag": "noindex",
        "Referrer-Policy": "no-referrer",
        "Cache-Control": "no-store",
    }
