"""The email to the owners of an account about a contributor's request for a refund."""

from msgspec import Struct

from wellwish.base.language import Language, spoken
from wellwish.delivery.inert import inert
from wellwish.delivery.wording.receipt import shown
from wellwish.delivery.wording.sentence import apart, greeting, isolated
from wellwish.delivery.words import Words


class RefundAsked(Struct, frozen=True, kw_only=True):
    """The request; ``amount`` is in minor units, and ``reason`` in the contributor's words."""

    account_name: str
    name: str | None
    request_id: str
    amount: int
    currency: str
    card_title: str
    reason: str | None
    locale: str


def refund_asked_subject(asked: RefundAsked) -> str:
    language = spoken(asked.locale)
    return language.gettext("Refund of %(amount)s requested: %(title)s") % _names(asked, language)


def refund_asked_email(asked: RefundAsked) -> Words:
    language = spoken(asked.locale)
    _, names = language.gettext, _names(asked, language)
    said = _("Someone who chipped in to the card “%(title)s” has asked for a refund of %(amount)s.") % names
    return Words(
        preheader=said,
        heading=_("Someone has asked for a refund"),
        lines=[
            greeting(language, asked.name),
            said,
            _("Nothing is refunded until you approve the request. You can also refuse it with a note."),
        ],
        quote=None if asked.reason is None else inert(asked.reason),
        button=_("Decide about the refund"),
        small=[_("Refund request ID: %(request)s.") % names],
        why=_("You received this email because you're an owner of the account %(account)s.") % names,
        language=language.code,
    )


def _names(asked: RefundAsked, language: Language) -> dict[str, str]:
    return {
        "title": apart(asked.card_title, language),
        "account": apart(asked.account_name, language),
        "amount": isolated(shown(language, asked.amount, asked.currency), language),
        "request": isolated(asked.request_id, language),
    }
