"""The email to the owners of an account about an inquiry by a payer's bank."""

from msgspec import Struct

from wellwish.base.language import Language, spoken
from wellwish.delivery.wording.receipt import shown
from wellwish.delivery.wording.sentence import apart, greeting, isolated
from wellwish.delivery.words import Words


class Inquiry(Struct, frozen=True, kw_only=True):
    """The payment that the bank asks about; ``amount`` is in minor units."""

    account_name: str
    name: str | None
    payment_id: str
    amount: int
    currency: str
    card_title: str
    locale: str


def inquiry_subject(inquiry: Inquiry) -> str:
    language = spoken(inquiry.locale)
    return language.gettext("A bank has asked about a payment of %(amount)s: %(title)s") % _names(
        inquiry, language
    )


def inquiry_email(inquiry: Inquiry) -> Words:
    language = spoken(inquiry.locale)
    _, names = language.gettext, _names(inquiry, language)
    said = _("A payer's bank has asked about a payment of %(amount)s for the card “%(title)s”.") % names
    return Words(
        preheader=said,
        heading=_("A bank has asked about a payment"),
        lines=[
            greeting(language, inquiry.name),
            said,
            _(
                "Nothing has been withdrawn yet. If you refund the payment in full now, the payer has no "
                "reason to dispute it. A dispute withdraws the money and usually costs a fee."
            ),
            _("If the payment is legitimate, answer the bank in the dashboard of your payment provider."),
        ],
        button=_("Show the card's payments"),
        small=[_("Payment ID: %(payment)s.") % names],
        why=_("You received this email because you're an owner of the account %(account)s.") % names,
        language=language.code,
    )


def _names(inquiry: Inquiry, language: Language) -> dict[str, str]:
    return {
        "title": apart(inquiry.card_title, language),
        "account": apart(inquiry.account_name, language),
        "amount": isolated(shown(language, inquiry.amount, inquiry.currency), language),
        "payment": isolated(inquiry.payment_id, language),
    }
