"""The mail with the link to what somebody has signed."""

from datetime import datetime

from msgspec import Struct

from wellwish.delivery.wording.sentence import WAY_OUT, apart
from wellwish.delivery.words import Colours, Words
from wellwish.language import spoken


class OwnLink(Struct, frozen=True, kw_only=True):
    """What the mail tells: of the card alone, and no word of the note."""

    card_title: str
    sender: str
    ends_at: datetime | None
    timezone: str
    locale: str
    colours: Colours
    cover: str | None


def own_link_subject(own: OwnLink) -> str:
    """Returns the subject of the mail."""
    language = spoken(own.locale)
    return language.gettext("Your note on the card “%(title)s”") % {"title": apart(own.card_title, language)}


def own_link_email(own: OwnLink) -> Words:
    """Returns the parts of the mail."""
    language = spoken(own.locale)
    _ = language.gettext
    names = {"title": apart(own.card_title, language), "sender": apart(own.sender, language)}
    going = _("This is the link to your note on the card “%(title)s” from %(sender)s.") % names
    until: list[str] = []
    if own.ends_at is not None:
        until = [
            _("You can change it until %(day)s.") % {"day": language.full_day(own.ends_at, own.timezone)}
        ]
    return Words(
        preheader=going,
        heading=_("Your note"),
        lines=[_("Hello,"), going, _("With it you can read, change and remove the note from anywhere.")],
        button=_("Open my note"),
        small=[
            *until,
            _("Whoever has the link can change the note, so please keep it to yourself."),
            _("If you did not ask for this, somebody mistyped an address, and you can forget about it."),
        ],
        why=_("Somebody asked for the link to a note of theirs to be sent to this address."),
        way_out=_(WAY_OUT),
        language=language.code,
        colours=own.colours,
        title=own.card_title,
        cover=own.cover,
    )
