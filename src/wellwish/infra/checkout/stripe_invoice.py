"""Invoices of bundles: Stripe issues, numbers and emails them, with the operator's data and tax rates."""

from datetime import datetime
from typing import Any, Final, cast

from msgspec import structs

from wellwish.infra.checkout.provider import Invoice, Merchant, ProviderEvent
from wellwish.infra.checkout.stripe_events import members, payment_event
from wellwish.infra.checkout.stripe_money import from_the_wire

PAID: Final = "invoice.paid"
_LONGEST: Final = 2048  # maximum length of a number or URL


def add(params: dict[str, Any], named: dict[str, str], *, with_tax: bool) -> None:
    """Adds an invoice to the parameters of a session. Prices include tax, so the amount does not change."""
    params["invoice_creation"] = {"enabled": True, "invoice_data": {"metadata": named}}
    params["tax_id_collection"] = {"enabled": True}
    if with_tax:
        params["automatic_tax"] = {"enabled": True}
        for item in params["line_items"]:
            item["price_data"]["tax_behavior"] = "inclusive"


def event(merchant: Merchant, event_id: str, invoice: dict[str, Any], at: datetime) -> ProviderEvent | None:
    """Returns None for invoices of other programs and for invoices without a number.

    Raises KeyError, TypeError or ValueError if the invoice is malformed.
    """
    number, url = invoice.get("number"), invoice.get("hosted_invoice_url")
    if not isinstance(number, str) or not 0 < len(number) <= _LONGEST:
        return None
    thing = {**invoice, "amount": invoice["amount_paid"]}
    found = payment_event(merchant, event_id, "invoice", thing, members(invoice.get("metadata")), at)
    if found is None:
        return None
    # Accounts with an API version before 2025-03-31.basil send the second name.
    listed = cast("list[Any]", invoice.get("total_taxes") or invoice.get("total_tax_amounts") or [])
    taxes = [members(each) for each in listed]
    tax = from_the_wire(sum(int(each["amount"]) for each in taxes), found.currency) if taxes else None
    shown = url if isinstance(url, str) and url.startswith("https://") and len(url) <= _LONGEST else None
    return structs.replace(found, invoice=Invoice(number=number, url=shown, tax=tax))
