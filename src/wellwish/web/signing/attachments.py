"""What is added to a note: files that come with the form, and those that came before it."""

from dataclasses import dataclass, field
from typing import Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from wellwish.errors import (
    BodyTooLarge,
    BodyTooSlow,
    ForeignForm,
    InvalidRequest,
    MalformedForm,
    MediaBroken,
    MediaInfected,
    MediaNotAccepted,
    MediaTooLarge,
    Refusal,
    TooManyMedia,
    TooManyRequests,
    Unavailable,
)
from wellwish.http import Services
from wellwish.language import later
from wellwish.media import media
from wellwish.media.drawing import strokes_of
from wellwish.media.keep import Upload, keep
from wellwish.media.media import Kind, Media
from wellwish.web.kit import form
from wellwish.web.kit.form import Form
from wellwish.web.kit.language import choose
from wellwish.web.kit.page import peer
from wellwish.web.signing import context
from wellwish.web.signing.context import Scene
from wellwish.web.signing.typed import Typed

_MAX_BYTES: Final = 21 * 1024 * 1024  # the largest file, 20 MB, and what stands around it
_KINDS: Final[dict[str, Kind]] = {"photo": "photo", "gif": "gif", "voice": "voice"}

# What people are told of a file that is not taken: which limit, which kinds.
_SAYS: Final[dict[type[Refusal], str]] = {
    MediaTooLarge: later("This file is too large. Pictures can be up to 20 MB, voice notes up to one minute"),
    MediaNotAccepted: later("Choose a JPEG, PNG, WebP or GIF image, or an MP4, WebM or Ogg voice note"),
    MediaBroken: later("We couldn't read this file. Choose another one"),
    MediaInfected: later("The virus scanner found a problem with this file. Choose another one"),
    TooManyMedia: later("Too many files are waiting on this card. Sign without one and add it later"),
    InvalidRequest: later("We couldn't read this drawing. Try a simpler one"),
    Unavailable: later("We couldn't save the file. Please try again shortly"),
    TooManyRequests: later("Too many uploads from your network just now. Wait a moment and try again"),
    ForeignForm: later("Reload the page and add the file again"),
    BodyTooLarge: later("This file is too large. Pictures can be up to 20 MB, voice notes up to one minute"),
    BodyTooSlow: later("The upload took too long. Your connection may be slow"),
}
# Files wait a day for their note, and a page may be open for longer.
_GONE: Final = later("A file was deleted because the page was open for too long. Please add it again")
_OTHERWISE: Final = later("The upload failed. Please try again")


@dataclass
class Things:
    """The ids of the files that are kept, and what is wrong with others, by field."""

    ids: list[str]
    faults: dict[str, str] = field(default_factory=dict[str, str])


async def receive(services: Services, found: Scene, sent: Form, given: Typed) -> Things:
    """Keeps the files of the form, whose ids then stand in what was typed; each of a place replaces the last.

    What cannot be kept is told by its field.
    """
    things = Things(given.media)
    uploads = [await _file(sent, name) for name in _KINDS]
    for name, upload in zip(_KINDS, uploads, strict=True):
        if upload is not None:
            await _add(services, found, things, name, upload)
    if given.drawing:
        try:
            strokes = strokes_of(given.drawing)
        except InvalidRequest:
            things.faults["drawing"] = _SAYS[InvalidRequest]
        else:
            await _add(services, found, things, "drawing", Upload("drawing", strokes=strokes))
            if "drawing" not in things.faults:
                given.drawing = ""
    kept = [each.id for each in await _of(services, found, things.ids)]
    if len(kept) < len(things.ids):
        things.faults.setdefault("photo", _GONE)
    given.media = things.ids = kept
    return things


async def _file(sent: Form, name: str) -> Upload | None:
    chosen = sent.file(name)
    if chosen is None:
        return None
    content = await chosen.read()
    # Whoever has no script may well choose a GIF as their photo.
    kind = "gif" if content.startswith(b"GIF8") and name == "photo" else _KINDS[name]
    return Upload(kind, content=content)


async def _add(services: Services, found: Scene, things: Things, name: str, upload: Upload) -> None:
    try:
        kept = await keep(services, found.row.account_id, found.row.id, upload)
    except Refusal as refusal:
        things.faults[name] = _SAYS.get(type(refusal), _OTHERWISE)
        return
    place = _place(kept.kind)
    before = await _of(services, found, things.ids)
    things.ids = [each.id for each in before if _place(each.kind) != place] + [kept.id]


def _place(kind: str) -> str:
    return "photo" if kind == "gif" else kind


async def waiting(services: Services, found: Scene, given: Typed) -> list[Media]:
    """Returns the files that a refused form goes on holding."""
    return await _of(services, found, given.media)


async def _of(services: Services, found: Scene, media_ids: list[str]) -> list[Media]:
    """Returns those that wait for a note or are on the reader's own, in the order in which they are named."""
    account_id, own = found.row.account_id, found.own
    if not media_ids:
        return []
    async with services.db.transaction([account_id]) as tx:
        rows = await media.named(tx, account_id, found.row.id, media_ids)
    kept = {row.id: row for row in rows if row.contribution_id in (None, own and own.id)}
    return [
        media.record(row, services, review_at=context.review_at(own if row.contribution_id else None, tx.now))
        for row in (kept[each] for each in media_ids if each in kept)
    ]


async def upload(services: Services, request: Request) -> Response:
    """Keeps one file for a note that is still being written. Answers as JSON, in the page's language.

    The refusals are those of the form's files, and NotFound and 409 without a card that takes notes.
    """
    try:
        services.visits.requests.take(peer(request))
        return await _kept(services, request)
    except Refusal as refusal:
        says = choose(request).gettext(_SAYS.get(type(refusal), _OTHERWISE))
        return JSONResponse({"message": says}, refusal.status, headers=refusal.headers)


async def _kept(services: Services, request: Request) -> Response:
    found = await context.load(services, request)
    form.check_origin(services, request)
    sent = await form.read(services, request, _MAX_BYTES)
    try:
        form.check(services, request, sent, found.base)
        services.visits.signings.take(peer(request))
        chosen, kind = sent.file("file"), sent.text("kind")
        if found.state not in ("open", "declined"):
            return JSONResponse({"message": found.language.gettext(later("This card is closed"))}, 409)
        if kind not in _KINDS:
            raise MalformedForm
        if chosen is None:
            raise MediaBroken
        made = Upload(_KINDS[kind], content=await chosen.read())
        kept = await keep(services, found.row.account_id, found.row.id, made)
    finally:
        await sent.close()
    return JSONResponse({"id": kept.id, "kind": kept.kind, "status": kept.status}, 201)
