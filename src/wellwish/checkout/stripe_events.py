"""Translates Stripe's events, refunds and disputes, and ignores those of other programs."""

import json
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final, cast

from wellwish.checkout.provider import Kind, Merchant, ProviderEvent, RawProviderEvent
from wellwish.checkout.stripe_money import from_the_wire
from wellwish.money import EXPONENTS, MAX_MINOR_AMOUNT

SESSIONS: Final[dict[str, Kind]] = {
    "checkout.session.completed": "paid",
    "checkout.session.async_payment_succeeded": "paid",
    "checkout.session.async_payment_failed": "failed",
    "checkout.session.expired": "cancelled",
}
REFUNDS: Final[dict[str, Kind]] = {
    "succeeded": "refunded",
    "failed": "refund_failed",
    "canceled": "refund_failed",
}
REFUND_EVENTS: Final = ("refund.created", "refund.updated", "refund.failed")
DISPUTES: Final[dict[str, Kind]] = {
    "charge.dispute.funds_withdrawn": "disputed",
    "charge.dispute.funds_reinstated": "dispute_won",
    "charge.dispute.closed": "dispute_lost",
}
_EVENT_ID: Final = re.compile(r"[A-Za-z0-9_:-]{1,255}")
EVENTS: Final = (*SESSIONS, *REFUND_EVENTS, *DISPUTES)


def members(value: Any) -> dict[str, Any]:
    """Returns the members of a field that may be a bare id; empty for an id."""
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def plain(thing: Any) -> dict[str, Any]:
    """Returns a library object as plain members."""
    return json.loads(str(thing))


def metadata_of(thing: Any) -> dict[str, Any]:
    """Returns the metadata that we set when the object was created."""
    return members(plain(thing).get("metadata"))


def is_ours(merchant: Merchant, named: Mapping[str, Any]) -> bool:
    """Returns whether the object belongs to a payment of this merchant.

    Otherwise it belongs to another program that uses the same Stripe account, such as another Wellwish
    account.
    """
    return "payment_id" in named and named.get("merchant", merchant.name) == merchant.name


def parse_event(event: dict[str, Any]) -> RawProviderEvent:
    """Raises KeyError, TypeError or ValueError if the event is malformed."""
    at = datetime.fromtimestamp(int(event["created"]), UTC)
    # An owner who has set a webhook secret can sign what Stripe would never send.
    if _EVENT_ID.fullmatch(event["id"]) is None:
        raise ValueError("not the id of an event")
    return RawProviderEvent(str(event["id"]), str(event["type"]), at, json.dumps(event).encode())


def refund_event(
    merchant: Merchant, event_id: str, refund: dict[str, Any], named: Mapping[str, Any], at: datetime
) -> ProviderEvent | None:
    """Returns the outcome of a refund, or None while it is pending."""
    kind = REFUNDS.get(str(refund.get("status")))
    if kind is None:
        return None
    return payment_event(
        merchant, event_id, kind, refund, named, at,
        refund_id=members(refund.get("metadata")).get("refund_id"),
    )  # fmt: skip


def payment_event(
    merchant: Merchant,
    event_id: str,
    kind: Kind,
    thing: dict[str, Any],
    named: Mapping[str, Any],
    at: datetime,
    *,
    fee: int | None = None,
    refund_id: str | None = None,
) -> ProviderEvent | None:
    """Returns an event of this merchant's payments, or None for another merchant's."""
    if not is_ours(merchant, named):
        return None
    currency = str(thing["currency"]).upper()
    intent = thing.get("payment_intent")
    amount = from_the_wire(int(thing["amount"]), currency)
    if currency not in EXPONENTS or not 0 < amount <= MAX_MINOR_AMOUNT:
        raise ValueError("not an amount of money")
    return ProviderEvent(
        merchant=merchant.name,
        event_id=event_id,
        kind=kind,
        account_id=named.get("account_id"),
        payment_id=named["payment_id"],
        amount=amount,
        currency=currency,
        occurred_at=at,
        fee=fee,
        refund_id=refund_id,
        provider_reference=intent if isinstance(intent, str) else None,
        reference=str(thing["id"]) if kind not in ("paid", "failed", "cancelled") else None,
    )
