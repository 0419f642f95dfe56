"""Translate Stripe's events, refunds and disputes, ignoring those of other programs."""

import json
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final, cast

from msgspec import structs

from wellwish.base import ids
from wellwish.base.money import EXPONENTS, MAX_MINOR_AMOUNT
from wellwish.infra.checkout.provider import Kind, Merchant, ProviderCharge, ProviderEvent, RawProviderEvent
from wellwish.infra.checkout.stripe_money import fee_from_the_wire, from_the_wire

SESSIONS: Final = (
    "checkout.session.completed",
    "checkout.session.async_payment_succeeded",
    "checkout.session.async_payment_failed",
    "checkout.session.expired",
)
SETTLED: Final = "charge.updated"  # the balance transaction of a charge, and therefore the fee, is known
RECONCILED: Final = "payout.reconciliation_completed"
REFUNDS: Final[dict[str, Kind]] = {
    "succeeded": "refunded",
    "failed": "refund_failed",
    "canceled": "refund_failed",
}
REFUND_EVENTS: Final = ("refund.created", "refund.updated", "refund.failed")
# An inquiry by a bank precedes a dispute. Stripe does not withdraw money, and a full refund usually ends the
# inquiry (docs.stripe.com/disputes/how-disputes-work).
INQUIRY: Final = "charge.dispute.created"
_INQUIRY_STATES: Final = "warning_"
DISPUTES: Final[dict[str, Kind]] = {
    "charge.dispute.funds_withdrawn": "disputed",
    "charge.dispute.funds_reinstated": "dispute_won",
    "charge.dispute.closed": "dispute_lost",
}
_NAMED: Final = (
    "refunded",
    "refund_failed",
    "inquiry",
    *DISPUTES.values(),
)  # events for objects other than payments
_EVENT_ID: Final = re.compile(r"[A-Za-z0-9_:-]{1,255}")
_METHOD: Final = re.compile(r"[a-z0-9_]{1,40}")
DISPUTE_EVENTS: Final = (INQUIRY, *DISPUTES)
EVENTS: Final = (*SESSIONS, SETTLED, *REFUND_EVENTS, *DISPUTE_EVENTS)


def members(value: Any) -> dict[str, Any]:
    """Returns the members of an expanded object; an empty mapping for a bare ID."""
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def plain(thing: Any) -> dict[str, Any]:
    """Returns a library object as a plain dictionary."""
    return thing.to_dict(for_json=True)


def metadata_of(thing: Any) -> dict[str, Any]:
    """Returns the metadata of a library object, which may be empty."""
    return members(plain(thing).get("metadata"))


def is_ours(merchant: Merchant, named: Mapping[str, Any]) -> bool:
    """Returns whether the metadata belongs to a payment of this merchant.

    Otherwise, the object belongs to another Wellwish account or to another program with the same account at
    the provider. Other programs may also use a ``payment_id``, but not in our format.
    """
    account_id, payment_id = named.get("account_id"), named.get("payment_id")
    if not ids.is_id("acct", str(account_id)) or not ids.is_id("pay", str(payment_id)):
        return False
    return named.get("merchant", merchant.name) == merchant.name


def parse_event(event: dict[str, Any]) -> RawProviderEvent:
    """Raises KeyError, TypeError or ValueError if the event is malformed."""
    at = datetime.fromtimestamp(int(event["created"]), UTC)
    # Owners know their webhook secret and can sign events that Stripe would never send.
    if _EVENT_ID.fullmatch(event["id"]) is None:
        raise ValueError("not the ID of an event")
    account, body = event.get("account"), json.dumps(event).encode()
    connected = account if isinstance(account, str) else None
    return RawProviderEvent(str(event["id"]), str(event["type"]), at, body, connected)


def session_event(
    merchant: Merchant, event_id: str, session: dict[str, Any], at: datetime, *, failed: bool = False
) -> ProviderEvent | None:
    """Returns the event of a session's state; None if the session is open or belongs to another program."""
    named = members(session.get("metadata"))
    if session.get("mode", "payment") != "payment" or not is_ours(merchant, named):
        return None
    kinds: dict[tuple[Any, Any], Kind] = {
        ("complete", "paid"): "paid",
        ("complete", "unpaid"): "failed" if failed else "processing",
        ("expired", "unpaid"): "cancelled",
    }
    kind = kinds.get((session.get("status"), session.get("payment_status")))
    if kind is None:
        return None
    thing = {**session, "amount": session["amount_total"]}
    return payment_event(merchant, event_id, kind, thing, named, at)


def session_answer(merchant: Merchant, session: dict[str, Any], at: datetime) -> ProviderEvent | None:
    """Returns the event of a session in a response; the same state has the same event ID."""
    event_id = f"answer:{session['id']}:{session['status']}:{session['payment_status']}"
    return session_event(merchant, event_id, session, at)


def refund_event(
    merchant: Merchant, event_id: str, refund: dict[str, Any], named: Mapping[str, Any], at: datetime
) -> ProviderEvent | None:
    """Returns the outcome of a refund, or None while it is pending."""
    kind = REFUNDS.get(str(refund.get("status")))
    if kind is None:
        return None
    event = payment_event(merchant, event_id, kind, refund, named, at)
    return event and structs.replace(event, refund_id=members(refund.get("metadata")).get("refund_id"))


def payment_event(
    merchant: Merchant,
    event_id: str,
    kind: Kind,
    thing: dict[str, Any],
    named: Mapping[str, Any],
    at: datetime,
) -> ProviderEvent | None:
    """Returns the event if it concerns a payment of this merchant, otherwise None."""
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
        provider_reference=intent if isinstance(intent, str) else None,
        reference=str(thing["id"]) if kind in _NAMED else None,
    )


def is_charge(merchant: Merchant, charge: dict[str, Any]) -> bool:
    """Returns whether a charge took money for a payment of this merchant."""
    return bool(charge.get("paid")) and is_ours(merchant, members(charge.get("metadata")))


def charge_of(charge: dict[str, Any]) -> ProviderCharge:
    """Raises KeyError, TypeError or ValueError if the charge is malformed."""
    named, currency = members(charge["metadata"]), str(charge["currency"]).upper()
    return ProviderCharge(
        account_id=named["account_id"],
        payment_id=named["payment_id"],
        amount=from_the_wire(int(charge["amount"]), currency),
        refunded=from_the_wire(int(charge["amount_refunded"]), currency),
        currency=currency,
        created_at=datetime.fromtimestamp(int(charge["created"]), UTC),
    )


def fee_of(transaction: dict[str, Any], currency: str) -> int | None:
    """Returns the fee of a balance transaction; None if it was settled in another currency."""
    if transaction.get("currency") != currency or not isinstance(transaction.get("fee"), int):
        return None
    return fee_from_the_wire(transaction["fee"], currency.upper())


def method_of(charge: dict[str, Any]) -> str | None:
    """Returns the payment method of a charge, such as ``card`` or ``sepa_debit``."""
    method = members(charge.get("payment_method_details")).get("type")
    return method if isinstance(method, str) and _METHOD.fullmatch(method) else None


def dispute_kind(kind: str, dispute: Mapping[str, Any]) -> Kind | None:
    """Returns the kind of a dispute event: an inquiry, a movement of funds or a loss; None for others."""
    status = str(dispute["status"])
    if kind == INQUIRY:
        return "inquiry" if status.startswith(_INQUIRY_STATES) else None
    if kind.endswith("closed") and status != "lost":
        return None  # a won dispute is reported with its funds
    return DISPUTES.get(kind)


def dispute_fee(kind: Kind, dispute: dict[str, Any]) -> int | None:
    """Returns the fee for the withdrawal or return of disputed funds; negative if Stripe returned it."""
    sign = {"disputed": -1, "dispute_won": 1}.get(kind, 0)
    listed = [members(each) for each in cast("list[Any]", dispute.get("balance_transactions") or [])]
    found = [each for each in listed if sign * int(each.get("amount") or 0) > 0]
    return fee_of(found[-1], str(dispute["currency"])) if found else None
