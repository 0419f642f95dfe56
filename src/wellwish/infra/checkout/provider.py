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
    """No usable response was received, so the outcome is unknown; the same call may be repeated."""


class ProviderFailedError(ProviderUnavailableError):
    """The provider answered with a server error, which it repeats for this idempotency key."""


class StillOpenError(ProviderUnavailableError):
    """The provider cannot close a page. Payment is possible ``until`` this time, or None if it is unknown."""

    def __init__(self, until: datetime | None) -> None:
        super().__init__("the page is still open")
        self.until = until


class ProviderRefusedError(Exception):
    """The provider rejected the request and would reject a retry. The message is our reason code or, from
    ``account``, a sentence. ``missing`` lists the permissions that a key lacks.
    """

    def __init__(self, message: str, missing: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.missing = tuple(missing)


class ForgedError(Exception):
    """A callback without a valid signature from the provider, or with an expired one."""


class Merchant(Struct, frozen=True, kw_only=True):
    """The recipient of money at a provider: the operator, or an account with its own settings."""

    provider: Name
    owner: str  # "operator", an account ID, or the ID of an account's provider
    secret: str | None = None
    webhook_secret: str | None = None
    connected: str | None = None  # the connected account for which the operator's key acts
    account_id: str | None = None  # the account whose payments it receives; None for payments of all accounts

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
    """A payment to be made. Its ID is the idempotency key, so that an order is paid at most once."""

    account_id: str
    payment_id: str
    title: str
    amount: int
    currency: str
    token: str  # part of the URL of our page to which the provider's page redirects
    return_url: str
    cancel_url: str  # the target for payers who leave the provider's page without paying
    webhook_url: str  # only for providers that receive the URL with each payment
    purpose: Literal["contribution", "bundle_purchase"] = "contribution"
    payer_email: str | None = None  # set only if it is known to belong to the payer
    expires_at: datetime
    reference: str | None = None  # the ID of the page, if any
    attempt: int = 0  # part of the idempotency key; incremented after a response that would be repeated


class CheckoutPage(Struct, frozen=True):
    """The provider's page for an order: its ID at the provider, and its URL, or None once it is closed."""

    reference: str
    url: str | None


class OpenPage(Struct, frozen=True, kw_only=True):
    """A payment's page at the provider, to be checked or closed."""

    account_id: str
    payment_id: str
    amount: int
    currency: str
    reference: str
    # The page has expired and was not cancelled, so a transfer in progress can still arrive.
    has_lapsed: bool = False


class RefundOrder(Struct, frozen=True, kw_only=True):
    """A refund. Its ID is the idempotency key."""

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
    """A change to a payment, reported by a provider in a callback, an event list or a response."""

    merchant: str
    event_id: str
    kind: Kind
    account_id: str | None
    payment_id: str | None
    amount: int
    currency: str
    occurred_at: datetime
    fee: int | None = None  # retained by the provider; negative if it was returned
    method: str | None = None  # the provider's name of the payment method; reported with the fee
    invoice: Invoice | None = None
    refund_id: str | None = None
    provider_reference: str | None = None  # the provider's ID of the payment
    reference: str | None = None  # the provider's ID of the refund or dispute
    page: str | None = None  # the reference of the page, if the payment may have had several pages


class ProviderPayout(Struct, frozen=True, kw_only=True):
    """A payout to the merchant's bank that is ready to be matched with payments."""

    merchant: str
    payout_id: str


class PayoutLine(Struct, frozen=True):
    """A part of a payout; ``reference`` is our payment ID for a charge, otherwise the provider's ID."""

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
    kind: str  # the type in the provider's format
    occurred_at: datetime
    body: bytes
    connected: str | None = None  # the connected account of the event, if the endpoint serves several


class Provider(Protocol):
    """The interface of an adapter. Every call may be repeated, and is made outside transactions."""

    async def begin(self, merchant: Merchant, order: Order) -> CheckoutPage:
        """Returns the page for paying the order. Raises ProviderUnavailableError, ProviderRefusedError."""
        ...

    async def look(self, merchant: Merchant, page: OpenPage) -> ProviderEvent | None:
        """Returns the result of a payment; None while its page is open.

        Raises ProviderUnavailableError, ProviderRefusedError.
        """
        ...

    async def end(self, merchant: Merchant, page: OpenPage) -> ProviderEvent:
        """Closes the page of a payment, which can then no longer be used.

        Returns ``cancelled``, or ``paid`` or ``processing`` if the payer has paid in the meantime or has
        begun a transfer on an expired page. Raises StillOpenError, ProviderUnavailableError.
        """
        ...

    async def refund(self, merchant: Merchant, order: RefundOrder) -> ProviderEvent | None:
        """Requests a refund; returns its outcome, or None while it is pending.

        Raises ProviderUnavailableError, ProviderRefusedError.
        """
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
        """Returns our paid payments that began since a time. Raises ProviderUnavailableError."""
        ...

    async def account(self, merchant: Merchant) -> str:
        """Returns the provider's ID of the merchant's account after checking that it can receive payments.

        Raises ProviderUnavailableError, and ProviderRefusedError with a sentence for the owner.
        """
        ...

    async def close(self) -> None:
        """Closes its connections."""
        ...
