"""The card as a PDF, which is cached until the card's content changes."""

import hashlib
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct, structs
from starlette.requests import Request

from wellwish import __version__
from wellwish.base.errors import NotFound, Unavailable
from wellwish.base.language import Language, later
from wellwish.base.limiter import Key, Shared
from wellwish.cards import cover
from wellwish.contributions import note_visibility
from wellwish.contributions.contribution import Contribution
from wellwish.infra.http import Services
from wellwish.keepsake import pdf
from wellwish.keepsake.keepsake import Keepsake, Picture, Piece, Thanks
from wellwish.media import media, pdf_cache
from wellwish.media.media import PICTURES, VIDEO, File, MediaRow
from wellwish.media.payer import with_payer
from wellwish.thanks.thanks import Said
from wellwish.web.view.opened import CardView, open_card
from wellwish.web.view.read import PRINTED_NOTES, shown
from wellwish.web.view.sheet import description_of, sheets
from wellwish.web.view.show import Show, palette

FONTS: Final = Path(__file__).parents[1] / "kit/static"
_AGAIN_S: Final = 30
_PRINTED: Final = ("jpg", "png", "webp", "gif", "svg")
_INCOMPLETE: Final = later("Some characters can't be shown in this PDF. The card online has them all.")
_TYPESETTING: Final = Shared[bytes]()


class Whole(Struct, frozen=True):
    """A card with all its notes."""

    opened: CardView
    language: Language
    show: Show
    notes: list[Contribution]
    media: dict[str, list[MediaRow]]

    @property
    def key(self) -> Key:
        """The card's share of the process pools."""
        return Key(self.opened.row.account_id, self.opened.row.id)

    @property
    def music(self) -> MediaRow | None:
        """The copy of the card's music."""
        return self.show.copies.get("audio")

    @property
    def logo(self) -> MediaRow | None:
        """The copy of the card's logo."""
        return self.show.copies.get("logo")

    @property
    def saved_on(self) -> str:
        """The sentence with the day of saving, in the card's time zone."""
        day = self.language.long_day(self.opened.now, self.opened.row.timezone)
        return self.language.gettext("Saved on %(day)s.") % {"day": day}


async def load(services: Services, request: Request) -> Whole:
    """Returns the card, with the notes that the requested link shows. Raises NotFound."""
    async with services.db.transaction() as tx:
        opened = await open_card(tx, services, request)
        if not opened.is_shown:
            raise NotFound
        show = await shown(tx, services, request, opened)
        notes = await note_visibility.list_notes(tx, opened.row, opened.viewer, limit=PRINTED_NOTES)
        pictures = await media.find_by_contribution(tx, opened.row.account_id, [each.id for each in notes])
    return Whole(opened, show.language, show, notes, pictures)


async def printed(services: Services, whole: Whole) -> bytes:
    """Returns the PDF. Raises Unavailable if it currently cannot be created."""
    drawing = await cover.drawing(services, whole.opened.row, whole.opened.design)
    keepsake = _keepsake(services, whole, drawing)
    key = pdf_cache.Key(whole.key.account, whole.key.card, _digest(keepsake))
    content = await pdf_cache.find(services, key)
    if content is None:
        content = await _TYPESETTING.run(key, partial(_typeset, services, whole, keepsake, key))
    return content


async def _typeset(services: Services, whole: Whole, keepsake: Keepsake, key: pdf_cache.Key) -> bytes:
    try:
        share = await with_payer(services, whole.key)
        content = await pdf.typeset(share, partial(_filled, services, keepsake), FONTS)
    except pdf.NoPlace as error:
        raise Unavailable(headers={"Retry-After": str(_AGAIN_S)}) from error
    except pdf.NotSet as error:
        await pdf_cache.add_failure(services, key)
        raise Unavailable(headers={"Retry-After": str(pdf_cache.FAILED_S)}) from error
    await pdf_cache.add(services, key, content)
    return content


def _digest(keepsake: Keepsake) -> bytes:
    """Returns the SHA-256 of everything that determines the PDF, with paths instead of picture contents."""
    template = files("wellwish.keepsake").joinpath("keepsake.typ").read_bytes()
    return hashlib.sha256(msgspec.msgpack.encode([__version__, template, keepsake])).digest()


def _keepsake(services: Services, whole: Whole, drawing: bytes | None) -> Keepsake:
    """Returns the keepsake without the content of its pictures."""
    opened, language = whole.opened, whole.language
    colours = palette(opened)
    return Keepsake(
        title=whole.show.title,
        lead=whole.show.lead,
        language=language.code,
        direction="rtl" if language.direction == "rtl" else "ltr",
        wash=colours.wash2.light,
        accent=colours.accent.light,
        cover_svg=drawing,
        pieces=[_piece(services, whole, each) for each in whole.notes],
        closing=whole.saved_on,
        incomplete=language.gettext(_INCOMPLETE),
        goes_on=language.gettext("goes on …"),
        continued=language.gettext("… continued"),
        thanks=[_thanks(each, language) for each in whole.show.said_thanks if each.text or each.ready],
        thanks_heading=language.gettext("Thank-you note"),
        logo=None if whole.logo is None else _picture(whole.logo, ""),
    )


def _thanks(said: Said, language: Language) -> Thanks:
    _ = language.gettext
    photos = [row for row in said.ready if row.kind in PICTURES]
    voices = [row for row in said.ready if row.kind == "voice"]
    asides = [_("Includes a voice note, which can't be played on paper.")] if voices else []
    asides += [row.transcript for row in voices if row.transcript]
    return Thanks(
        said.text,
        said.name or "",
        _picture(photos[0], description_of(photos[0], said.name, language)) if photos else None,
        " ".join(asides),
    )


def _piece(services: Services, whole: Whole, note: Contribution) -> Piece:
    pictures: list[Picture | None] = []
    aside = ""
    _ = whole.language.gettext
    [sheet] = sheets([note], whole.media, services.keys, whole.language, whole.opened.now)
    for row in whole.media.get(note.id, []):
        if row.status != "ready":
            continue
        if row.kind == "voice":
            says = _("Includes a voice note, which can't be played on paper.")
            aside = " ".join(filter(None, (aside, says, row.transcript)))
            continue
        if row.kind == VIDEO:
            aside = _("Includes a video, which can't be played on paper.")
        pictures.append(_picture(row, description_of(row, note.name, whole.language)))
    said = note.words
    there = [each for each in pictures if each is not None]
    heading = _("Note from %(name)s") % {"name": note.name} if note.name else _("Anonymous note")
    return Piece(
        said.text, note.name or "", sheet.pen, said.ink, said.paper, there, heading, aside,
        lang=sheet.lang, is_polaroid=bool(sheet.photos or sheet.film),
    )  # fmt: skip


def _picture(row: MediaRow, description: str) -> Picture | None:
    file = _to_print(row)
    return (
        None
        if file is None
        else Picture(f"{row.folder}/{file.name}", file.bytes, description, is_photo=row.kind in PICTURES)
    )


def _to_print(row: MediaRow) -> File | None:
    """Returns the largest still image for print; None if there is none."""
    stills = [
        file
        for file in row.files
        if file.name.rpartition(".")[2] in _PRINTED and (row.kind != "gif" or file.name.startswith("still"))
    ]
    return max(stills, key=lambda file: (file.width or 0, file.type == "image/jpeg"), default=None)


async def _filled(services: Services, keepsake: Keepsake) -> Keepsake:
    """Returns the keepsake with its pictures, without files deleted in the meantime."""
    pieces: list[Piece] = []
    for piece in keepsake.pieces:
        pictures = [await _loaded(services, each) for each in piece.pictures]
        pieces.append(structs.replace(piece, pictures=[each for each in pictures if each is not None]))
    thanks = [
        structs.replace(each, picture=None if each.picture is None else await _loaded(services, each.picture))
        for each in keepsake.thanks
    ]
    return structs.replace(
        keepsake,
        pieces=pieces,
        thanks=thanks,
        logo=None if keepsake.logo is None else await _loaded(services, keepsake.logo),
    )


async def _loaded(services: Services, picture: Picture) -> Picture | None:
    content = await services.storage.get(picture.path, 0, picture.size)
    return None if content is None else structs.replace(picture, content=content)
