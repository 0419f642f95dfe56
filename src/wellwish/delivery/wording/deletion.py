"""The emails to the owners of an account, about a request that the operator deletes it."""

from wellwish.base.language import spoken
from wellwish.delivery.wording.sentence import apart, greeting
from wellwish.delivery.words import Words


def deletion_subject(account_name: str, locale: str, *, is_asked: bool) -> str:
    language = spoken(locale)
    subject = (
        language.gettext("An owner asked for the deletion of %(account)s")
        if is_asked
        else language.gettext("%(account)s will not be deleted")
    )
    return subject % {"account": apart(account_name, language)}


def deletion_email(account_name: str, name: str | None, locale: str, *, is_asked: bool) -> Words:
    """Returns the parts of the email, which names no owner: a stored copy would outlive their erasure."""
    language = spoken(locale)
    _ = language.gettext
    account = {"account": apart(account_name, language)}
    if is_asked:
        said = _("An owner asked the operator of this service to delete the account %(account)s.") % account
        heading = _("Deletion of the account")
        more = [
            _("Its cards, people, members and keys are then erased for good. Records of payments stay."),
            _("Until then, the account works as before."),
        ]
        small = [
            _(
                "If you don't want this, withdraw the request on the account's page “Privacy”, and find out "
                "who asked."
            )
        ]
    else:
        said = _("An owner withdrew the request to delete the account %(account)s.") % account
        heading = _("The account stays")
        more, small = [_("You don't need to do anything.")], []
    return Words(
        preheader=said,
        heading=heading,
        lines=[greeting(language, name), said, *more],
        small=small,
        why=_("You received this email because you're an owner of the account %(account)s.") % account,
        language=language.code,
    )
