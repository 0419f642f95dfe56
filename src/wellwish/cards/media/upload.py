"""Upload a photo, GIF, drawing or recording for a note."""

from collections.abc import Iterable
from typing import Annotated, Final

from msgspec import Meta

from wellwish.cards import card
from wellwish.cards.access import CardAccess
from wellwish.db import Tx
from wellwish.errors import Fault
from wellwish.http import Body, Services, line, text, word
from wellwish.media import drawing, keep
from wellwish.media.drawing import MAX_STROKES, Stroke
from wellwish.media.keep import Kept, Upload
from wellwish.media.media import MAX_DESCRIPTION, MAX_TRANSCRIPT, Media, record
from wellwish.media.picture import MAX_BYTES

# 20 MB as base64, with the words around them.
MAX_BODY_BYTES: Final = MAX_BYTES * 4 // 3 + 64 * 1024
PATIENCE: Final = 6  # times the usual deadline: a phone sends 3 Mbit/s
_KINDS: Final = ("photo", "gif", "drawing", "voice")


class NewMedia(Body, frozen=True, kw_only=True):
    """A file for a note: `content` for a photo, GIF or recording, `strokes` for a drawing."""

    kind: Annotated[str, word(_KINDS, "What it is.")]
    content: (
        Annotated[
            bytes,
            Meta(
                max_length=MAX_BYTES,
                description="The file in base64 (RFC 4648 section 4); what it is, its content says.",
                extra_json_schema={"pattern": "^[A-Za-z0-9+/]*={0,2}$"},
            ),
        ]
        | None
    ) = None
    strokes: Annotated[
        list[Stroke], Meta(max_length=MAX_STROKES, description="The strokes of a drawing, in order.")
    ] = []
    description: (
        Annotated[str, line(MAX_DESCRIPTION, "The picture in words, for people who cannot see it.")] | None
    ) = None
    transcript: Annotated[str, text(MAX_TRANSCRIPT, "What is said in a recording.")] | None = None

    def faults(self) -> Iterable[Fault]:
        """A drawing has strokes and no content; the others have content and no strokes."""
        if self.kind == "drawing":
            if self.content is not None:
                yield Fault("/content", "invalid_value", "A drawing has `strokes` in its place.")
            yield from drawing.faults_of(self.strokes)
            return
        if self.content is None:
            yield Fault("/content", "required", "Is required.")
        if self.strokes:
            yield Fault("/strokes", "invalid_value", "Only a drawing has strokes.")


async def prepare(services: Services, access: CardAccess, new: NewMedia) -> Kept:
    """Makes the files, outside of any transaction."""
    upload = Upload(
        kind=new.kind,  # pyright: ignore[reportArgumentType] - checked on the way in
        content=new.content or b"",
        strokes=new.strokes,
        description=new.description,
        transcript=new.transcript,
    )
    return await keep.prepare(services, access.account_id, upload)


async def upload(tx: Tx, access: CardAccess, services: Services, kept: Kept) -> Media:
    """Pictures are drawn anew, upright and without what cameras add; recordings stay as they are.

    Photos are JPEG, PNG or WebP, GIFs are GIF, both up to 20 MB, 40 megapixels and 30 seconds of work;
    recordings are MP4, WebM or Ogg with sound alone, up to 1 MB and 60 seconds. Name the id in `note.media`
    within a day, or it is deleted. Where a scanner for viruses is set and away, `status` is `pending` until
    it has looked. Raises CardClosed, CardState, TooManyMedia, MediaTooLarge, MediaNotAccepted, MediaBroken,
    MediaInfected.
    """
    await card.locked_open(tx, access)
    return record(await keep.insert(tx, services, access.account_id, access.card_id, kept), services)
