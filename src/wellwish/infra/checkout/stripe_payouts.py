"""Automatic payouts of a Stripe account and their balance transactions.

Stripe does not report the contents of a manual payout (docs.stripe.com/payouts/reconciliation).
"""

import re
from collections.abc import Sequence
from typing import Any, Final, Literal

from wellwish.infra.checkout.provider import Merchant, PayoutLine, ProviderPayout
from wellwish.infra.checkout.stripe_call import options, readable
from wellwish.infra.checkout.stripe_events import is_ours, members, plain

_PAGE: Final = 100
_ID: Final = re.compile(r"po_[A-Za-z0-9_]{1,250}")
# docs.stripe.com/reports/balance-transaction-types: "payment" types are those of methods other than cards.
_CHARGES: Final = ("charge", "payment")
_KINDS: Final[dict[str, Literal["refund", "refund_failed"]]] = {
    "refund": "refund",
    "payment_refund": "refund",
    "refund_failure": "refund_failed",
}
# A failed debit: one line adds the payment before it is paid, and this line reverses it. The source of both
# lines is the payment, and neither has been booked here.
_FAILED: Final = "payment_failure_refund"
_DISPUTES: Final = ("adjustment", "payment_reversal")


def payout(merchant: Merchant, thing: dict[str, Any]) -> ProviderPayout:
    """Raises ValueError if the ID is malformed."""
    if _ID.fullmatch(str(thing["id"])) is None:
        raise ValueError("not the ID of a payout")
    return ProviderPayout(merchant=merchant.name, payout_id=str(thing["id"]))


async def lines(api: Any, merchant: Merchant, payout_id: str) -> Sequence[PayoutLine] | None:
    """Returns charges with their metadata. Other types are not expanded, which would require more
    permissions.

    Failed debits are omitted, because the payout contains each of them twice, with opposite signs.
    """
    listed = await _listed(api, merchant, {"payout": payout_id})
    if listed is None:
        return None
    failed = {each.get("source") for each in listed if each["type"] == _FAILED}
    found = [line for each in listed if (line := _line(each)) is not None]
    for kind in {str(each["type"]) for each in listed} & {*_CHARGES}:
        given = {"payout": payout_id, "type": kind, "expand": ["data.source"]}
        for each in await _listed(api, merchant, given) or []:
            charge = members(each.get("source"))
            named = members(charge.get("metadata"))
            if is_ours(merchant, named) and charge.get("id") not in failed:
                found.append(PayoutLine("charge", str(named["payment_id"])))
    return found


async def _listed(api: Any, merchant: Merchant, given: dict[str, Any]) -> list[dict[str, Any]] | None:
    found: list[dict[str, Any]] = []
    params: Any = {**given, "limit": _PAGE}
    while True:
        page = await readable(api.balance_transactions.list_async(params=params, options=options(merchant)))
        if page is None:
            return None
        found += [plain(each) for each in page.data]
        if not page.has_more:
            return found
        params["starting_after"] = found[-1]["id"]


def _line(transaction: dict[str, Any]) -> PayoutLine | None:
    kind, source = str(transaction["type"]), transaction.get("source")
    if not isinstance(source, str):
        return None
    if kind in _KINDS:
        return PayoutLine(_KINDS[kind], source)
    if kind in _DISPUTES:
        return PayoutLine("dispute" if int(transaction["amount"]) < 0 else "dispute_over", source)
    return None
