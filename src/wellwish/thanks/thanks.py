"""Thanks: messages from a recipient, one to all signers and one per answered note."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct, structs

from wellwish.base import clock, ids
from wellwish.infra.db import Tx
from wellwish.infra.http import Services, text
from wellwish.media import media
from wellwish.media.media import Media, MediaRow, ThanksKey
from wellwish.media.thanks_media import find_by_recipients, find_by_thanks

MAX_TEXT: Final = 2000


class ThanksRow(Struct, frozen=True):
    """A row of ``thanks``, with the recipient's name."""

    recipient_id: str
    contribution_id: str  # empty in a message to everyone who signed
    name: str | None
    text: str
    version: int
    created_at: datetime
    updated_at: datetime

    @property
    def key(self) -> ThanksKey:
        return ThanksKey(self.recipient_id, self.contribution_id)


class Said(ThanksRow, frozen=True):
    """A message of thanks with its photo and recording."""

    media: list[MediaRow]

    @property
    def ready(self) -> list[MediaRow]:
        """The files that can be shown on pages."""
        return [row for row in self.media if row.status == "ready"]


class Thanks(Struct, frozen=True, kw_only=True):
    """A recipient's message to all signers or to the author of a note."""

    object: Literal["thanks"] = "thanks"
    card_id: Annotated[str, Meta(pattern=ids.pattern("card"))]
    recipient_id: Annotated[str, Meta(pattern=ids.pattern("rcp"))]
    contribution_id: (
        Annotated[
            str,
            Meta(
                pattern=ids.pattern("ctb"),
                description="The note whose author receives the message; null if it is for everyone.",
            ),
        ]
        | None
    )
    name: Annotated[str, Meta(description="Name of the recipient.")] | None
    text: Annotated[
        str,
        text(MAX_TEXT, "The message; line breaks are kept. Empty if there is only a photo or a recording."),
    ]
    media: Annotated[list[Media], Meta(max_length=2, description="At most one photo and one recording.")]
    version: int
    created_at: str
    updated_at: str


def record(row: Said, card_id: str, services: Services) -> Thanks:
    return Thanks(
        card_id=card_id,
        recipient_id=row.recipient_id,
        contribution_id=row.contribution_id or None,
        name=row.name,
        text=row.text,
        media=[media.record(each, services) for each in row.media],
        version=row.version,
        created_at=clock.rfc3339(row.created_at),
        updated_at=clock.rfc3339(row.updated_at),
    )


async def find_all(tx: Tx, account_id: str, card_id: str) -> list[Said]:
    """Returns the messages in the order of the recipients, without those for deleted notes."""
    rows = await tx.many(
        ThanksRow,
        """
        select t.recipient_id, t.contribution_id, r.name, t.text, t.version, t.created_at, t.updated_at
        from thanks t join recipients r
          on r.account_id = t.account_id and r.card_id = t.card_id and r.id = t.recipient_id
        where t.account_id = :account_id and t.card_id = :card_id
          and (t.contribution_id = '' or exists (
            select 1 from contributions c
            where c.account_id = :account_id and c.id = t.contribution_id and c.note_status <> 'deleted'))
        order by r.position, t.contribution_id limit 1000
        """,
        account_id=account_id,
        card_id=card_id,
    )
    return _said(rows, await find_by_thanks(tx, account_id, card_id) if rows else {})


class SaidOnCard(Said, frozen=True):
    """A message of thanks with its card."""

    card_id: str


class _OnCard(ThanksRow, frozen=True):
    card_id: str


async def find_page(
    tx: Tx, account_id: str, after: str | None, count: int
) -> tuple[list[SaidOnCard], str | None]:
    """Returns messages of all cards of the account after a place, and the place of the last one, or None if
    no more follow; without those for deleted notes.
    """
    card_id, recipient_id, contribution_id = after.split("/") if after else ("", "", "")
    rows = await tx.many(
        _OnCard,
        """
        select t.recipient_id, t.contribution_id, r.name, t.text, t.version, t.created_at, t.updated_at,
          t.card_id
        from thanks t
        join cards k on k.account_id = t.account_id and k.id = t.card_id and k.deleted_at is null
        join recipients r
          on r.account_id = t.account_id and r.card_id = t.card_id and r.id = t.recipient_id
        where t.account_id = :account_id
          and (t.card_id, t.recipient_id, t.contribution_id)
            > (:card_id::text, :recipient_id::text, :contribution_id::text)
          and (t.contribution_id = '' or exists (
            select 1 from contributions c
            where c.account_id = :account_id and c.id = t.contribution_id and c.note_status <> 'deleted'))
        order by t.card_id, t.recipient_id, t.contribution_id limit :count
        """,
        account_id=account_id,
        card_id=card_id,
        recipient_id=recipient_id,
        contribution_id=contribution_id,
        count=count,
    )
    media = await find_by_recipients(tx, account_id, {row.recipient_id for row in rows}) if rows else {}
    made = [SaidOnCard(**structs.asdict(row), media=media.get(row.key, [])) for row in rows]
    last = rows[-1] if len(rows) == count else None
    place = None if last is None else f"{last.card_id}/{last.recipient_id}/{last.contribution_id}"
    return [each for each in made if each.text or each.media], place


async def find_by_card(tx: Tx, account_id: str, card_id: str, *, of_notes: Sequence[str] = ()) -> list[Said]:
    """Returns the messages to all signers and those for these notes, in the order of the recipients.

    Messages to all signers are visible to contributors, recipients and admins, but not to visitors with the
    public link. A message about a note is only for its author.
    """
    rows = await tx.many(
        ThanksRow,
        """
        select t.recipient_id, t.contribution_id, r.name, t.text, t.version, t.created_at, t.updated_at
        from thanks t join recipients r
          on r.account_id = t.account_id and r.card_id = t.card_id and r.id = t.recipient_id
        where t.account_id = :account_id and t.card_id = :card_id
          and (t.contribution_id = '' or t.contribution_id = any (:of_notes))
        order by r.position, t.contribution_id limit 1000
        """,
        account_id=account_id,
        card_id=card_id,
        of_notes=list(of_notes),
    )
    return _said(rows, await find_by_thanks(tx, account_id, card_id, ["", *of_notes]) if rows else {})


def _said(rows: Sequence[ThanksRow], media: Mapping[ThanksKey, list[MediaRow]]) -> list[Said]:
    """Returns the messages with their files, omitting those with neither text nor files."""
    said = [Said(**structs.asdict(row), media=media.get(row.key, [])) for row in rows]
    return [each for each in said if each.text or each.media]
