"""The interface of a payment provider, in the product's terms rather than any provider's."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Literal, Protocol

from msgspec import Struct

Name = Literal["mollie", "sandbox", "stripe"]
Kind = Literal[
    "paid", "processing", "failed", "cancelled", "fee", "invoice",
    "refunded", "refund_failed", "inquiry", "disputed", "dispute_won", "dispute_lost",
]  # fmt: skip


class ProviderUnavailableError(Exception):
    """The provider gave no usable response, so the outcome is unknown; the same call may be repeated."""


class ProviderFailedError(ProviderUnavailableError):
    """The provider answered with a server error, which it repeats for this idempotency key."""


class StillOpenError(ProviderUnavailableError):
    """The provider cannot close a page; the payer can pay ``until`` this time, None if unknown."""

    def __init__(self, until: datetime | None) -> None:
        super().__init__("the page is still open")
        self.until = until


class ProviderRefusedError(Exception):
    """The provider rejected the request and would reject a retry; the message is our reason code.

    ``missing`` names the permissions that a key lacks.
    """

    def __init__(self, message: str, missing: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.missing = tuple(missing)


class ForgedError(Exception):
    """A callback without a valid signature of the provider, or with an expired one."""


class Merchant(Struct, frozen=True, kw_only=True):
    """The recipient of money at a provider: the operator, or an account with its own settings."""

    provider: Name
    owner: str  # "operator", or the id of an account or of its provider
    secret: str | None = None
    webhook_secret: str | None = None
    connected: str | None = None  # the connected account for which the operator's key acts
    account_id: str | None = None  # whose payments it takes; None for the operator, which takes all

    @property
    def name(self) -> str:
        """The name in the provider's events and in the ledger."""
        return f"{self.provider}:{self.owner}"

    @property
    def live(self) -> bool:
        """Whether the money is real: the key begins with `sk_live_`, `rk_live_` or `live_`."""
        return "live" in (self.secret or "").split("_")[:-1][:2]

    def __repr__(self) -> str:
        return f"Merchant({self.name})"


class Order(Struct, frozen=True, kw_only=True):
    """A payment to be made. Its id is the idempotency key, so an order is paid at most once."""

    account_id: str
    payment_id: str
    title: str
    amount: int
    currency: str
    token: str  # in the URL of our page, to which the provider's page returns
    return_url: str
    cancel_url: str  # for a payer who leaves the provider's page without paying
    webhook_url: str  # for providers that learn it with each payment
    purpose: Literal["contribution", "bundle_purchase"] = "contribution"
    payer_email: str | None = None  # if it is known to be the payer's own
    expires_at: datetime
    reference: str | None = None  # of the page, if there is one
    attempt: int = 0  # part of the idempotency key: raised after a response that the provider would repeat


class CheckoutPage(Struct, frozen=True):
    """The provider's page for an order, with its id there; ``url`` is None if the page is closed."""

    reference: str
    url: str | None


class OpenPage(Struct, frozen=True, kw_only=True):
    """A payment's page at the provider, to be checked or closed."""

    account_id: str
    payment_id: str
    amount: int
    currency: str
    reference: str
    # Closed because its time is over, not by anybody's choice: a transfer that has begun stays possible.
    has_lapsed: bool = False


class RefundOrder(Struct, frozen=True, kw_only=True):
    """A refund. Its id is the idempotency key."""

    account_id: str
    payment_id: str
    refund_id: str
    provider_reference: str
    amount: int
    currency: str
    attempt: int = 0  # as in ``Order``


class Invoice(Struct, frozen=True):
    """An invoice that the provider issued; ``tax`` in minor units, None if it was not computed."""

    number: str
    url: str | None
    tax: int | None


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
    fee: int | None = None  # kept by the provider; negative if it was returned
    method: str | None = None  # that the payer used, in the provider's words; it comes with the fee
    invoice: Invoice | None = None
    refund_id: str | None = None
    provider_reference: str | None = None  # of the payment
    reference: str | None = None  # of the refund or dispute itself
    page: str | None = None  # the reference of the page, if a payment may have had several


class ProviderPayout(Struct, frozen=True, kw_only=True):
    """A payout to the merchant's bank that is ready to be matched with payments."""

    merchant: str
    payout_id: str


class PayoutLine(Struct, frozen=True):
    """A part of a payout; ``reference`` is our payment id for a charge, otherwise the provider's id."""

    kind: Literal["charge", "refund", "refund_failed", "dispute", "dispute_over"]
    reference: str


class ProviderCharge(Struct, frozen=True):
    """The amounts of one of our payments according to the provider."""

    account_id: str
    payment_id: str
    amount: int
    refunded: int
    currency: str
    created_at: datetime


class RawProviderEvent(Struct, frozen=True):
    """An event in the provider's format."""

    event_id: str
    kind: str  # in the provider's format
    occurred_at: datetime
    body: bytes
    connected: str | None = None  # the connected account of the event, if the endpoint serves several


class Provider(Protocol):
    """The interface of an adapter. Every call may be repeated and is made outside any transaction."""

    async def begin(self, merchant: Merchant, order: Order) -> CheckoutPage:
        """Returns the page for paying the order. Raises ProviderUnavailableError, ProviderRefusedError."""
        ...

    async def look(self, merchant: Merchant, page: OpenPage) -> ProviderEvent | None:
        """Returns the result of a payment; None while its page is open.

        Raises ProviderUnavailableError, ProviderRefusedError.
        """
        ...

    async def end(self, merchant: Merchant, page: OpenPage) -> ProviderEvent:
        """Closes the page of a payment, so that nobody can pay there any more.

        Returns ``cancelled``; ``paid`` or ``processing`` if the payer was faster, or has begun a transfer on
        a page that has lapsed. Raises StillOpenError, ProviderUnavailableError.
        """
        ...

    async def refund(self, merchant: Merchant, order: RefundOrder) -> ProviderEvent | None:
        """Requests a refund; returns its outcome, or None while it is pending. Raises the same errors."""
        ...

    async def verify(self, merchant: Merchant, body: bytes, headers: Mapping[str, str]) -> RawProviderEvent:
        """Returns the event in a callback after checking its signature. Raises ForgedError."""
        ...

    async def interpret(
        self, merchant: Merchant, raw: RawProviderEvent
    ) -> ProviderEvent | ProviderPayout | None:
        """Returns None if the event concerns no payment of ours.

        Raises ProviderUnavailableError, and ProviderRefusedError for an object that the key cannot read now.
        """
        ...

    async def payout_lines(self, merchant: Merchant, payout_id: str) -> Sequence[PayoutLine] | None:
        """Returns the parts of a payout; None for an unknown payout. Raises ProviderUnavailableError."""
        ...

    async def events(self, merchant: Merchant, since: datetime) -> Sequence[RawProviderEvent]:
        """Returns the events since a time, oldest first. Raises ProviderUnavailableError."""
        ...

    async def charges(self, merchant: Merchant, since: datetime) -> Sequence[ProviderCharge]:
        """Returns our payments that were paid since a time. Raises ProviderUnavailableError."""
        ...

    async def account(self, merchant: Merchant) -> str:
        """Returns the provider's id of the merchant's account, if the account can receive payments.

        Raises ProviderUnavailableError, and ProviderRefusedError with a sentence for the owner.
        """
        ...

    async def close(self) -> None:
        """Closes its connections."""
        ...
