"""The email that asks a person to confirm their address for replies to an account's cards."""

from wellwish.base.language import spoken
from wellwish.delivery.wording.sentence import apart, isolated
from wellwish.delivery.words import Words


def reply_to_subject(account_name: str, locale: str) -> str:
    language = spoken(locale)
    names = {"account": apart(account_name, language)}
    return language.gettext("Confirm the address for replies to %(account)s") % names


def reply_to_email(account_name: str, email: str, locale: str) -> Words:
    language = spoken(locale)
    _ = language.gettext
    names = {"account": apart(account_name, language), "email": isolated(email, language)}
    asked = _("%(account)s wants replies to the emails of its group cards to go to %(email)s.") % names
    return Words(
        preheader=asked,
        heading=_("Confirm the address for replies"),
        lines=[_("Hello,"), asked, _("Open the link and confirm it. Until then, nothing changes.")],
        button=_("Open the page"),
        small=[
            _("The link works for 7 days."),
            _("If you weren't expecting this, you can ignore this email."),
        ],
        why=_("You received this email because an owner of the account %(account)s entered this address.")
        % names,
        account=names["account"],
        language=language.code,
    )
