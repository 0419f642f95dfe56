"""The recipient of a gift's money: the text before payment, and the text afterwards with amount, date and
payment ID.
"""

from typing import Final

from wellwish.base.language import Language, later
from wellwish.base.money import Money
from wellwish.infra.checkout import Merchant
from wellwish.payments.payment import PaymentRow
from wellwish.web.kit.pot import said

_THROUGH: Final = {
    "stripe": later("%(account)s receives the money, through Stripe."),
    "mollie": later("%(account)s receives the money, through Mollie."),
    "sandbox": later("%(account)s receives the money, through a payment provider for tests."),
}
_REFUNDS: Final = later(
    "If the card is cancelled, the money goes back to you. Otherwise you can ask for a refund on the page "
    "after signing, and the organisers decide."
)
_PAID: Final = later("%(amount)s to %(account)s on %(day)s. Payment ID: %(payment)s.")
_PAID_TO_OPERATOR: Final = later("%(amount)s on %(day)s. Payment ID: %(payment)s.")
# Statuses of payments that were made or are being processed, even if later refunded, disputed or lost.
_SHOWN: Final = ("processing", "succeeded", "partially_refunded", "refunded", "disputed", "lost")


def payee(language: Language, paid_to: Merchant, account_name: str) -> str:
    """Returns a text about the recipient of the money and refunds."""
    says = language.gettext(_THROUGH[paid_to.provider]) % {"account": f"\u2068{account_name}\u2069"}
    return f"{says} {language.gettext(_REFUNDS)}"


def paid(language: Language, paying: PaymentRow, account_name: str | None, timezone: str) -> str:
    """Returns payee, amount, date and ID of a payment as a text; empty if no money was transferred.

    ``account_name`` is None for a payment to the operator, whose text has no payee.
    """
    if paying.status not in _SHOWN:
        return ""
    says = _PAID if account_name is not None else _PAID_TO_OPERATOR
    return language.gettext(says) % {
        "amount": said(language, Money(paying.amount, paying.currency)),
        "account": f"\u2068{account_name}\u2069",
        "day": language.long_day(paying.succeeded_at or paying.processing_at or paying.created_at, timezone),
        "payment": f"\u2068{paying.id}\u2069",
    }
