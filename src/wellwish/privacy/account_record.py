"""The record of the data that one account has about a person, as the person may see it."""

from collections.abc import Sized
from datetime import datetime
from typing import Any, Final

import msgspec
from msgspec import Struct

from wellwish.contributions.gift import SETTLED, MoneyStatus

PAYMENT_REASON: Final = (
    "The amount, the date and the payment provider's reference are kept because the law requires accounts "
    "to keep records of payments. The name is erased."
)
MOST: Final = 10_000  # records of each kind; an export names the kinds that may have more


class Invitation(Struct, frozen=True):
    """An invitation of the person."""

    id: str
    card_title: str
    sender: str
    address: str
    name: str | None
    title: str | None
    message: str | None
    status: str
    sent_count: int
    opened_at: datetime | None
    created_at: datetime


class Contribution(Struct, frozen=True):
    """A note or gift of the person."""

    id: str
    card_title: str
    name: str | None
    anonymous: bool
    text: str
    note_status: str
    money_status: str | None
    money_amount: int | None
    money_currency: str | None
    media: int  # photos, drawings, recordings and videos of the note
    created_at: datetime


class Confirmation(Struct, frozen=True):
    """A gift whose confirmations go to the person's address. The author of its note is unknown."""

    contribution_id: str
    card_title: str
    money_status: MoneyStatus
    money_amount: int | None
    money_currency: str | None
    created_at: datetime


class Recipient(Struct, frozen=True):
    """The person as a recipient; ``card_title`` is None before the card has closed."""

    card_title: str | None
    name: str | None
    email: str | None
    phone: str | None
    locale: str | None
    external_id: str | None
    thanks: str | None


class Admin(Struct, frozen=True):
    """The person as an admin of a card."""

    id: str
    card_title: str
    email: str
    name: str | None
    removed_at: datetime | None
    created_at: datetime


class GroupMember(Struct, frozen=True):
    """The person in a saved group."""

    group_name: str
    name: str | None
    email: str | None
    phone: str | None


class KeptPerson(Struct, frozen=True):
    """The person in the account's list of people; ``dates`` maps names to dates, and
    ``teams`` has the names of the person's teams. ``no_cards`` to ``skipped_year`` are the
    person's choices about their own cards.
    """

    id: str
    external_id: str | None
    name: str
    email: str | None
    phone: str | None
    locale: str | None
    timezone: str | None
    dates: dict[str, str]
    teams: list[str]
    no_cards: bool
    no_birthday: bool
    only_team: bool
    skipped_year: int | None
    left_at: datetime | None
    created_at: datetime

    @property
    def has_chosen(self) -> bool:
        """Whether the person has chosen anything about their own cards."""
        return self.no_cards or self.no_birthday or self.only_team or self.skipped_year is not None

    occasions: list[dict[str, str | int | None]]


class Message(Struct, frozen=True):
    """A message to the person."""

    kind: str
    recipient: str
    subject: str | None
    body: str
    status: str
    created_at: datetime


class Assistant(Struct, frozen=True):
    """The consent that the person, a member of the account, has given to an OAuth client."""

    client_id: str
    client_name: str
    scope: str
    created_at: datetime
    last_used_at: datetime


class Account(Struct, frozen=True, kw_only=True):
    """The data of one account.

    ``role`` is the person's role as a member; ``suppressed`` is the reason why they get no messages.
    ``gets_replies`` is true if the address is the account's address for replies.
    """

    account_id: str
    account_name: str
    role: str | None
    suppressed: str | None
    invitations: list[Invitation]
    contributions: list[Contribution]
    recipients: list[Recipient]
    admins: list[Admin]
    groups: list[GroupMember]
    people: list[KeptPerson]
    assistants: list[Assistant]
    messages: list[Message]
    confirmations: list[Confirmation]
    gets_replies: bool

    @property
    def payments(self) -> list[Contribution]:
        """The contributions whose payment is kept after an erasure."""
        return [each for each in self.contributions if each.money_status in SETTLED]

    def as_json(self) -> dict[str, Any]:
        """Returns the record of the export."""
        payments = [
            {
                "contribution_id": each.id,
                "amount": {"amount": each.money_amount, "currency": each.money_currency},
                "created_at": each.created_at,
                "reason": PAYMENT_REASON,
            }
            for each in self.payments
        ]
        fields = msgspec.structs.asdict(self)
        cut = [name for name, each in fields.items() if isinstance(each, Sized) and len(each) >= MOST]
        record = {**fields, "kept_payments": payments, "truncated": cut}
        return msgspec.to_builtins(record)
