"""The media of a card: rows, records, files and their paths."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from wellwish.base import clock, ids
from wellwish.base.crypto import Keys
from wellwish.infra.db import Tx
from wellwish.infra.http import Services

MAX_DESCRIPTION: Final = 300
MAX_TRANSCRIPT: Final = 1000
MAX_PICTURES: Final = 4  # photos and GIFs of a note
PICTURES: Final = ("photo", "gif")
VIDEO: Final = "video"
WAITS_S: Final = 24 * 3600  # the media brief: an upload without a note expires after a day

REVIEW_S: Final = 3600  # the minimum lifetime of a URL for reviewing a hidden note's media

_LINK: Final = "media"
REVIEW: Final = "media_review"
_VERSION: Final = 1

Kind = Literal["photo", "gif", "video", "drawing", "voice"]
AnyKind = Literal["photo", "gif", "video", "drawing", "voice", "audio", "logo"]
Status = Literal["pending", "ready", "refused"]


class File(Struct, frozen=True, kw_only=True):
    """One stored file of a medium."""

    name: str
    type: str
    bytes: int
    width: int | None = None
    height: int | None = None


class ThanksKey(Struct, frozen=True):
    """Identifies thanks: by a recipient, for a note, or for everyone if ``contribution_id`` is empty."""

    recipient_id: str
    contribution_id: str


class MediaRow(Struct, frozen=True):
    id: str
    card_id: str
    kind: AnyKind
    status: Status
    folder: str
    files: list[File]
    content_type: str
    bytes: int
    width: int | None
    height: int | None
    duration_ms: int | None
    description: str | None
    transcript: str | None
    source: str | None
    contribution_id: str | None
    thanks_recipient_id: str | None
    thanks_contribution_id: str | None  # empty for thanks to everyone
    position: int  # the position among the photos and GIFs of the note
    version: int
    created_at: datetime
    updated_at: datetime


class MediaFile(Struct, frozen=True, kw_only=True):
    """One file of a media record."""

    name: Annotated[str, Meta(max_length=40, pattern="^[a-z0-9]+[.][a-z0-9]+$", description="File name.")]
    content_type: Annotated[str, Meta(max_length=40, pattern="^[a-z0-9+/-]+$", description="Media type.")]
    bytes: Annotated[int, Meta(ge=0, le=2**31 - 1, description="Size in bytes.")]
    width: Annotated[int, Meta(ge=0, le=100_000, description="Width in pixels.")] | None
    height: Annotated[int, Meta(ge=0, le=100_000, description="Height in pixels.")] | None
    url: Annotated[
        str,
        Meta(
            max_length=2048,
            description="URL of the file while `status` is `ready`. Anyone with the URL can view the file.",
            extra_json_schema={"format": "uri"},
        ),
    ]


class Media(Struct, frozen=True, kw_only=True):
    """A photo, GIF, video, drawing or recording. A ``pending`` file waits for its virus scan."""

    object: Literal["media"] = "media"
    id: Annotated[str, Meta(pattern=ids.pattern("media"))]
    card_id: str
    contribution_id: str | None
    recipient_id: (
        Annotated[
            str,
            Meta(
                pattern=ids.pattern("rcp"),
                description="The recipient whose thanks contain the file; null for a file of a note.",
            ),
        ]
        | None
    )
    kind: AnyKind
    status: Status
    content_type: Annotated[str, Meta(max_length=40, pattern="^[a-z0-9+/-]+$", description="Uploaded type.")]
    bytes: Annotated[int, Meta(ge=0, le=2**31 - 1, description="Uploaded size in bytes.")]
    width: Annotated[int, Meta(ge=0, le=100_000, description="Width in pixels.")] | None
    height: Annotated[int, Meta(ge=0, le=100_000, description="Height in pixels.")] | None
    duration_ms: int | None
    description: str | None
    transcript: str | None
    files: Annotated[
        list[MediaFile], Meta(max_length=8, description="Files to serve; the preferred one is first.")
    ]
    version: int
    created_at: str
    updated_at: str


def record(row: MediaRow, services: Services, *, review_at: datetime | None = None) -> Media:
    """Returns the record of a medium. With ``review_at``, its files have review URLs."""
    given = (
        token(services.keys, row.id) if review_at is None else review_token(services.keys, row.id, review_at)
    )
    base = f"{services.settings.base_url}/media/{given}"
    return Media(
        id=row.id,
        card_id=row.card_id,
        contribution_id=row.contribution_id,
        recipient_id=row.thanks_recipient_id,
        kind=row.kind,
        status=row.status,
        content_type=row.content_type,
        bytes=row.bytes,
        width=row.width,
        height=row.height,
        duration_ms=row.duration_ms,
        description=row.description,
        transcript=row.transcript,
        files=[
            MediaFile(
                name=file.name,
                content_type=file.type,
                bytes=file.bytes,
                width=file.width,
                height=file.height,
                url=f"{base}/{file.name}",
            )
            for file in row.files
        ],
        version=row.version,
        created_at=clock.rfc3339(row.created_at),
        updated_at=clock.rfc3339(row.updated_at),
    )


def token(keys: Keys, media_id: str) -> str:
    """Returns the unguessable part of a medium's paths; it reveals nothing about the medium."""
    return keys.link_token(_LINK, media_id, _VERSION)


def review_token(keys: Keys, media_id: str, now: datetime) -> str:
    """Returns the path token that serves a medium for one to two hours, regardless of its note's state.

    The token is for moderators and the author. It is constant for an hour, so that browsers can cache the
    file.
    """
    plain = token(keys, media_id)
    until = (int(now.timestamp()) // REVIEW_S + 2) * REVIEW_S
    return f"{plain}.{until}.{keys.passing_token(REVIEW, plain, until)}"


async def is_withheld(tx: Tx, account_id: str, contribution_id: str | None) -> bool:
    """Returns whether the contribution's note is not published."""
    if contribution_id is None:
        return False
    return await tx.value(
        """
        select exists (
          select 1 from contributions
          where account_id = :account_id and id = :contribution_id and note_status <> 'published')
        """,
        account_id=account_id,
        contribution_id=contribution_id,
    )


async def load(tx: Tx, account_id: str, card_id: str, media_id: str) -> MediaRow:
    """Returns a file of a note or of thanks. Raises NotFound."""
    return await tx.found(
        MediaRow,
        """
        select {columns} from media
        where account_id = :account_id and card_id = :card_id and id = :media_id
          and kind in ('photo', 'gif', 'video', 'drawing', 'voice')
        """,
        account_id=account_id,
        card_id=card_id,
        media_id=media_id,
    )


async def find_attachable(tx: Tx, account_id: str, card_id: str, media_ids: Sequence[str]) -> list[MediaRow]:
    """Returns the media among ``media_ids`` that can be attached to a note of the card, in no particular
    order.
    """
    return await tx.many(
        MediaRow,
        """
        select {columns} from media
        where account_id = :account_id and card_id = :card_id and id = any (:media_ids)
          and kind in ('photo', 'gif', 'video', 'drawing', 'voice') and thanks_recipient_id is null
        limit 100
        """,
        account_id=account_id,
        card_id=card_id,
        media_ids=[each for each in media_ids if ids.is_id("media", each)],
    )


async def find_by_contribution(
    tx: Tx, account_id: str, contribution_ids: Sequence[str]
) -> dict[str, list[MediaRow]]:
    """Returns the media of notes by contribution, in the order of photos or video, drawing, recording.

    Includes pending and refused media, which are part of records but not shown on pages.
    """
    rows = await tx.many(
        MediaRow,
        """
        select {columns} from media
        where account_id = :account_id and contribution_id = any (:contribution_ids)
        order by contribution_id,
          case when kind = 'drawing' then 2 when kind = 'voice' then 3 else 1 end, position
        limit 60000
        """,
        account_id=account_id,
        contribution_ids=list(contribution_ids),
    )
    found: dict[str, list[MediaRow]] = {}
    for row in rows:
        found.setdefault(row.contribution_id or "", []).append(row)
    return found


class _Id(Struct):
    id: str
    contribution_id: str


async def ids_of(tx: Tx, account_id: str, contribution_ids: Sequence[str]) -> dict[str, list[str]]:
    """Returns the IDs of the media of notes by contribution, in the order of ``find_by_contribution``."""
    rows = await tx.many(
        _Id,
        """
        select id, contribution_id from media
        where account_id = :account_id and contribution_id = any (:contribution_ids)
          and contribution_id is not null
        order by contribution_id,
          case when kind = 'drawing' then 2 when kind = 'voice' then 3 else 1 end, position
        limit 60000
        """,
        account_id=account_id,
        contribution_ids=list(contribution_ids),
    )
    found: dict[str, list[str]] = {}
    for row in rows:
        found.setdefault(row.contribution_id, []).append(row.id)
    return found


async def find_copies(tx: Tx, account_id: str, card_id: str) -> dict[str, MediaRow]:
    """Returns the copies of the card's music and logo that pages may show, as ``audio`` and ``logo``."""
    rows = await tx.many(
        MediaRow,
        """
        select {columns} from media
        where account_id = :account_id and card_id = :card_id and kind in ('audio', 'logo')
          and status = 'ready' limit 2
        """,
        account_id=account_id,
        card_id=card_id,
    )
    return {row.kind: row for row in rows}
