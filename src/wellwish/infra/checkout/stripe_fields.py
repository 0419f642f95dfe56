"""The fields read from Stripe's events, with the API version that introduced their current form.

Stripe renders an event "according to Stripe API version at its creation time". This is the version of the
account or of the webhook endpoint, not that of our requests (docs.stripe.com/api/events), so events of old
accounts have fields in old forms. Fields that are not listed here are dropped before the event is processed.

Stripe adds fields without a new version, so only breaking changes are relevant. A comment refers to the page
of docs.stripe.com/changelog for each version (compared on 27 November 2026). An empty version means that the
changelog lists no breaking change.
"""

from typing import Any, Final, cast

ALWAYS: Final = ""

ENVELOPE: Final = {
    "id": ALWAYS, "type": ALWAYS, "created": ALWAYS, "livemode": ALWAYS, "data": ALWAYS,
    "account": "2017-05-25",  # events-connect-specify-originating-account; user_id before
}  # fmt: skip
_OF_MONEY: Final = {"currency": ALWAYS, "amount": ALWAYS, "payment_intent": ALWAYS}
# By the type of the event's object.
FIELDS: Final[dict[str, dict[str, str]]] = {
    "checkout.session": {
        "metadata": ALWAYS, "currency": ALWAYS, "mode": ALWAYS, "status": ALWAYS, "payment_status": ALWAYS,
        "amount_total": ALWAYS,
        # deferred-paymentintent-checkout-session: set when the session is confirmed; older versions set it
        # when the session is created
        "payment_intent": "2022-08-01",
    },
    "charge": {
        **_OF_MONEY, "metadata": ALWAYS, "balance_transaction": ALWAYS, "payment_method_details.type": ALWAYS,
    },
    # Since refund-webhook-update (2024-10-28.acacia) these events come for all refunds, in every version.
    "refund": {**_OF_MONEY, "id": ALWAYS, "metadata": ALWAYS, "status": ALWAYS},
    "dispute": {
        **_OF_MONEY,
        "id": ALWAYS,
        "status": "2014-08-20",  # disputes-provide-several-new-statuses
        # disputes-include-multiple-balance-transactions; older versions have balance_transaction, which is
        # not read, so the fee is unknown
        "balance_transactions.amount": "2014-08-20",
        "balance_transactions.currency": "2014-08-20",
        "balance_transactions.fee": "2014-08-20",
    },
    "invoice": {
        "metadata": ALWAYS, "currency": ALWAYS, "number": ALWAYS, "amount_paid": ALWAYS,
        "hosted_invoice_url": ALWAYS,
        "total_taxes.amount": "2025-03-31.basil",  # invoice-tax-configurations
        "total_tax_amounts.amount": ALWAYS,  # removed by the same change; both are read
    },
    "payout": {"id": "2017-04-06"},  # transfers-split-payouts-transfers
}  # fmt: skip
_OBJECTS: Final = {
    "checkout.session.": "checkout.session", "charge.dispute.": "dispute", "charge.": "charge",
    "refund.": "refund", "invoice.": "invoice", "payout.": "payout",
}  # fmt: skip


def read(event: dict[str, Any]) -> dict[str, Any]:
    """Returns an event with the listed fields only. Raises KeyError or TypeError if it is malformed."""
    kind = next((kind for start, kind in _OBJECTS.items() if event["type"].startswith(start)), None)
    found = {name: event[name] for name in ENVELOPE if name in event}
    return {
        **found,
        "data": {"object": {} if kind is None else _listed(event["data"]["object"], FIELDS[kind])},
    }


def _listed(thing: dict[str, Any], fields: dict[str, str]) -> dict[str, Any]:
    plain, nested = {name for name in fields if "." not in name}, dict[str, dict[str, str]]()
    for name, since in fields.items():
        outer, _, inner = name.partition(".")
        if inner:
            nested.setdefault(outer, {})[inner] = since
    found = {name: value for name, value in thing.items() if name in plain}
    for outer, inner in nested.items():
        value = thing.get(outer)
        if isinstance(value, list):
            listed = cast("list[Any]", value)
            found[outer] = [_listed(cast("Any", each), inner) for each in listed if isinstance(each, dict)]
        elif isinstance(value, dict):
            found[outer] = _listed(cast("dict[str, Any]", value), inner)
    return found
