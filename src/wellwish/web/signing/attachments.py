"""The attachments of a note: files sent with the form, and files uploaded before it."""

from dataclasses import dataclass, field, replace
from typing import Final

from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from wellwish.base.errors import (
    CardState,
    InvalidRequest,
    MalformedForm,
    MediaBroken,
    Refusal,
)
from wellwish.base.language import later
from wellwish.contributions import signing
from wellwish.contributions.signing import SigningContext
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.media import media
from wellwish.media.drawing import strokes_of
from wellwish.media.media import MAX_PICTURES, PICTURES, VIDEO, Kind, Media, MediaRow
from wellwish.media.store_upload import Upload, keep
from wellwish.media.waiting import Guest
from wellwish.web.kit import form
from wellwish.web.kit.file_faults import FILE_FAULTS, FILE_FAULTS_OF_VIDEOS, file_fault
from wellwish.web.kit.form import Form
from wellwish.web.kit.language import choose
from wellwish.web.kit.multipart import Sizes
from wellwish.web.kit.page import peer
from wellwish.web.signing.card_view import review_at
from wellwish.web.signing.typed_form import Typed
from wellwish.web.signing.visitor import Visitor, identify

_MAX_BYTES: Final = 26 * 1024 * 1024  # the largest file, 25 MB, plus the rest of the form
_KINDS: Final[dict[str, Kind]] = {"photo": "photo", "gif": "gif", "video": "video", "voice": "voice"}

# Uploads without a note expire after a day, but a page may stay open longer.
_GONE: Final = later("A file was deleted because the page was open for too long. Please add it again")
_FULL: Final = later("A note can have up to four photos and GIFs")
_EITHER: Final = later("A note can have photos and GIFs, or a video")


@dataclass
class Attachments:
    """The IDs of the note's files, and the errors of refused files by field."""

    ids: list[str]
    faults: dict[str, str] = field(default_factory=dict[str, str])


async def receive(visitor: Visitor, sent: Form, given: Typed) -> Attachments:
    """Stores the files and the drawing of a form.

    Photos and GIFs are added to earlier ones, whereas drawings and recordings replace them. Refused files
    result in field errors. Raises CardState if the card accepts no notes, NotFound.
    """
    attachments = Attachments(given.media)
    uploads = [(name, await _upload(file, name)) for name in _KINDS for file in sent.files(name)]
    if given.drawing:
        try:
            uploads.append(("drawing", Upload("drawing", strokes=strokes_of(given.drawing))))
        except InvalidRequest:
            attachments.faults["drawing"] = FILE_FAULTS[InvalidRequest]
    if uploads:
        context = await _context(visitor.services, visitor)
        if not context.may_send:
            raise CardState
        guest = _guest(visitor.services, visitor.request, sent, context)
        for name, each in uploads:
            await _add(visitor.services, context, attachments, name, replace(each, guest=guest))
        if given.drawing and "drawing" not in attachments.faults:
            given.drawing = ""
    given.media = attachments.ids
    return attachments


async def check_present(tx: Tx, context: SigningContext, given: Typed, attachments: Attachments) -> None:
    """Raises InvalidRequest if a file of the form no longer exists, for example because it has expired."""
    if given.media and len(await _rows(tx, context, given.media)) < len(given.media):
        attachments.faults.setdefault("photo", _GONE)
        raise InvalidRequest


async def _context(services: Services, visitor: Visitor) -> SigningContext:
    async with services.db.transaction([visitor.link.account_id]) as tx:
        return await signing.load(tx, visitor.link, visitor.remembered)


def _guest(services: Services, request: Request, sent: Form, context: SigningContext) -> Guest:
    """Returns the uploader, identified by browser and source. The form must have a valid token."""
    link, tag = context.link, services.keys.lasting_tag
    source = peer(request) if context.is_shared else link.subject_id
    return Guest(
        tag("upload of a browser", sent.browser, link.card_id),
        tag("upload from a source", link.kind, source, link.card_id),
    )


async def _upload(chosen: UploadFile, name: str) -> Upload:
    content = await chosen.read()
    # Without a script, a visitor may choose a GIF as the photo, or a photo, even an animated one, as the GIF.
    kind = _KINDS[name]
    if kind in PICTURES:
        kind = "gif" if content.startswith(b"GIF8") else "photo"
    return Upload(kind, content=content)


async def _add(
    services: Services, context: SigningContext, attachments: Attachments, name: str, upload: Upload
) -> None:
    row = context.row
    before: list[MediaRow] = []
    if attachments.ids:
        async with services.db.transaction([row.account_id]) as tx:
            before = await _rows(tx, context, attachments.ids)
    is_picture = upload.kind in PICTURES
    if any(
        each.kind == VIDEO if is_picture else upload.kind == VIDEO and each.kind in PICTURES
        for each in before
    ):
        attachments.faults[name] = _EITHER
        return
    if is_picture and sum(each.kind in PICTURES for each in before) >= MAX_PICTURES:
        attachments.faults[name] = _FULL
        return
    try:
        kept = await keep(services, row.account_id, row.id, upload)
    except Refusal as refusal:
        attachments.faults[name] = _says(refusal, name)
        return
    attachments.ids = [each.id for each in before if is_picture or each.kind != kept.kind] + [kept.id]


async def waiting(tx: Tx, services: Services, context: SigningContext, given: Typed) -> list[Media]:
    """Returns the files that are already attached to a refused form."""
    own = context.own
    return [
        media.record(row, services, review_at=review_at(own if row.contribution_id else None, tx.now))
        for row in await _rows(tx, context, given.media)
    ]


async def _rows(tx: Tx, context: SigningContext, media_ids: list[str]) -> list[MediaRow]:
    """Returns the files that are unattached or on the visitor's note, in the order of the IDs."""
    if not media_ids:
        return []
    rows = await media.find_attachable(tx, context.row.account_id, context.row.id, media_ids)
    allowed = (None, None if context.own is None else context.own.id)
    kept = {row.id: row for row in rows if row.contribution_id in allowed}
    return [kept[each] for each in media_ids if each in kept]


async def upload(services: Services, request: Request) -> Response:
    """Stores a file for an unfinished note. Responds with JSON in the page's language.

    The messages for refused files are the same as in the form. Invalid links get 404, and cards that do not
    accept notes get 409.
    """
    try:
        services.visits.requests.take(peer(request))
        return await _kept(services, request)
    except Refusal as refusal:
        return _refused(request, refusal)


def _says(refusal: Refusal, kind: str) -> str:
    return file_fault(refusal, FILE_FAULTS_OF_VIDEOS if kind == VIDEO else FILE_FAULTS)


def _refused(request: Request, refusal: Refusal, kind: str = "") -> Response:
    says = choose(request).gettext(_says(refusal, kind))
    return JSONResponse({"message": says}, refusal.status, headers=refusal.headers)


async def _kept(services: Services, request: Request) -> Response:
    visitor = await identify(services, request)
    services.visits.signings.take(peer(request))
    sent = await form.read(services, request, visitor.base, Sizes(total=_MAX_BYTES))
    try:
        form.check(sent)
        context = await _context(services, visitor)
        if not context.may_sign:
            language = choose(request, context.row.locale)
            return JSONResponse({"message": language.gettext(later("This card is closed"))}, 409)
        chosen, kind = sent.file("file"), sent.text("kind")
        if kind not in _KINDS:
            raise MalformedForm
        if chosen is None:
            raise MediaBroken
        made = Upload(
            _KINDS[kind], content=await chosen.read(), guest=_guest(services, request, sent, context)
        )
        try:
            kept = await keep(services, context.row.account_id, context.row.id, made)
        except Refusal as refusal:
            return _refused(request, refusal, kind)
    finally:
        await sent.close()
    return JSONResponse({"id": kept.id, "kind": kept.kind, "status": kept.status}, 201)
