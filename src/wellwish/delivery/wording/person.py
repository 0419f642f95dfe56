"""The emails about people's data: the link to a person, and the notice to the owners of an account."""

from wellwish.base.language import spoken
from wellwish.delivery.wording.sentence import apart, greeting, isolated
from wellwish.delivery.words import Words


def privacy_subject(locale: str) -> str:
    return spoken(locale).gettext("Your data at Wellwish")


def privacy_email(host: str, locale: str) -> Words:
    """Returns the parts of the email with the link; ``host`` is the name of this server."""
    language = spoken(locale)
    _ = language.gettext
    asked = _("Someone asked at %(host)s for the data stored about this email address.") % {
        "host": isolated(host, language)
    }
    return Words(
        preheader=asked,
        heading=_("Your data at Wellwish"),
        lines=[
            _("Hello,"),
            asked,
            _("Open the link to see the data, to download it or to have it erased."),
        ],
        button=_("Show my data"),
        small=[
            _("The link works once, within 10 minutes."),
            _("If you didn't ask for this, ignore this email. Don't forward it: the link shows your data."),
        ],
        why=_("You received this email because someone entered this address on the privacy page."),
        language=language.code,
    )


def person_request_subject(is_erased: bool, locale: str) -> str:
    _ = spoken(locale).gettext
    if is_erased:
        return _("A person had their data erased")
    return _("A person asked for their data")


def person_request_email(is_erased: bool, account_name: str, name: str | None, locale: str) -> Words:
    """Returns the parts of the notice to an owner, which names nobody."""
    language = spoken(locale)
    _ = language.gettext
    account = {"account": apart(account_name, language)}
    if is_erased:
        said = _("A person erased the data that your account %(account)s stored about them.") % account
        more = [
            _(
                "Their invitations and notes, and their entries in cards, groups and lists of organisers are "
                "erased. Payments remain, without a name."
            ),
            _("If you keep copies of this data elsewhere, you may have to erase them, too."),
        ]
    else:
        said = _("A person asked for the data that your account %(account)s stores about them.") % account
        more = [_("We've shown them the data. You don't need to do anything.")]
    return Words(
        preheader=said,
        heading=person_request_subject(is_erased, locale),
        lines=[greeting(language, name), said, *more],
        small=[_("This email doesn't name the person, so that it isn't a new copy of their data.")],
        why=_("You received this email because you're an owner of the account %(account)s.") % account,
        language=language.code,
    )
