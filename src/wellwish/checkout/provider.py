"""The interface of a payment provider, in the product's terms rather than any provider's."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Literal, Protocol

from msgspec import Struct

Kind = Literal[
    "paid", "failed", "cancelled", "refunded", "refund_failed", "disputed", "dispute_won", "dispute_lost"
]


class AwayError(Exception):
    """The provider gave no answer, or none that says what became of it: the same call may be made again."""


class RefusedError(Exception):
    """The provider says no, and would again; the text is our word for why."""


class ForgedError(Exception):
    """A callback that is not signed by the provider, or was signed too long ago."""


class Merchant(Struct, frozen=True, kw_only=True):
    """Who gets the money: the operator, or an account by its own settings at the provider."""

    provider: Literal["sandbox", "stripe"]
    owner: str  # "operator", or the id of an account or of a provider that it has set
    secret: str | None = None
    webhook_secret: str | None = None
    connected: str | None = None  # an account of the provider's on whose behalf the operator's key acts

    @property
    def name(self) -> str:
        """What the provider's events and accounts of the ledger are kept under."""
        return f"{self.provider}:{self.owner}"

    @property
    def live(self) -> bool:
        """Whether money is real: the second part of a key says so."""
        return (self.secret or "").split("_")[1:2] == ["live"]

    def __repr__(self) -> str:
        return f"Merchant({self.name})"


class Order(Struct, frozen=True, kw_only=True):
    """One payment that somebody is to make. Its id is the idempotency key: one order is paid once at most."""

    account_id: str
    payment_id: str
    title: str
    amount: int
    currency: str
    token: str  # of our page, which the provider's page leads back to
    return_url: str
    expires_at: datetime


class Begun(Struct, frozen=True):
    """The provider's page for an order, and its name for it."""

    reference: str
    url: str


class RefundOrder(Struct, frozen=True, kw_only=True):
    """Money that goes back. Its id is the idempotency key."""

    account_id: str
    payment_id: str
    refund_id: str
    provider_reference: str
    amount: int
    currency: str


class ProviderEvent(Struct, frozen=True, kw_only=True):
    """A change of a payment that a provider reported in a callback, an event list or a response."""

    merchant: str
    event_id: str
    kind: Kind
    account_id: str | None
    payment_id: str | None
    amount: int
    currency: str
    occurred_at: datetime
    fee: int | None = None
    refund_id: str | None = None
    provider_reference: str | None = None  # of the payment
    reference: str | None = None  # of the refund or dispute itself


class RawProviderEvent(Struct, frozen=True):
    """An event in the provider's format."""

    event_id: str
    kind: str  # in the provider's words
    occurred_at: datetime
    body: bytes


class Provider(Protocol):
    """What an adapter does. Each call may be repeated; it is made outside of any transaction."""

    async def begin(self, merchant: Merchant, order: Order) -> Begun:
        """Returns the page on which the order can be paid. Raises AwayError, RefusedError."""
        ...

    async def refund(self, merchant: Merchant, order: RefundOrder) -> ProviderEvent | None:
        """Asks for a refund; returns what became of it, or None while that is open. Raises the same."""
        ...

    async def verify(self, merchant: Merchant, body: bytes, headers: Mapping[str, str]) -> RawProviderEvent:
        """Returns the event in a callback after checking its signature. Raises ForgedError."""
        ...

    async def interpret(self, merchant: Merchant, raw: RawProviderEvent) -> ProviderEvent | None:
        """Returns the meaning of an event, or None if it concerns no payment of ours. Raises AwayError."""
        ...

    async def events(self, merchant: Merchant, since: datetime) -> Sequence[RawProviderEvent]:
        """Returns the events since a time, oldest first. Raises AwayError."""
        ...

    async def account(self, merchant: Merchant) -> str:
        """Returns the provider's own name of the merchant's account, which can be paid to.

        Raises AwayError, and RefusedError with a sentence for its owner.
        """
        ...

    async def close(self) -> None:
        """Ends what is open."""
        ...
