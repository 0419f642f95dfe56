"""The contribution: its row, its record, and the loads that its operations share."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct

from wellwish import clock, events, ids
from wellwish.cards.access import OnCard
from wellwish.cards.link import OWN, Link
from wellwish.contributions.note import MAX_MEDIA, MAX_NAME, MAX_TEXT, Ink, Paper, Pen, Visibility
from wellwish.db import Tx
from wellwish.errors import NotFound

Source = Literal["shared_link", "invitation", "owner"]
NoteStatus = Literal["pending", "published", "hidden", "rejected", "deleted"]

DELETED: Final = "deleted"


class ContributionRow(Struct, frozen=True):
    """A row of contributions. The name is the author's: ``seen`` alone says who is shown it."""

    account_id: str
    id: str
    card_id: str
    invitation_id: str | None
    source: Source
    name: str | None
    anonymous: bool
    note_id: str
    note_text: str
    pen: Pen
    ink: Ink
    paper: Paper
    visibility: Visibility
    note_status: NoteStatus
    published_at: datetime | None
    hidden_at: datetime | None
    rejected_at: datetime | None
    deleted_at: datetime | None
    own_link_version: int
    version: int
    created_at: datetime
    updated_at: datetime

    @property
    def link(self) -> Link | None:
        """The author's own link, or None where there is none: what the owner added, what was removed."""
        if self.source == "owner" or self.note_status == DELETED:
            return None
        return Link(OWN, self.id, self.own_link_version)


class Note(Struct, frozen=True, kw_only=True):
    """What somebody wrote on a card."""

    object: Literal["note"] = "note"
    id: Annotated[str, Meta(pattern=ids.pattern("note"))]
    text: Annotated[str, Meta(max_length=MAX_TEXT, pattern=r"^[\s\S]*$", description="The words.")]
    pen: Annotated[Pen, Meta(description="Handwriting.")]
    ink: Annotated[Ink, Meta(description="Colour of the writing.")]
    paper: Annotated[Paper, Meta(description="Colour of the paper.")]
    visibility: Annotated[Visibility, Meta(description="Who reads it.")]
    status: Annotated[NoteStatus, Meta(description="The state it is in.")]
    media: Annotated[
        list[Annotated[str, Meta(pattern=ids.pattern("media"))]],
        Meta(max_length=MAX_MEDIA, description="Ids of its photo, drawing and voice."),
    ]
    published_at: str | None
    hidden_at: str | None
    rejected_at: str | None
    deleted_at: str | None


class Contribution(Struct, frozen=True, kw_only=True):
    """What somebody signed. Of an anonymous one nobody is told who, nor by which way they came."""

    object: Literal["contribution"] = "contribution"
    id: Annotated[str, Meta(pattern=ids.pattern("ctb"))]
    card_id: Annotated[str, Meta(pattern=ids.pattern("card"))]
    invite_id: (
        Annotated[str, Meta(pattern=ids.pattern("inv"), description="The invitation it came by.")] | None
    )
    source: Annotated[Source, Meta(description="The way it came.")] | None
    name: (
        Annotated[
            str,
            Meta(
                max_length=MAX_NAME,
                pattern=r"^[^\n]*$",
                description="Who signed; null where that is not to be known.",
            ),
        ]
        | None
    )
    anonymous: bool
    note: Note
    reports: (
        Annotated[
            int,
            Meta(ge=0, description="From how many browsers the note was reported; null unless you moderate."),
        ]
        | None
    )
    version: int
    created_at: str
    updated_at: str


def record(
    row: ContributionRow,
    *,
    name: str | None,
    with_invitation: bool,
    media: Sequence[str] = (),
    reports: int | None = None,
) -> Contribution:
    """Returns the record of a row, with the name that its reader is shown."""
    return Contribution(
        id=row.id,
        card_id=row.card_id,
        invite_id=row.invitation_id if with_invitation and not row.anonymous else None,
        source=None if row.anonymous else row.source,
        name=name,
        anonymous=row.anonymous,
        note=Note(
            id=row.note_id,
            text=row.note_text,
            pen=row.pen,
            ink=row.ink,
            paper=row.paper,
            visibility=row.visibility,
            status=row.note_status,
            media=list(media),
            published_at=clock.rfc3339_or_none(row.published_at),
            hidden_at=clock.rfc3339_or_none(row.hidden_at),
            rejected_at=clock.rfc3339_or_none(row.rejected_at),
            deleted_at=clock.rfc3339_or_none(row.deleted_at),
        ),
        reports=reports,
        version=row.version,
        created_at=clock.rfc3339(row.created_at),
        updated_at=clock.rfc3339(row.updated_at),
    )


async def load(tx: Tx, on: OnCard, contribution_id: str) -> ContributionRow:
    """Returns the row. Raises NotFound."""
    if not ids.is_id("ctb", contribution_id):
        raise NotFound
    row = await tx.maybe(
        ContributionRow,
        """
        select {columns} from contributions
        where account_id = :account_id and id = :id and card_id = :card_id
        """,
        account_id=on.account_id,
        id=contribution_id,
        card_id=on.card_id,
    )
    if row is None:
        raise NotFound
    return row


async def locked(tx: Tx, on: OnCard, contribution_id: str) -> ContributionRow:
    """Returns the row, locked against other changes until the transaction ends. Raises NotFound."""
    if not ids.is_id("ctb", contribution_id):
        raise NotFound
    row = await tx.maybe(
        ContributionRow,
        """
        select {columns} from contributions
        where account_id = :account_id and id = :id and card_id = :card_id for no key update
        """,
        account_id=on.account_id,
        id=contribution_id,
        card_id=on.card_id,
    )
    if row is None:
        raise NotFound
    return row


async def by_invitation(tx: Tx, on: OnCard, invite_id: str) -> ContributionRow | None:
    """Returns what was signed through an invitation of one person, or None."""
    return await tx.maybe(
        ContributionRow,
        """
        select {columns} from contributions
        where account_id = :account_id and card_id = :card_id and invitation_id = :invite_id
          and note_status <> 'deleted'
        order by id desc limit 1
        """,
        account_id=on.account_id,
        card_id=on.card_id,
        invite_id=invite_id,
    )


async def tell(tx: Tx, row: ContributionRow, *kinds: str) -> None:
    """Writes the events: ids and the state, never who."""
    data: dict[str, Any] = {
        "contribution_id": row.id,
        "note_id": row.note_id,
        "card_id": row.card_id,
        "status": row.note_status,
    }
    for kind in kinds:
        await events.record(tx, row.account_id, kind, card_id=row.card_id, data=data)
