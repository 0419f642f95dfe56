"""The email with a contributor's link to their own note."""

from datetime import datetime

from wellwish.base.language import spoken
from wellwish.delivery.inert import inert
from wellwish.delivery.wording.sentence import WAY_OUT, apart
from wellwish.delivery.words import CardMail, Words


class OwnLink(CardMail, frozen=True, kw_only=True):
    """The content of the email: it names the card and never quotes the note."""

    ends_at: datetime | None
    timezone: str


def own_link_subject(own: OwnLink) -> str:
    language = spoken(own.locale)
    return language.gettext("Your note on “%(title)s”") % {"title": apart(own.card_title, language)}


def own_link_email(own: OwnLink) -> Words:
    language = spoken(own.locale)
    _ = language.gettext
    names = {"title": apart(own.card_title, language), "sender": apart(own.sender, language)}
    going = _("Here's the link to your note on “%(title)s”, the card from %(sender)s.") % names
    until: list[str] = []
    if own.ends_at is not None:
        day = language.full_day(own.ends_at, own.timezone)
        until = [_("You can edit your note until %(day)s.") % {"day": day}]
    return Words(
        preheader=going,
        heading=_("Your note"),
        lines=[_("Hello,"), going, _("Use it to view, edit or remove your note on any device.")],
        button=_("Open my note"),
        small=[
            *until,
            _("Anyone with this link can edit your note, so please don't share it."),
            _(
                "If you didn't ask for this, someone probably mistyped their address. You can ignore this "
                "email."
            ),
        ],
        why=_(
            "You received this email because someone asked us to send a link to their note to this address."
        ),
        account=apart(own.account_name, language),
        reply_to=own.reply_to,
        logo=own.logo,
        way_out=_(WAY_OUT),
        language=language.code,
        colours=own.colours,
        title=inert(own.card_title),
        cover=own.cover,
        is_quiet=own.is_quiet,
    )
