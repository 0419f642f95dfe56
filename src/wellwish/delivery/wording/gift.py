"""The emails about a contributor's payment: paid, failed at the bank, refunded, or not finished."""

from datetime import datetime
from typing import Final, Literal

from wellwish.base.language import Language, later, spoken
from wellwish.delivery.inert import inert
from wellwish.delivery.wording.receipt import shown
from wellwish.delivery.wording.sentence import WAY_OUT, apart, isolated
from wellwish.delivery.words import CardMail, Words

_PAID_TO: Final = later("Paid to %(account)s. Payment ID: %(payment)s.")

Fact = Literal["paid", "failed", "refunded", "unfinished"]


class Confirmation(CardMail, frozen=True, kw_only=True):
    """The content of the email, which names the card and never quotes the note.

    ``amount`` is in minor units.
    """

    fact: Fact
    amount: int
    currency: str
    payment_id: str
    day: datetime
    timezone: str
    is_invited: bool


def gift_subject(told: Confirmation) -> str:
    language = spoken(told.locale)
    _ = language.gettext
    subjects = {
        "paid": _("Your payment of %(amount)s for “%(title)s”"),
        "failed": _("Your payment for “%(title)s” didn't go through"),
        "refunded": _("Your refund of %(amount)s for “%(title)s”"),
        "unfinished": _("Your payment for “%(title)s” isn't finished"),
    }
    return subjects[told.fact] % _names(told, language)


def gift_email(told: Confirmation) -> Words:
    language = spoken(told.locale)
    _, names = language.gettext, _names(told, language)
    headings = {
        "paid": _("You paid %(amount)s") % names,
        "failed": _("Your payment didn't go through"),
        "refunded": _("You get %(amount)s back") % names,
        "unfinished": _("Your payment isn't finished"),
    }
    sentences = {
        "paid": _("You paid %(amount)s on %(day)s for “%(title)s”, the card from %(sender)s."),
        "failed": _(
            "Your bank didn't complete your payment of %(amount)s for “%(title)s”, the card from %(sender)s. "
            "You haven't been charged, and your note is safe."
        ),
        "refunded": _(
            "%(amount)s of your payment for “%(title)s”, the card from %(sender)s, has been refunded. Your "
            "bank may need a few days."
        ),
        "unfinished": _(
            "You began to pay %(amount)s for “%(title)s”, the card from %(sender)s, and haven't been "
            "charged. You can finish paying in the next few hours. If you'd rather not, you don't need to do "
            "anything."
        ),
    }
    why = (
        _("You received this email because you chipped in using an invitation sent to this address.")
        if told.is_invited
        else _("You received this email because someone entered this address for payment confirmations.")
    )
    says = sentences[told.fact] % names
    return Words(
        preheader=says,
        heading=headings[told.fact],
        lines=[_("Hello,"), says],
        button=_("Finish paying") if told.fact == "unfinished" else _("View the payment"),
        small=[
            (_(_PAID_TO) if told.fact in ("paid", "refunded") else _("Payment ID: %(payment)s."))
            % {
                "payment": isolated(told.payment_id, language),
                "account": apart(told.account_name, language),
            }
        ],
        why=why,
        account=apart(told.account_name, language),
        reply_to=told.reply_to,
        logo=told.logo,
        way_out=_(WAY_OUT) if told.fact == "unfinished" else None,
        language=language.code,
        colours=told.colours,
        title=inert(told.card_title),
        cover=told.cover,
        is_note=True,
    )


def _names(told: Confirmation, language: Language) -> dict[str, str]:
    return {
        "title": apart(told.card_title, language),
        "sender": apart(told.sender, language),
        "amount": isolated(shown(language, told.amount, told.currency), language),
        "day": language.long_day(told.day, told.timezone),
    }
