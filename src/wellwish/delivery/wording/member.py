"""The email that invites a person to an account."""

from wellwish.base.language import spoken
from wellwish.delivery.wording.sentence import apart, isolated
from wellwish.delivery.words import Words


def member_subject(account_name: str, locale: str) -> str:
    language = spoken(locale)
    return language.gettext("You're invited to %(account)s") % {"account": apart(account_name, language)}


def member_email(account_name: str, email: str, locale: str) -> Words:
    language = spoken(locale)
    _ = language.gettext
    names = {"account": apart(account_name, language), "email": isolated(email, language)}
    invited = _("You're invited to manage group cards for %(account)s.") % names
    return Words(
        preheader=invited,
        heading=_("You're invited"),
        lines=[
            _("Hello,"),
            invited,
            _("Open the link, sign in with %(email)s, and accept the invitation.") % names,
        ],
        button=_("Open the invitation"),
        small=[
            _("The invitation expires after 30 days."),
            _("If you weren't expecting this, you can ignore this email."),
        ],
        why=_("You received this email because an owner of the account %(account)s entered this address.")
        % names,
        account=names["account"],
        language=language.code,
    )
