"""The email to the owners of an account that has too few cards for the occasions of the next two weeks."""

from datetime import UTC, date, datetime, time

from msgspec import Struct

from wellwish.base.language import Language, later_many, spoken
from wellwish.delivery.wording.sentence import apart, greeting
from wellwish.delivery.words import Words

_SAID = later_many(
    "The account %(account)s has no card left for %(count)s occasion. The card is due to open on %(day)s.",
    "The account %(account)s has no cards left for %(count)s occasions. The first is due to open on %(day)s.",
)


class Shortage(Struct, frozen=True, kw_only=True):
    """The number of missing cards, and the day on which the first of them should open."""

    account_name: str
    name: str | None
    cards: int
    opens_on: date
    locale: str


def shortage_subject(shortage: Shortage) -> str:
    language = spoken(shortage.locale)
    return language.gettext("%(account)s needs more cards by %(day)s") % _names(shortage, language)


def shortage_email(shortage: Shortage) -> Words:
    language = spoken(shortage.locale)
    _, names = language.gettext, _names(shortage, language)
    said = language.ngettext(*_SAID, shortage.cards) % names
    return Words(
        preheader=said,
        heading=_("Your account needs more cards"),
        lines=[
            greeting(language, shortage.name),
            said,
            _("Buy a bundle before that day. The cards are then created automatically."),
        ],
        small=[_("While cards are missing, you receive this email once a week.")],
        why=_("You received this email because you're an owner of the account %(account)s.") % names,
        language=language.code,
    )


def _names(shortage: Shortage, language: Language) -> dict[str, str]:
    noon = datetime.combine(shortage.opens_on, time(12), UTC)
    return {
        "account": apart(shortage.account_name, language),
        "count": language.number(shortage.cards),
        "day": language.full_day(noon, "UTC"),
    }
