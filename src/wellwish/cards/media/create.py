"""Upload a media file."""

from collections.abc import Iterable
from typing import Annotated, Final

from msgspec import Meta

from wellwish.base.errors import Fault
from wellwish.base.limiter import Key
from wellwish.cards.access import CardAccess
from wellwish.cards.card_row import HeldCard, check_open
from wellwish.infra.db import Tx
from wellwish.infra.http import Body, Services, line, text, word
from wellwish.media import drawing, film, store_upload
from wellwish.media.drawing import MAX_STROKES, Stroke
from wellwish.media.film import MAX_BYTES
from wellwish.media.media import MAX_DESCRIPTION, MAX_TRANSCRIPT, Media, record
from wellwish.media.store_upload import StoredFile, Upload

# 25 MB as base64, with the other members.
MAX_BODY_BYTES: Final = MAX_BYTES * 4 // 3 + 64 * 1024
PATIENCE: Final = 6  # multiple of the usual deadline, for a phone that uploads at 3 Mbit/s
_KINDS: Final = ("photo", "gif", "video", "drawing", "voice")


class NewMedia(Body, frozen=True, kw_only=True):
    """A file for a note: `content` of a photo, GIF, video or recording, or `strokes` of a drawing."""

    kind: Annotated[str, word(_KINDS, "Kind of file. A photo that is animated becomes a `gif`.")]
    content: (
        Annotated[
            bytes,
            Meta(
                max_length=MAX_BYTES,
                description="The file in base64 (RFC 4648 section 4). The file type is detected from it.",
                extra_json_schema={"pattern": "^[A-Za-z0-9+/]*={0,2}$"},
            ),
        ]
        | None
    ) = None
    strokes: Annotated[
        list[Stroke], Meta(max_length=MAX_STROKES, description="Strokes of a drawing, in order.")
    ] = []
    description: (
        Annotated[str, line(MAX_DESCRIPTION, "Text alternative for people who cannot see the picture.")]
        | None
    ) = None
    transcript: Annotated[str, text(MAX_TRANSCRIPT, "Transcript of a recording.")] | None = None

    def faults(self) -> Iterable[Fault]:
        if self.kind == "drawing":
            if self.content is not None:
                yield Fault("/content", "invalid_value", "A drawing has `strokes` instead of `content`.")
            yield from drawing.faults_of(self.strokes)
            return
        if self.kind == "video" and not film.is_there():
            yield Fault(
                "/kind",
                "invalid_value",
                "This server does not accept videos, because the extra `video` is not installed.",
            )
        if self.content is None:
            yield Fault("/content", "required", "This field is required.")
        if self.strokes:
            yield Fault("/strokes", "invalid_value", "Only a drawing can have strokes.")


async def prepare(services: Services, access: CardAccess, new: NewMedia) -> StoredFile:
    """Creates the files outside any transaction."""
    upload = Upload(
        kind=new.kind,  # pyright: ignore[reportArgumentType] - checked on the way in
        content=new.content or b"",
        strokes=new.strokes,
        description=new.description,
        transcript=new.transcript,
    )
    return await store_upload.prepare(services, Key(access.account_id, access.card_id), upload)


async def create_media(
    tx: Tx, access: CardAccess, row: HeldCard, services: Services, kept: StoredFile
) -> Media:
    """Pictures are re-encoded, upright and without metadata; recordings keep only their sound.

    Photos (JPEG, PNG or WebP) and GIFs can be up to 20 MB and 40 megapixels, and animations also up to
    300 frames and 75 megapixels in all frames. An animated WebP or PNG remains animated: its `kind` in the
    response is `gif`. HEIC and AVIF are refused.

    Videos (MP4 with H.264 and AAC, or WebM with VP9 and Opus) can be up to 25 MB and 30 seconds, if
    `video_bytes` of the limits is not null; recordings (MP3, MP4, WebM or Ogg, audio only) up to 1 MB and 60
    seconds, but not Apple Lossless. Sound and videos are copied without metadata; a video gets a poster.

    A file is deleted unless its ID is in the `note.media` of a contribution within a day. If a virus scanner
    is configured but unavailable, `status` is `pending` until the file has been scanned.

    Raises CardClosed, CardState, TooManyMedia, MediaTooLarge, MediaNotAccepted, MediaBroken,
    MediaInfected.
    """
    check_open(row, tx.now)
    return record(await store_upload.insert(tx, services, access.account_id, access.card_id, kept), services)
