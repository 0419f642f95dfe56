"""The contribution: its row, its record, and the loads that its operations share."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct, structs

from wellwish.base import clock, ids
from wellwish.base.errors import NotFound
from wellwish.cards.access import CardAccess
from wellwish.cards.link import OWN, Link
from wellwish.cards.recipient import LOCALE_FORM
from wellwish.contributions.gift import SETTLED, Gift, Given, Method, MoneyStatus
from wellwish.contributions.note import MAX_LANG, MAX_MEDIA, MAX_NAME, MAX_TEXT, Ink, NoteAudience, Paper, Pen
from wellwish.infra import events
from wellwish.infra.db import Tx
from wellwish.infra.http import whole

Source = Literal["shared_link", "invitation", "owner"]
NoteStatus = Literal["pending", "published", "hidden", "rejected", "deleted"]
NoteState = Literal[NoteStatus, "none"]  # none: money only

DELETED: Final = "deleted"


class ContributionRow(Struct, frozen=True):
    """A row of contributions. Only ``note_visibility`` decides who sees ``name``, the author's name."""

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
    lang: str | None
    visibility: NoteAudience
    note_status: NoteState
    published_at: datetime | None
    hidden_at: datetime | None
    rejected_at: datetime | None
    deleted_at: datetime | None
    own_link_version: int
    money_method: Method | None
    money_status: MoneyStatus | None
    money_amount: int | None
    money_currency: str | None
    money_refunded: int
    hide_amount: bool
    payment_id: str | None
    version: int
    created_at: datetime
    updated_at: datetime

    @property
    def counts(self) -> bool:
        """Whether the author counts as a contributor: the note is published or money is settled."""
        return self.note_status == "published" or self.money_status in SETTLED

    @property
    def is_confidential(self) -> bool:
        """Whether the note is anonymous, or hidden from some of the people who see the card."""
        return self.anonymous or self.visibility != "everyone"

    @property
    def given(self) -> Given:
        return Given(
            self.money_method,
            self.money_status,
            self.money_amount,
            self.money_currency,
            self.money_refunded,
            self.hide_amount,
            self.payment_id,
        )

    @property
    def link(self) -> Link | None:
        """The author's own link; None if the owner added the contribution or if it was removed."""
        if self.source == "owner" or self.note_status == DELETED:
            return None
        return Link(OWN, self.id, self.own_link_version)


class Note(Struct, frozen=True, kw_only=True):
    """The note of a contribution."""

    object: Literal["note"] = "note"
    id: Annotated[str, Meta(pattern=ids.pattern("note"))]
    text: Annotated[str, Meta(max_length=MAX_TEXT, pattern=r"^[\s\S]*$", description="Text of the note.")]
    lang: (
        Annotated[
            str,
            Meta(pattern=LOCALE_FORM, max_length=MAX_LANG, description="Language tag (BCP 47) of the text."),
        ]
        | None
    )
    pen: Annotated[Pen, Meta(description="Handwriting font.")]
    ink: Annotated[Ink, Meta(description="Colour of the text.")]
    paper: Annotated[Paper, Meta(description="Colour of the paper.")]
    visibility: Annotated[NoteAudience, Meta(description="Who can read the note.")]
    status: Annotated[NoteStatus, Meta(description="Status of the note.")]
    media: Annotated[
        list[Annotated[str, Meta(pattern=ids.pattern("media"))]],
        Meta(
            max_length=MAX_MEDIA,
            description="IDs of the note's media: photos and GIFs or one video, a drawing and a recording.",
        ),
    ]
    published_at: str | None
    hidden_at: str | None
    rejected_at: str | None
    deleted_at: str | None


class Contribution(Struct, frozen=True, kw_only=True):
    """A contribution to a card. An anonymous contribution reveals neither its author nor its source."""

    object: Literal["contribution"] = "contribution"
    id: Annotated[str, Meta(pattern=ids.pattern("ctb"))]
    card_id: Annotated[str, Meta(pattern=ids.pattern("card"))]
    invite_id: (
        Annotated[str, Meta(pattern=ids.pattern("inv"), description="Invitation that was used to sign.")]
        | None
    )
    source: Annotated[Source, Meta(description="How the contributor signed.")] | None
    name: (
        Annotated[
            str,
            Meta(
                max_length=MAX_NAME,
                pattern=r"^[^\n]*$",
                description="Name of the contributor; null if it is not visible to you.",
            ),
        ]
        | None
    )
    anonymous: bool
    note: Annotated[Note, Meta(description="The note; null if the contribution has only money.")] | None
    money: (
        Annotated[Gift, Meta(description="The money; null if there is none or it is not visible to you.")]
        | None
    )
    reports: (
        Annotated[
            int,
            whole(0, 2**31 - 1, "Number of browsers that reported the note; null unless you can moderate."),
        ]
        | None
    )
    version: int
    created_at: str
    updated_at: str

    @property
    def words(self) -> Note:
        """The note. Raises LookupError for a contribution that has only money."""
        if self.note is None:
            raise LookupError("the contribution has no note")
        return self.note


def record(
    row: ContributionRow,
    *,
    name: str | None,
    gift: Gift | None,
    with_invitation: bool,
    media: Sequence[str] = (),
    reports: int | None = None,
) -> Contribution:
    """Returns the record of a row, with the name and the money that the reader may see."""
    return Contribution(
        id=row.id,
        card_id=row.card_id,
        invite_id=row.invitation_id if with_invitation and not row.anonymous else None,
        source=None if row.anonymous else row.source,
        name=name,
        anonymous=row.anonymous,
        note=_note(row, media),
        money=gift,
        reports=reports,
        version=row.version,
        created_at=clock.rfc3339(row.created_at),
        updated_at=clock.rfc3339(row.updated_at),
    )


def _note(row: ContributionRow, media: Sequence[str]) -> Note | None:
    if row.note_status == "none":
        return None
    return Note(
        id=row.note_id,
        text=row.note_text,
        lang=row.lang,
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
    )


async def load(tx: Tx, access: CardAccess, contribution_id: str) -> ContributionRow:
    """Raises NotFound."""
    if not ids.is_id("ctb", contribution_id):
        raise NotFound
    return await tx.found(
        ContributionRow,
        """
        select {columns} from contributions
        where account_id = :account_id and id = :id and card_id = :card_id
        """,
        account_id=access.account_id,
        id=contribution_id,
        card_id=access.card_id,
    )


async def locked(tx: Tx, access: CardAccess, contribution_id: str) -> ContributionRow:
    """Returns the row, locked until the transaction ends. Raises NotFound."""
    if not ids.is_id("ctb", contribution_id):
        raise NotFound
    return await tx.found(
        ContributionRow,
        """
        select {columns} from contributions
        where account_id = :account_id and id = :id and card_id = :card_id for no key update
        """,
        account_id=access.account_id,
        id=contribution_id,
        card_id=access.card_id,
    )


async def keep_gift(tx: Tx, row: ContributionRow, given: Given) -> ContributionRow:
    """Updates the money of a contribution. The caller has locked its row."""
    return await tx.one(
        ContributionRow,
        """
        update contributions set
          money_method = :money_method, money_status = :money_status, money_amount = :money_amount,
          money_currency = :money_currency, money_refunded = :money_refunded, hide_amount = :hide_amount,
          payment_id = :payment_id, version = version + 1, updated_at = :now
        where account_id = :account_id and id = :id
        returning {columns}
        """,
        account_id=row.account_id,
        id=row.id,
        **structs.asdict(given),
    )


async def record_events(tx: Tx, row: ContributionRow, *kinds: str) -> None:
    """Records events of these kinds. They contain IDs and statuses, never names or amounts."""
    data: dict[str, Any] = {
        "contribution_id": row.id,
        "note_id": None if row.note_status == "none" else row.note_id,
        "card_id": row.card_id,
        "status": row.note_status,
    }
    if row.money_status is not None:
        data |= {"money_status": row.money_status, "payment_id": row.payment_id}
    for kind in kinds:
        await events.record(tx, row.account_id, kind, card_id=row.card_id, data=data)
