"""The states of payments and pledges in words."""

from typing import Final

from wellwish.base.language import Language, later
from wellwish.contributions.gift import MoneyStatus
from wellwish.payments.payment import Payment, Status

STATES: Final[dict[Status | MoneyStatus, str]] = {
    "pending": later("Not paid yet"),
    "processing": later("On its way"),
    "succeeded": later("Paid"),
    "paid": later("Paid"),
    "partially_refunded": later("Partly refunded"),
    "refunded": later("Refunded"),
    "disputed": later("Disputed"),
    "lost": later("Dispute lost"),
    "failed": later("Failed"),
    "cancelled": later("Payment cancelled"),
    "promised": later("Promised"),
    "confirmed": later("Received"),
    "dropped": later("Dropped"),
}
_REFUNDING: Final = later("Refund on its way")


def is_refunding(payment: Payment) -> bool:
    """Returns whether a refund is waiting for the provider's answer."""
    return any(each.status == "pending" for each in payment.refunds)


def payment_state(language: Language, payment: Payment) -> str:
    return language.gettext(_REFUNDING if is_refunding(payment) else STATES[payment.status])
