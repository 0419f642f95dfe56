"""The email with the link and the code to sign in."""

from wellwish.base.language import spoken
from wellwish.delivery.wording.sentence import isolated
from wellwish.delivery.words import Words


def sign_in_subject(locale: str) -> str:
    return spoken(locale).gettext("Sign in to Wellwish")


def sign_in_email(code: str, host: str, locale: str) -> Words:
    """Returns the parts of the email; ``code`` is six digits, ``host`` the name of this server."""
    language = spoken(locale)
    _ = language.gettext
    names = {"host": isolated(host, language), "code": isolated(code, language)}
    asked = _("Someone asked to sign in at %(host)s with this email address.") % names
    both = _("Open the link in the browser where you asked for it, or enter this code there: %(code)s")
    return Words(
        preheader=asked,
        heading=_("Sign in to Wellwish"),
        lines=[
            _("Hello,"),
            asked,
            both % names,
        ],
        button=_("Sign in"),
        small=[
            _("The link and the code work once, within 10 minutes."),
            _(
                "If you didn't ask for this, ignore this email: nobody can sign in without it. Never share "
                "the code."
            ),
        ],
        why=_("You received this email because someone entered this address on the sign-in page."),
        language=language.code,
    )
