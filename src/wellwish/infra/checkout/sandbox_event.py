"""The sandbox's rows, and its events in the sandbox's format and in ours."""

from datetime import UTC, datetime
from typing import Literal

import msgspec
from msgspec import Struct

from wellwish.base import clock
from wellwish.infra.checkout.provider import (
    ForgedError,
    Kind,
    Merchant,
    OpenPage,
    ProviderEvent,
    RawProviderEvent,
)

# A fee to book, like that of European cards: 1.5 % and 25 minor units.
_FEE_PER_MILLE, _FEE_FIXED = 15, 25

State = Literal["open", "challenged", "paying", "paid", "declined", "cancelled"]


class SandboxPayment(Struct, frozen=True):
    """A row of sandbox_payments."""

    id: str
    merchant: str
    account_id: str
    title: str
    amount: int
    currency: str
    state: State
    return_url: str
    expires_at: datetime
    created_at: datetime


class SandboxEvent(Struct, frozen=True):
    """The content of a sandbox callback, without name or card number."""

    id: str
    merchant: str
    kind: Kind
    account_id: str
    payment_id: str
    amount: int
    currency: str
    created_at: datetime
    fee: int | None = None
    refund_id: str | None = None


def fee_of(amount: int) -> int:
    """Returns the sandbox's fee in minor units, rounded half up; 0 if it would equal or exceed the amount."""
    fee = (amount * _FEE_PER_MILLE + 500) // 1000 + _FEE_FIXED
    return fee if fee < amount else 0


def decode(body: bytes | str) -> SandboxEvent:
    try:
        return msgspec.json.decode(body, type=SandboxEvent)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ForgedError("no event") from error


def raw_event(event: SandboxEvent, body: bytes) -> RawProviderEvent:
    return RawProviderEvent(event.id, event.kind, event.created_at.astimezone(UTC), body)


def provider_event(event: SandboxEvent) -> ProviderEvent:
    return ProviderEvent(
        merchant=event.merchant,
        event_id=event.id,
        kind=event.kind,
        account_id=event.account_id,
        payment_id=event.payment_id,
        amount=event.amount,
        currency=event.currency,
        occurred_at=event.created_at.astimezone(UTC),
        fee=event.fee,
        refund_id=event.refund_id,
        provider_reference=event.payment_id,
    )


def answer(merchant: Merchant, page: OpenPage, state: State) -> ProviderEvent:
    """Returns the result of a payment that is no longer open."""
    kinds: dict[State, Kind] = {"paid": "paid", "paying": "processing", "declined": "failed"}
    kind = kinds.get(state, "cancelled")
    return ProviderEvent(
        merchant=merchant.name,
        event_id=f"answer:{page.payment_id}:{kind}",
        kind=kind,
        account_id=page.account_id,
        payment_id=page.payment_id,
        amount=page.amount,
        currency=page.currency,
        occurred_at=clock.data_now(),
        fee=fee_of(page.amount) if kind == "paid" else None,
        provider_reference=page.payment_id,
    )
