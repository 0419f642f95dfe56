"""The emails with the codes that confirm the change of a user's email address."""

from wellwish.base.language import spoken
from wellwish.delivery.wording.sentence import apart, isolated
from wellwish.delivery.words import Words


def email_change_subject(locale: str) -> str:
    return spoken(locale).gettext("Confirm your email address change")


def email_change_email(code: str, old: str, new: str, host: str, locale: str) -> Words:
    """Returns the parts of the email to either address; ``code`` is six digits."""
    language = spoken(locale)
    _ = language.gettext
    names = {
        "host": isolated(host, language),
        "code": isolated(code, language),
        "old": apart(old, language),
        "new": apart(new, language),
    }
    asked = _("Someone asked to change the email address %(old)s at %(host)s to %(new)s.") % names
    return Words(
        preheader=asked,
        heading=_("Confirm the change"),
        lines=[
            _("Hello,"),
            asked,
            _("If this was you, enter this code where you asked for the change: %(code)s") % names,
        ],
        small=[
            _(
                "The code works once, within 10 minutes. "
                "The change also needs the code sent to the other address."
            ),
            _("If this wasn't you, ignore this email: nothing changes without the code. Never share it."),
        ],
        why=_("You received this email because someone entered this address to change an email address."),
        language=language.code,
    )
