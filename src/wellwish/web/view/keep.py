"""Copies of a card to keep: a PDF to print, and a folder that works offline and without the service."""

import re
from collections.abc import AsyncIterator, Mapping
from functools import partial
from pathlib import Path
from typing import Final

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from wellwish.cards import cover
from wellwish.contributions import note_visibility
from wellwish.contributions.contribution import Contribution
from wellwish.errors import NotFound, Unavailable
from wellwish.http import Services
from wellwish.keepsake import archive, pdf
from wellwish.keepsake.archive import Entry
from wellwish.keepsake.keepsake import FAMILIES, Keepsake, Picture, Piece, Thanks
from wellwish.language import Language
from wellwish.limiter import Key
from wellwish.media import media
from wellwish.media.media import File, MediaRow
from wellwish.web.kit.page import link_page, render
from wellwish.web.kit.static import FILES
from wellwish.web.kit.style import plain
from wellwish.web.view.opened import CardView, open_card
from wellwish.web.view.read import PRINTED_NOTES, language_of, shown
from wellwish.web.view.sheet import sheets
from wellwish.web.view.show import Show, palette

FONTS: Final = Path(__file__).parents[1] / "kit/static"
_AGAIN_S: Final = 30
_FONT: Final = re.compile(r"url\(([a-z0-9-]+\.woff2)\)")
_SPAN: Final = re.compile(r"U\+([0-9A-Fa-f]+)(?:-([0-9A-Fa-f]+))?")
_PRINTED: Final = ("jpg", "png", "webp", "gif", "svg")


class _Whole(Struct, frozen=True):
    """A card with all its notes."""

    opened: CardView
    language: Language
    show: Show
    notes: list[Contribution]
    media: dict[str, list[MediaRow]]

    @property
    def key(self) -> Key:
        """The share of the card in the pools."""
        return Key(self.opened.row.account_id, self.opened.row.id)

    @property
    def music(self) -> MediaRow | None:
        """The copy of the card's music."""
        return self.show.copies.get("audio")

    @property
    def logo(self) -> MediaRow | None:
        """The copy of the card's logo."""
        return self.show.copies.get("logo")


async def _whole(services: Services, request: Request) -> _Whole:
    async with services.db.transaction() as tx:
        opened = await open_card(tx, services, request)
        if not opened.is_shown:
            raise NotFound
        language = language_of(request, opened)
        show = await shown(tx, services, opened, language)
        notes = await note_visibility.list_notes(tx, opened.row, opened.viewer, limit=PRINTED_NOTES)
        pictures = await media.find_by_contribution(tx, opened.row.account_id, [each.id for each in notes])
    return _Whole(opened, language, show, notes, pictures)


@link_page
async def card_pdf(services: Services, request: Request) -> Response:
    """Returns the card as a PDF. Raises NotFound without the extra, Unavailable if it cannot be
    typeset now.
    """
    if not pdf.is_there():
        raise NotFound
    whole = await _whole(services, request)
    try:
        made = await pdf.typeset(whole.key, partial(_keepsake, services, whole), FONTS)
    except pdf.NotSet as error:
        raise Unavailable(headers={"Retry-After": str(_AGAIN_S)}) from error
    return Response(made, headers=_headers("pdf"), media_type="application/pdf")


async def _keepsake(services: Services, whole: _Whole) -> Keepsake:
    opened, language = whole.opened, whole.language
    colours = palette(opened)
    return Keepsake(
        title=whole.show.title,
        lead=whole.show.lead,
        language=language.code,
        direction="rtl" if language.direction == "rtl" else "ltr",
        wash=colours.wash2.light,
        accent=colours.accent.light,
        cover_svg=await cover.drawing(opened.row, opened.design),
        pieces=[await _piece(services, whole, each) for each in whole.notes],
        closing=_kept(whole),
        thanks=[Thanks(each.text, each.name or "") for each in whole.show.thanks],
        logo=await _logo(services, whole.logo),
    )


async def _piece(services: Services, whole: _Whole, note: Contribution) -> Piece:
    pictures: list[Picture] = []
    aside = ""
    [sheet] = sheets([note], whole.media, services.keys, whole.language, whole.opened.now)
    for row in whole.media.get(note.id, []):
        if row.status != "ready":
            continue
        if row.kind == "voice":
            says = whole.language.gettext("Includes a voice note, which can't be played on paper.")
            aside = f"{says} {row.transcript}" if row.transcript else says
            continue
        file = _to_print(row)
        content = None if file is None else await _content(services, row, file)
        if file is None or content is None:  # deleted meanwhile: the text stays
            continue
        shows = sheet.drawing if row.kind == "drawing" else sheet.photo
        suffix = file.name.rpartition(".")[2]
        pictures.append(Picture(suffix, content, shows.description if shows else ""))
    said = note.words
    return Piece(said.text, note.name or "", said.pen, said.ink, said.paper, pictures, aside)


async def _logo(services: Services, row: MediaRow | None) -> Picture | None:
    file = None if row is None else _to_print(row)
    content = None if row is None or file is None else await _content(services, row, file)
    if file is None or content is None:
        return None
    return Picture(file.name.rpartition(".")[2], content, "")


def _kept(whole: _Whole) -> str:
    day = whole.language.long_day(whole.opened.now, whole.opened.row.timezone)
    return whole.language.gettext("Saved on %(day)s.") % {"day": day}


async def _content(services: Services, row: MediaRow, file: File) -> bytes | None:
    return await services.storage.get(f"{row.folder}/{file.name}", 0, file.bytes)


def _to_print(row: MediaRow) -> File | None:
    """Returns the file for print: a still, the largest of several."""
    stills = [
        file
        for file in row.files
        if file.name.rpartition(".")[2] in _PRINTED and (row.kind != "gif" or file.name.startswith("still"))
    ]
    return max(stills, key=lambda file: (file.width or 0, file.type == "image/jpeg"), default=None)


@link_page
async def card_zip(services: Services, request: Request) -> Response:
    """Returns the card as a folder: index.html with all its files. Raises NotFound."""
    whole = await _whole(services, request)
    entries = _entries(services, whole)
    return StreamingResponse(
        archive.stream(entries, whole.opened.now), headers=_headers("zip"), media_type="application/zip"
    )


async def _entries(services: Services, whole: _Whole) -> AsyncIterator[Entry]:
    """Yields the files of the folder; files deleted meanwhile are left out of its page."""
    place: dict[str, str] = {}
    rows = [row for each in whole.media.values() for row in each if row.status == "ready"]
    rows += [row for row in (whole.music, whole.logo) if row is not None]
    for number, row in enumerate(rows):
        for file in row.files:
            if file.type == "image/jpeg":  # the same as WebP, for programs that do not know AVIF
                continue
            content = await _content(services, row, file)
            if content is None:
                continue
            name = f"media/{number + 1}-{file.name}"
            place[f"{row.id}/{file.name}"] = name
            yield Entry(name, content)
    show, opened = whole.show, whole.opened
    drawing = await cover.drawing(opened.row, opened.design)
    if drawing is not None:
        yield Entry("cover.svg", drawing)
    music = whole.music
    show.music = None if music is None else place.get(f"{music.id}/{music.files[0].name}")
    logo = whole.logo
    show.logo = None if logo is None else place.get(f"{logo.id}/{logo.files[0].name}")
    show.notes = sheets(whole.notes, whole.media, services.keys, whole.language, whole.opened.now, place)
    written: dict[str, str] = {}
    for each in whole.notes:
        written[each.words.pen] = f"{written.get(each.words.pen, '')}{each.words.text}{each.name or ''}"
    css, fonts = _style(whole.opened, written)
    yield Entry("style.css", css.encode())
    for name in fonts:
        yield Entry(f"fonts/{name}", FILES[name])
    page = render(
        "view/copy.html", whole.language,
        show=show, has_cover=drawing is not None, policy=POLICY, kept=_kept(whole),
    )  # fmt: skip
    yield Entry("index.html", page.encode())


# The page loads only files next to it, and has no script. Some browsers treat a local folder as an origin and
# others do not, so the policy names its scheme as well.
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
    """Returns whether the text in a handwriting needs the face; a face without ranges covers everything."""
    spans = [(int(low, 16), int(high or low, 16)) for low, high in _SPAN.findall(face)]
    if text is None or not spans:
        return text is not None
    return any(low <= ord(letter) <= high for letter in set(text) for low, high in spans)


def _headers(suffix: str) -> Mapping[str, str]:
    return {
        "Content-Disposition": f'attachment; filename="card.{suffix}"',
        "X-Robots-Tag": "noindex",
        "Referrer-Policy": "no-referrer",
        "Cache-Control": "no-store",
    }
