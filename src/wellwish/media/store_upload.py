"""Store an upload for a note: check it, convert it, store its files and insert its row.

Files are written before the row, so a process that dies in between leaves files without a row, which the
purge deletes, but never a row without files.
"""

import asyncio
import contextlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

import msgspec

from wellwish.base import clock, ids
from wellwish.base.crypto import link_hash
from wellwish.base.errors import Fault, InvalidRequest, MediaInfected, NotFound, TooManyMedia, Unavailable
from wellwish.base.limiter import Key
from wellwish.infra import jobs
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.media import clamd, drawing, film, picture, sound, waiting
from wellwish.media.drawing import Stroke
from wellwish.media.media import (
    MAX_DESCRIPTION,
    MAX_TRANSCRIPT,
    AnyKind,
    File,
    Media,
    MediaRow,
    Status,
    ThanksKey,
    record,
    token,
)
from wellwish.media.payer import with_payer
from wellwish.media.renditions import Renditions
from wellwish.media.waiting import Guest

SCAN: Final = "media.scan"
SENT: Final = "-sent"  # suffix of a folder that holds the original until the scanner has checked it
_FIRST_SCAN_S: Final = 5.0


@dataclass(frozen=True)
class Upload:
    """An upload: ``strokes`` for a drawing, ``content`` for everything else.

    ``guest`` is set for uploads from a page, ``thanks`` for files of thanks.
    """

    kind: AnyKind | Literal["account_logo"]
    content: bytes = b""
    strokes: Sequence[Stroke] = ()
    description: str | None = None
    transcript: str | None = None
    source: str | None = None
    guest: Guest | None = None
    thanks: ThanksKey | None = None


@dataclass(frozen=True)
class StoredFile:
    """Stored files that have no row yet."""

    upload: Upload
    made: Renditions
    folder: str
    status: Status


async def keep(services: Services, account_id: str, card_id: str, upload: Upload) -> Media:
    """Stores a file for a note of the card. Unless a note uses it, the file expires after a day.

    Must be called outside transactions, after checking the link and the card's state. Raises
    MediaBroken, MediaTooLarge, MediaNotAccepted, MediaInfected, TooManyMedia, InvalidRequest, NotFound,
    Unavailable.
    """
    kept = await prepare(services, Key(account_id, card_id), upload)
    try:
        async with services.db.transaction([account_id]) as tx:
            row = await insert(tx, services, account_id, card_id, kept)
    except BaseException:
        await forget(services, kept)
        raise
    return record(row, services)


async def prepare(services: Services, key: Key, upload: Upload) -> StoredFile:
    """Converts an upload for a card and stores its files. Raises the file errors of ``keep``."""
    if faults := _word_faults(upload):
        raise InvalidRequest(faults=faults)
    pending = await _is_pending(services, upload)
    made = await _made(upload, await with_payer(services, key))
    kept = StoredFile(upload, made, new_folder(key.account), "pending" if pending else "ready")
    try:
        for piece in made.pieces:
            await services.storage.put(f"{kept.folder}/{piece.name}", piece.content)
        if pending:
            await services.storage.put(f"{kept.folder}{SENT}/file", upload.content)
    except BaseException:
        await forget(services, kept)
        raise
    return kept


def new_folder(account_id: str) -> str:
    """Returns an unguessable folder name that contains the day and the account, for the purge."""
    return f"{clock.now():%Y%m%d}/{account_id}/{secrets.token_hex(16)}"


async def forget(services: Services, kept: StoredFile) -> None:
    """Deletes files without a row. The purge deletes the files for which this fails."""
    for folder in (kept.folder, kept.folder + SENT):
        with contextlib.suppress(Unavailable):
            await services.storage.delete(folder)


def _word_faults(upload: Upload) -> list[Fault]:
    faults = drawing.faults_of(list(upload.strokes)) if upload.kind == "drawing" else []
    if len(upload.description or "") > MAX_DESCRIPTION:
        faults.append(Fault("/description", "too_long", f"Must have at most {MAX_DESCRIPTION} characters."))
    if len(upload.transcript or "") > MAX_TRANSCRIPT:
        faults.append(Fault("/transcript", "too_long", f"Must have at most {MAX_TRANSCRIPT:,} characters."))
    return faults


async def _is_pending(services: Services, upload: Upload) -> bool:
    """Returns whether the file still has to be scanned; False without a scanner. Raises MediaInfected."""
    scanner = services.settings.media.clamd
    if scanner is None or upload.kind == "drawing" or not 0 < len(upload.content) <= film.MAX_BYTES:
        return False
    try:
        clean = await clamd.is_clean(scanner, upload.content)
    except clamd.AwayError:
        return True
    if not clean:
        raise MediaInfected(faults=[Fault("/content", "infected", "Rejected by the virus scanner.")])
    return False


async def _made(upload: Upload, key: Key) -> Renditions:
    if upload.kind == "drawing":
        # In a thread, because drawing 20,000 points took 0.4 s on a busy machine.
        return await asyncio.to_thread(drawing.drawn, list(upload.strokes))
    if upload.kind in ("voice", "audio"):
        return await sound.rewritten(upload.content, upload.kind, key)
    if upload.kind == "video":
        return await film.copied(upload.content, key)
    # The photo of thanks is a still picture.
    kind = "still" if upload.kind == "photo" and upload.thanks is not None else upload.kind
    return await picture.redrawn(upload.content, kind, key)


async def insert(tx: Tx, services: Services, account_id: str, card_id: str, kept: StoredFile) -> MediaRow:
    """Inserts the row of stored files; animated photos become GIFs. Raises NotFound, TooManyMedia."""
    upload, made = kept.upload, kept.made
    media_id = ids.new("media")
    files = [
        File(name=each.name, type=each.type, bytes=len(each.content), width=each.width, height=each.height)
        for each in made.pieces
    ]
    guest, thanks = upload.guest, upload.thanks
    await waiting.lock(tx, card_id)
    row = await tx.maybe(
        MediaRow,
        """
        insert into media (
          account_id, id, card_id, kind, status, folder, files, content_type, bytes, width, height,
          duration_ms, description, transcript, source, upload_browser, upload_source, thanks_recipient_id,
          thanks_contribution_id, created_at, updated_at)
        select :account_id, :id, c.id, :kind, :status, :folder, :files::jsonb, :content_type, :bytes, :width,
          :height, :duration_ms, :description, :transcript, :source, :browser, :guest_source,
          :recipient_id, :of_note, :now, :now
        from cards c
        where c.account_id = :account_id and c.id = :card_id and c.deleted_at is null and (
          :recipient_id::text is not null or (
          select count(*) from media w
          where w.account_id = :account_id and w.card_id = :card_id and w.contribution_id is null
            and w.thanks_recipient_id is null and w.upload_browser is not distinct from :browser) < :most)
        returning {columns}
        """,
        account_id=account_id,
        id=media_id,
        card_id=card_id,
        kind="gif" if upload.kind == "photo" and made.is_gif else upload.kind,
        status=kept.status,
        folder=kept.folder,
        files=msgspec.json.encode(files).decode(),
        content_type=made.content_type,
        bytes=made.bytes,
        width=made.width,
        height=made.height,
        duration_ms=made.duration_ms,
        description=upload.description or None,
        transcript=upload.transcript or None,
        source=upload.source,
        browser=None if guest is None else guest.browser,
        guest_source=None if guest is None else guest.source,
        recipient_id=None if thanks is None else thanks.recipient_id,
        of_note=None if thanks is None else thanks.contribution_id,
        most=waiting.MAX_OF_API if guest is None else waiting.MAX_OF_BROWSER,
    )
    if row is None:
        raise await _why_not(tx, account_id, card_id)
    if guest is not None:
        await waiting.make_room(tx, account_id, card_id, row.id)
    await _publish(tx, services, account_id, row)
    return row


async def _why_not(tx: Tx, account_id: str, card_id: str) -> Exception:
    there = await tx.value(
        "select true from cards where account_id = :account_id and id = :card_id and deleted_at is null",
        account_id=account_id,
        card_id=card_id,
    )
    return TooManyMedia() if there else NotFound()


async def _publish(tx: Tx, services: Services, account_id: str, row: MediaRow) -> None:
    """Stores the hash by which URLs find the file, and enqueues its scan if it is pending."""
    waits = row.kind not in ("audio", "logo") and row.thanks_recipient_id is None
    await tx.run(
        """
        insert into media_paths (hash, account_id, media_id, waiting_since)
        values (:hash, :account_id, :media_id, case when :waits then :real_now::timestamptz end)
        """,
        hash=link_hash(token(services.keys, row.id)),
        account_id=account_id,
        media_id=row.id,
        waits=waits,
    )
    if row.status == "pending":
        args = {"account_id": account_id, "media_id": row.id}
        await jobs.enqueue(tx, SCAN, [args], delay_s=_FIRST_SCAN_S)
