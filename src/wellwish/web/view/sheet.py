"""A note as displayed: its text, its style, and the URLs of its pictures and recording."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final

from msgspec import Struct

from wellwish.base.crypto import Keys
from wellwish.base.language import Language
from wellwish.contributions.contribution import Contribution
from wellwish.contributions.note_language import language_of
from wellwish.media.media import PICTURES, VIDEO, File, MediaRow, review_token, token
from wellwish.web.kit.handwriting import legible_pen

_SMALL_PX: Final = 640  # width of a column on a high-density screen; wider files are for the enlarged note

_TILTED_LETTERS: Final = 800
_TILTED_LINES: Final = 20


class Picture(Struct, frozen=True):
    """A photo, GIF or drawing: its URLs, its size and its description."""

    src: str
    srcset: str
    width: int
    height: int
    description: str
    moving: str | None = None


class Film(Struct, frozen=True):
    """A video, with the picture shown before it plays."""

    src: str
    length: str
    poster: Picture


class Voice(Struct, frozen=True):
    """A voice recording."""

    src: str
    length: str
    transcript: str | None


class Sheet(Struct, frozen=True):
    """A note as displayed: its text, author, style, pictures and recording."""

    id: str
    anchor: str
    text: str
    lang: str | None
    by: str | None
    pen: str
    ink: str
    paper: str
    is_private: bool
    photos: list[Picture]
    film: Film | None
    drawing: Picture | None
    voice: Voice | None

    @property
    def photo(self) -> Picture | None:
        """The first photo or GIF."""
        return self.photos[0] if self.photos else None

    @property
    def pictures(self) -> list[Picture]:
        """The poster of the video, otherwise the photos and GIFs, otherwise the drawing."""
        if self.film is not None:
            return [self.film.poster]
        return self.photos or ([] if self.drawing is None else [self.drawing])

    @property
    def picture(self) -> Picture | None:
        """The first picture."""
        return self.pictures[0] if self.pictures else None

    @property
    def is_long(self) -> bool:
        """Whether the note is so tall that, when tilted, it would cross the edge of a phone's screen."""
        return len(self.text) > _TILTED_LETTERS or self.text.count("\n") > _TILTED_LINES


def sheets(
    notes: Sequence[Contribution],
    media: Mapping[str, Sequence[MediaRow]],
    keys: Keys,
    language: Language,
    now: datetime,
    place: Mapping[str, str] | None = None,
) -> list[Sheet]:
    """Returns the notes as displayed.

    ``place`` maps ``media id/name`` to the path of a file in a downloaded copy.
    """
    public, review = _Files(keys, place), _Files(keys, place, now)
    return [
        _sheet(each, media.get(each.id, ()), public if each.words.status == "published" else review, language)
        for each in notes
    ]


class _Files:
    def __init__(
        self, keys: Keys, place: Mapping[str, str] | None, review_at: datetime | None = None
    ) -> None:
        self._keys = keys
        self._place = place
        self._review_at = review_at

    def address(self, row: MediaRow, file: File) -> str:
        if self._place is not None:
            return self._place[f"{row.id}/{file.name}"]
        if self._review_at is not None:
            return f"/media/{review_token(self._keys, row.id, self._review_at)}/{file.name}"
        return f"/media/{token(self._keys, row.id)}/{file.name}"

    def takes(self, row: MediaRow, file: File) -> bool:
        return self._place is None or f"{row.id}/{file.name}" in self._place


def _sheet(note: Contribution, media: Sequence[MediaRow], files: _Files, language: Language) -> Sheet:
    ready = {row.kind: row for row in media if row.status == "ready"}
    drawing, voice = ready.get("drawing"), ready.get("voice")
    photos = [
        _picture(row, files, note.name, language)
        for row in media
        if row.kind in PICTURES and row.status == "ready"
    ]
    return Sheet(
        id=note.id,
        anchor=f"n-{note.id.partition('_')[2]}",
        text=note.words.text,
        lang=note.words.lang or language_of(note.words.text, None),
        by=note.name,
        pen=legible_pen(note.words.pen, note.words.text, note.name),
        ink=note.words.ink,
        paper=note.words.paper,
        is_private=note.words.visibility == "recipient",
        photos=[each for each in photos if each is not None],
        film=None if VIDEO not in ready else _film(ready[VIDEO], files, note.name, language),
        drawing=None if drawing is None else _picture(drawing, files, note.name, language),
        voice=None if voice is None else _voice(voice, files),
    )


def _picture(row: MediaRow, files: _Files, by: str | None, language: Language) -> Picture | None:
    stills = [
        file
        for file in row.files
        if file.type != "image/jpeg"
        and not _is_film(file)
        and files.takes(row, file)
        and not _moves(row, file)
    ]
    if not stills:
        return None
    stills.sort(key=lambda file: file.width or 0)
    shown = next((file for file in stills if (file.width or 0) >= _SMALL_PX), stills[-1])
    moving = next((file for file in row.files if _moves(row, file) and files.takes(row, file)), None)
    addresses = [f"{files.address(row, file)} {file.width}w" for file in stills] if len(stills) > 1 else []
    return Picture(
        src=files.address(row, shown),
        srcset=", ".join(addresses),
        width=shown.width or 480,
        height=shown.height or 360,
        description=description_of(row, by, language),
        moving=None if moving is None else files.address(row, moving),
    )


def _moves(row: MediaRow, file: File) -> bool:
    return row.kind == "gif" and file.type == "image/webp" and not file.name.startswith("still")


def description_of(row: MediaRow, by: str | None, language: Language) -> str:
    """Returns the alternative text of a picture: its description, otherwise its kind and author."""
    if row.description:
        return row.description
    _ = language.gettext
    if row.kind == "drawing":
        return _("Drawing by %(name)s") % {"name": by} if by else _("A drawing")
    if row.kind == VIDEO:
        return _("Video by %(name)s") % {"name": by} if by else _("A video")
    return _("Photo by %(name)s") % {"name": by} if by else _("A photo")


def _film(row: MediaRow, files: _Files, by: str | None, language: Language) -> Film | None:
    poster = _picture(row, files, by, language)
    file = next((each for each in row.files if _is_film(each) and files.takes(row, each)), None)
    if poster is None or file is None:
        return None
    return Film(files.address(row, file), _length(row), poster)


def _is_film(file: File) -> bool:
    return file.type.startswith("video/")


def _length(row: MediaRow) -> str:
    seconds = round((row.duration_ms or 0) / 1000)
    return f"{seconds // 60}:{seconds % 60:02}"


def _voice(row: MediaRow, files: _Files) -> Voice | None:
    file = next((each for each in row.files if files.takes(row, each)), None)
    if file is None:
        return None
    return Voice(files.address(row, file), _length(row), row.transcript)
