"""Translates the states of Mollie's payments, refunds and chargebacks into events."""

import json
from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal, InvalidOperation
from typing import Any, Final

from wellwish.base.money import EXPONENTS, MAX_MINOR_AMOUNT
from wellwish.infra.checkout.provider import CheckoutPage, Kind, Merchant, ProviderEvent, RawProviderEvent
from wellwish.infra.checkout.stripe_events import is_ours, members

# docs.mollie.com/docs/status-change. Mollie captures authorized payments. A payment is pending once the payer
# has completed it, which no webhook reports.
PAYMENTS: Final[dict[str, Kind]] = {
    "paid": "paid",
    "pending": "processing",
    "authorized": "processing",
    "failed": "failed",
    "canceled": "cancelled",
    "expired": "cancelled",
}
ENDED: Final = frozenset(state for state, kind in PAYMENTS.items() if kind in ("failed", "cancelled"))
# docs.mollie.com/reference/get-refund. Refunds with other statuses are pending.
REFUNDS: Final[dict[str, Kind]] = {
    "refunded": "refunded",
    "failed": "refund_failed",
    "canceled": "refund_failed",
}


def metadata_of(thing: dict[str, Any]) -> dict[str, Any]:
    """Returns the metadata set by us. Metadata in the form of text belongs to other programs and results in
    an empty mapping.
    """
    return members(thing.get("metadata"))


def page_of(payment: dict[str, Any]) -> CheckoutPage:
    href = members(members(payment.get("_links")).get("checkout")).get("href")
    is_open = payment.get("status") == "open" and isinstance(href, str)
    return CheckoutPage(str(payment["id"]), href if is_open else None)


def money_of(thing: dict[str, Any]) -> tuple[int, str]:
    """Returns an amount in minor units, and its currency. Raises KeyError, TypeError, ValueError."""
    currency = str(thing["amount"]["currency"])
    try:
        amount = Decimal(str(thing["amount"]["value"])).scaleb(EXPONENTS[currency])
        if not 0 < amount <= MAX_MINOR_AMOUNT or amount != int(amount):
            raise ValueError("not an amount of money")
    except InvalidOperation as error:
        raise ValueError("not a number") from error
    return int(amount), currency


def raw_events(kind: str, thing: dict[str, Any]) -> list[RawProviderEvent]:
    """Returns the events that led to the current state, if any."""
    states: Mapping[str, Kind] = {"payments": PAYMENTS, "refunds": REFUNDS}.get(kind, {})
    if kind == "chargebacks":
        # A chargeback is final: Mollie withdraws the money when it reports one, and may return it later.
        happened = ["withdrawn", "lost", *(["reversed"] if thing.get("reversedAt") else [])]
    else:
        happened = [str(thing.get("status"))] if thing.get("status") in states else []
    at, body = datetime.fromisoformat(str(thing["createdAt"])), json.dumps(thing).encode()
    return [RawProviderEvent(f"answer:{thing['id']}:{each}", f"{kind}.{each}", at, body) for each in happened]


def state_event(merchant: Merchant, payment: dict[str, Any]) -> ProviderEvent | None:
    """Returns the event of a payment's state; None if the payment is open or belongs to another program."""
    kind = PAYMENTS.get(str(payment.get("status")))
    if kind is None:
        return None
    event_id = f"answer:{payment['id']}:{payment['status']}"
    return object_event(merchant, event_id, kind, payment, metadata_of(payment), str(payment["id"]))


def object_event(
    merchant: Merchant,
    event_id: str,
    kind: Kind,
    thing: dict[str, Any],
    named: Mapping[str, Any],
    reference: str,
) -> ProviderEvent | None:
    """Returns the event if it concerns a payment of this merchant, otherwise None."""
    if not is_ours(merchant, named):
        return None
    amount, currency = money_of(thing)
    return ProviderEvent(
        merchant=merchant.name,
        event_id=event_id,
        kind=kind,
        account_id=named["account_id"],
        payment_id=named["payment_id"],
        amount=amount,
        currency=currency,
        occurred_at=datetime.fromisoformat(str(thing["createdAt"])),
        provider_reference=reference,
        page=reference,
    )
