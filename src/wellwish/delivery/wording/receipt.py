"""The receipt for a bundle, sent to the owners of the account."""

from datetime import datetime
from decimal import Decimal

from msgspec import Struct

from wellwish.base.language import Language, spoken
from wellwish.base.money import EXPONENTS
from wellwish.delivery.wording.sentence import apart, greeting, isolated
from wellwish.delivery.words import Words

_ZONE = "UTC"


class Receipt(Struct, frozen=True, kw_only=True):
    """The purchase; ``amount`` is in minor units."""

    account_name: str
    name: str | None
    bundle: str
    cards: int
    amount: int
    currency: str
    payment_id: str | None
    bought_at: datetime
    expires_at: datetime | None
    locale: str


def shown(language: Language, amount: int, currency: str) -> str:
    """Formats an amount, given in minor units, in the language."""
    return language.money(Decimal(amount).scaleb(-EXPONENTS[currency]), currency)


def receipt_subject(receipt: Receipt) -> str:
    language = spoken(receipt.locale)
    return language.gettext("Receipt: %(bundle)s, %(price)s") % _names(receipt, language)


def receipt_email(receipt: Receipt) -> Words:
    language = spoken(receipt.locale)
    _, names = language.gettext, _names(receipt, language)
    paid = language.ngettext(
        "We received your payment of %(price)s on %(day)s for “%(bundle)s” (one card), in the account "
        "%(account)s.",
        "We received your payment of %(price)s on %(day)s for “%(bundle)s” (%(count)s cards), in the account "
        "%(account)s.",
        receipt.cards,
    ) % {
        **names,
        "count": language.number(receipt.cards),
        "day": language.long_day(receipt.bought_at, _ZONE),
    }
    until = (
        _("The bundle does not expire.")
        if receipt.expires_at is None
        else _("You can use the bundle until %(day)s.")
        % {"day": language.long_day(receipt.expires_at, _ZONE)}
    )
    refund = _(
        "Payment ID: %(payment)s. You can get a full refund as long as none of the bundle's cards have been "
        "used."
    )
    return Words(
        preheader=paid,
        heading=_("Thank you. Here's your receipt"),
        lines=[greeting(language, receipt.name), paid, until],
        small=[refund % {"payment": isolated(receipt.payment_id or "", language)}],
        why=_("You received this email because you're an owner of the account %(account)s.") % names,
        language=language.code,
    )


def _names(receipt: Receipt, language: Language) -> dict[str, str]:
    return {
        "bundle": apart(receipt.bundle, language),
        "account": apart(receipt.account_name, language),
        "price": isolated(shown(language, receipt.amount, receipt.currency), language),
    }
