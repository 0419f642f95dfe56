"""The email that informs a person that an account makes group cards for them."""

from msgspec import Struct

from wellwish.accounts.logo import ShownLogo
from wellwish.base.language import spoken
from wellwish.delivery.inert import inert
from wellwish.delivery.wording.sentence import WAY_OUT, apart, greeting, via
from wellwish.delivery.words import Words


class Added(Struct, frozen=True, kw_only=True):
    """The content of the email; ``words`` are the account's own."""

    name: str
    account_name: str
    words: str | None
    locale: str
    reply_to: str | None
    logo: ShownLogo | None = None


def added_subject(added: Added) -> str:
    language = spoken(added.locale)
    return language.gettext("Group cards at %(account)s") % {"account": apart(added.account_name, language)}


def added_email(added: Added) -> Words:
    language = spoken(added.locale)
    _ = language.gettext
    names = {"account": apart(added.account_name, language)}
    told = _("%(account)s uses Wellwish to give people group cards, for birthdays and other days.") % names
    return Words(
        sender=via(added.account_name, language),
        preheader=told,
        heading=_("Your own cards"),
        lines=[
            greeting(language, added.name),
            told,
            _(
                "You decide: no cards, no card for your birthday, only your team, or not this year. "
                "You don't need to sign in."
            ),
        ],
        quote=None if added.words is None else inert(added.words),
        quoted=None if added.words is None else names["account"],
        button=_("Choose what you want"),
        small=[_("Don't forward this email: anyone with the link can change your choice.")],
        why=_("You received this email because %(account)s added you to its people on Wellwish.") % names,
        way_out=_(WAY_OUT),
        account=names["account"],
        reply_to=added.reply_to,
        logo=added.logo,
        language=language.code,
    )
