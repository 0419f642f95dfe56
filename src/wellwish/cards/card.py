"""The card: its row, and the record that a caller sees of it."""

from datetime import datetime
from typing import Annotated, Final, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from wellwish import ids
from wellwish.cards.access import CardAccess, Privilege
from wellwish.cards.collection import Collection
from wellwish.cards.link import PUBLIC_VIEW, SIGN, VIEW, Link
from wellwish.cards.recipient import Recipient, RecipientRow
from wellwish.db import Tx
from wellwish.errors import CardClosed, CardState, NotFound
from wellwish.http import Services, from_row
from wellwish.money import Money

MAX_RECIPIENTS: Final = 50
GROUP, PERSONAL, SELF = 0, 1, 2

Status = Literal["open", "closed", "archived", "cancelled"]


class AudioFile(Struct, frozen=True, kw_only=True):
    """Music for the card."""

    name: str | None = None
    url: str | None = None


class CardRow(Struct, frozen=True, kw_only=False):
    """A row of cards."""

    account_id: str
    id: str
    bundle_purchase_id: str
    template_id: str
    title: str
    sender: str
    recipient: str | None
    recipient_email: str | None
    audio_file: AudioFile | None
    card_type: int
    auto_reminders: bool
    public_read: bool
    contribution_end_date: str | None
    contribution_ends_at: datetime | None
    contribution_limit: int | None
    custom_logo: str | None
    custom_effect: str | None
    extra_data: str | None
    palette: str
    cover_text: list[str] | None
    moderation: str
    timezone: str
    locale: str
    shared_link: bool
    external_id: str | None
    add_money: str
    see_total: str
    see_contributors: str
    add_cash: bool
    restrict_cash: bool
    currency: str
    see_contributor_names: int
    suggested_amounts: list[int] | None
    min_amount: int | None
    max_amount: int | None
    goal_amount: int | None
    state: str
    closed_at: datetime | None
    archived_at: datetime | None
    cancelled_at: datetime | None
    cancelling_at: datetime | None  # since when it is being cancelled: all its money is refunded first
    places_taken: int  # the number of contributions that count towards contribution_limit
    revealed_at: datetime | None
    shared_link_version: int
    public_link_version: int
    version: int
    created_at: datetime
    updated_at: datetime

    def status(self, now: datetime) -> Status:
        """Returns the status at ``now``: an open card is closed from its end on, even if the closing job is
        late.
        """
        ended = self.contribution_ends_at is not None and self.contribution_ends_at <= now
        return "closed" if self.state == "open" and ended else self.state  # pyright: ignore[reportReturnType]

    def is_revealed(self, now: datetime) -> bool:
        """Returns whether view links show the card: from the first closing on, unless it is cancelled."""
        if self.cancelling_at is not None or self.state == "cancelled":
            return False
        return self.revealed_at is not None or self.status(now) in ("closed", "archived")


CardId = Annotated[str, Meta(pattern=ids.pattern("card"))]


class Counts(Struct, frozen=True):
    """The numbers of invitations, of contributions, and of invitees who have not signed yet."""

    invited: int
    contributed: int
    pending: int


class Card(Struct, frozen=True, kw_only=True):
    """A card. Fields that only the owner can see are absent from an admin's record."""

    object: Literal["card"] = "card"
    id: CardId
    card_id: Annotated[str, Meta(pattern=ids.pattern("card"), description="The same as `id`.")]
    status: Status
    role: Literal["owner", "admin"]
    privilege: Privilege | UnsetType = UNSET
    title: str
    sender: str
    template_id: str
    bundle_purchase_id: str | UnsetType = UNSET
    recipient: str | None
    recipient_email: str | None | UnsetType = UNSET
    recipients: list[Recipient]
    audio_file: AudioFile | None
    card_type: int
    auto_reminders: bool
    public_read: bool
    contribution_end_date: str | None
    contribution_ends_at: str | None
    contribution_limit: int | None
    custom_logo: str | None
    custom_effect: str | None
    extra_data: str | None | UnsetType = UNSET
    palette: str
    cover_text: list[str] | None
    moderation: Literal["off", "pre", "post"]
    timezone: str
    locale: str
    shared_link: bool
    external_id: str | None | UnsetType = UNSET
    collection: Collection
    sign_url: str | None | UnsetType = UNSET
    view_url: str | None | UnsetType = UNSET
    closed_at: str | None
    archived_at: str | None
    cancelled_at: str | None
    cancelling_at: str | None
    version: int
    created_at: str
    updated_at: str
    counts: Counts | UnsetType = UNSET
    collected: Money | UnsetType = UNSET


def record(
    row: CardRow,
    recipients: list[RecipientRow],
    access: CardAccess,
    services: Services,
    now: datetime,
    counts: Counts | UnsetType = UNSET,
    collected: Money | None = None,
) -> Card:
    """Returns the record of the card as the caller may see it."""
    keys, base_url = services.keys, services.settings.base_url
    owner = access.is_owner
    sign_url = Link(SIGN, row.id, row.shared_link_version).url(keys, base_url) if row.shared_link else None
    public = Link(PUBLIC_VIEW, row.id, row.public_link_version)
    view_url = public.url(keys, base_url) if row.public_read else None
    return from_row(
        Card,
        row,
        card_id=row.id,
        status=row.status(now),
        role="owner" if owner else "admin",
        privilege=UNSET if owner else access.privilege,
        bundle_purchase_id=row.bundle_purchase_id if owner else UNSET,
        recipient_email=row.recipient_email if owner else UNSET,
        recipients=[_recipient(person, services, owner=owner) for person in recipients],
        extra_data=row.extra_data if owner else UNSET,
        external_id=row.external_id if owner else UNSET,
        collection=from_row(Collection, row),
        sign_url=sign_url if owner or access.privilege.invite_contributors else UNSET,
        view_url=view_url if owner else UNSET,
        counts=counts,
        collected=collected or UNSET,
    )


def _recipient(person: RecipientRow, services: Services, *, owner: bool) -> Recipient:
    if not owner:
        return Recipient(id=person.id, name=person.name, locale=person.locale)
    return Recipient(
        id=person.id,
        name=person.name,
        locale=person.locale,
        email=person.email,
        phone=person.phone,
        external_id=person.external_id,
        view_url=Link(VIEW, person.id, person.link_version).url(services.keys, services.settings.base_url),
    )


async def load(tx: Tx, access: CardAccess) -> CardRow:
    """Raises NotFound."""
    sql = "select {columns} from cards where account_id = :account_id and id = :id and deleted_at is null"
    return _there(await tx.maybe(CardRow, sql, account_id=access.account_id, id=access.card_id))


async def locked(tx: Tx, access: CardAccess) -> CardRow:
    """Returns the row, locked until the transaction ends. Raises NotFound."""
    sql = """
        select {columns} from cards
        where account_id = :account_id and id = :id and deleted_at is null for no key update
        """
    return _there(await tx.maybe(CardRow, sql, account_id=access.account_id, id=access.card_id))


async def locked_open(tx: Tx, access: CardAccess) -> CardRow:
    """Returns the row of an open card, locked until the transaction ends. Raises CardClosed or CardState."""
    sql = """
        select {columns} from cards
        where account_id = :account_id and id = :id and deleted_at is null for share
        """
    row = _there(await tx.maybe(CardRow, sql, account_id=access.account_id, id=access.card_id))
    status = row.status(tx.now)
    if status == "closed":
        raise CardClosed
    if status != "open":
        raise CardState(f"The card is {status}.")
    return row


def _there(row: CardRow | None) -> CardRow:
    if row is None:
        raise NotFound
    return row


async def recipients(tx: Tx, account_id: str, card_id: str) -> list[RecipientRow]:
    """Returns the card's recipients in order."""
    return await tx.many(
        RecipientRow,
        """
        select {columns} from recipients
        where account_id = :account_id and card_id = :card_id order by position limit 200
        """,
        account_id=account_id,
        card_id=card_id,
    )
