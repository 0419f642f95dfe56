"""The row of a card: how it is read and locked.

To avoid deadlocks, every transaction locks rows in this order: a payment, its card, rows that belong to the
card (admins, invitations, contributions; several rows of a kind in the order of their IDs), bundle purchases
and the account's payment provider, and the ledger's balances.
"""

from datetime import datetime
from typing import Final, Literal, Protocol

from msgspec import Struct

from wellwish.base.errors import CardClosed, CardState, NotFound
from wellwish.infra.db import Tx

GROUP, PERSONAL, SELF = 0, 1, 2

Status = Literal["open", "closed", "archived", "cancelled"]


class AudioFile(Struct, frozen=True, kw_only=True):
    """Music for the card."""

    name: str | None = None
    url: str | None = None


class CardRow(Struct, frozen=True, kw_only=False):
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
    see_notes: str
    timezone: str
    locale: str
    shared_link: bool
    external_id: str | None
    reply_to: str | None
    organiser_mail: str
    organiser_id: str | None  # the creating user, or the account if its owners receive the email
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
    cancelling_at: datetime | None  # the start of a cancellation with refunds
    places_taken: int  # the number of contributions that count toward contribution_limit
    revealed_at: datetime | None
    shared_link_version: int
    public_link_version: int
    version: int
    created_at: datetime
    updated_at: datetime

    @property
    def card_id(self) -> str:
        """Equals ``id``, so that a row can be passed as an ``OfCard``."""
        return self.id

    def status(self, now: datetime) -> Status:
        """Returns the status at ``now``: an open card counts as closed once its end has passed.

        The job that closes it may run later.
        """
        ended = self.contribution_ends_at is not None and self.contribution_ends_at <= now
        return "closed" if self.state == "open" and ended else self.state  # pyright: ignore[reportReturnType]

    def is_revealed(self, now: datetime) -> bool:
        """Returns whether view links show the card, which they do from its first closing on.

        A card that is cancelled or being cancelled is not shown.
        """
        if self.cancelling_at is not None or self.state == "cancelled":
            return False
        return self.revealed_at is not None or self.status(now) in ("closed", "archived")


class HeldCard(CardRow, frozen=True):
    """A row that other transactions can read and share-lock, but not change, until this one ends."""


class LockedCard(CardRow, frozen=True):
    """A row that no other transaction can change or share-lock until this one ends."""


class OfCard(Protocol):
    """An object that identifies a card, such as an access or a grant."""

    @property
    def account_id(self) -> str:
        """The account that owns the card."""
        ...

    @property
    def card_id(self) -> str:
        """The ID of the card."""
        ...


async def find_card(tx: Tx, of: OfCard) -> CardRow | None:
    """Returns the row, or None for a card that does not exist or is deleted."""
    sql = "select {columns} from cards where account_id = :account_id and id = :id and deleted_at is null"
    return await tx.maybe(CardRow, sql, account_id=of.account_id, id=of.card_id)


async def find_held(tx: Tx, of: OfCard) -> HeldCard | None:
    """Like ``find_card``, but locks the row against changes until the transaction ends."""
    sql = """
        select {columns} from cards
        where account_id = :account_id and id = :id and deleted_at is null for share
        """
    return await tx.maybe(HeldCard, sql, account_id=of.account_id, id=of.card_id)


async def find_locked(tx: Tx, of: OfCard) -> LockedCard | None:
    """Like ``find_card``, but locks the row for changes by this transaction until it ends."""
    sql = """
        select {columns} from cards
        where account_id = :account_id and id = :id and deleted_at is null for no key update
        """
    return await tx.maybe(LockedCard, sql, account_id=of.account_id, id=of.card_id)


_FINDERS: Final = {CardRow: find_card, HeldCard: find_held, LockedCard: find_locked}


async def find_as(tx: Tx, of: OfCard, kind: type[CardRow]) -> CardRow | None:
    """Returns the row as ``kind``, with the lock of this type."""
    return await _FINDERS[kind](tx, of)


async def load(tx: Tx, of: OfCard) -> CardRow:
    """Returns the row. Raises NotFound."""
    row = await find_card(tx, of)
    if row is None:
        raise NotFound
    return row


async def locked(tx: Tx, of: OfCard) -> LockedCard:
    """Returns the row, locked. Raises NotFound."""
    row = await find_locked(tx, of)
    if row is None:
        raise NotFound
    return row


async def held_open(tx: Tx, of: OfCard) -> HeldCard:
    """Returns the share-locked row of an open card. Raises NotFound, CardClosed, CardState."""
    row = await find_held(tx, of)
    if row is None:
        raise NotFound
    check_open(row, tx.now)
    return row


def check_open(row: CardRow, now: datetime) -> None:
    """Raises CardClosed, CardState for a card that is not open."""
    status = row.status(now)
    if status == "closed":
        raise CardClosed
    if status != "open":
        raise CardState(f"The card is {status}.")
