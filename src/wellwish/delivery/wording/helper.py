"""The email to a card admin who was added, or whose privileges changed."""

from typing import Final

from wellwish.base.language import later, spoken
from wellwish.delivery.inert import inert
from wellwish.delivery.wording.sentence import apart, greeting, isolated, via
from wellwish.delivery.words import CardMail, Words

# Completions of "You can now …" for each privilege.
_READ: Final = later("view the card and its notes")
_MAY: Final = {
    "can_update": later("edit the card (and close or reopen it)"),
    "invite_contributors": later("invite people to sign"),
    "admin_management": later("manage its organisers"),
}


class Helper(CardMail, frozen=True, kw_only=True):
    """The content of the email; ``may`` lists the admin's privileges."""

    name: str | None
    email: str
    may: list[str]


def admin_subject(helper: Helper, *, changed: bool) -> str:
    language = spoken(helper.locale)
    _ = language.gettext
    title = {"title": apart(helper.card_title, language)}
    if changed:
        return _("Your permissions on “%(title)s” have changed") % title
    return _("You're now an organiser of “%(title)s”") % title


def admin_email(helper: Helper, *, changed: bool) -> Words:
    language = spoken(helper.locale)
    _ = language.gettext
    names = {"title": apart(helper.card_title, language), "sender": apart(helper.sender, language)}
    listed = language.listed([_(_READ), *(_(may) for name, may in _MAY.items() if name in helper.may)])
    first = (
        _("Your permissions on the card “%(title)s” from %(sender)s have changed.")
        if changed
        else _("%(sender)s made you an organiser of the card “%(title)s”.")
    ) % names
    kept = _("To open the card, sign in: we'll email a code to %(email)s. You don't need a password.") % {
        "email": isolated(helper.email, language)
    }
    unexpected = _("If you weren't expecting this, you can ignore this email.")
    return Words(
        sender=via(helper.sender, language),
        preheader=first,
        heading=_("Your permissions have changed") if changed else _("You're now an organiser of a card"),
        lines=[greeting(language, helper.name), first, _("You can now %(listed)s.") % {"listed": listed}],
        small=[kept] if changed else [kept, unexpected],
        button=_("Open the card"),
        why=_("You received this email because you're an organiser of this card."),
        account=apart(helper.account_name, language),
        reply_to=helper.reply_to,
        logo=helper.logo,
        language=language.code,
        colours=helper.colours,
        title=inert(helper.card_title),
        cover=helper.cover,
        is_quiet=helper.is_quiet,
        is_note=True,
    )
