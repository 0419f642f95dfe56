"""The invitation to sign a card, as a mail and as a text."""

from datetime import datetime
from typing import Final

from msgspec import Struct

from wellwish.delivery.message import LINK_MARK, Kind
from wellwish.delivery.wording.sentence import PREHEADER, WAY_OUT, apart, apart_in_text, cut, greeting
from wellwish.delivery.words import Colours, Words
from wellwish.language import Language, spoken

# Characters of names and of the inviter's words in a text, so that the link still stands in its first parts.
# Arabic letters leave room for half as many in each part (sms/text.py).
_SMS_TITLE: Final = {"ar": 30}
_SMS_MESSAGE: Final = {"ar": 80}
_GSM_TITLE: Final = 60
_GSM_MESSAGE: Final = 160


class Invite(Struct, frozen=True, kw_only=True):
    """What an invitation tells."""

    kind: Kind
    card_title: str
    sender: str
    recipient: str | None
    name: str | None
    title: str | None
    message: str | None
    ends_at: datetime | None
    timezone: str
    locale: str
    colours: Colours
    cover: str | None


def invitation_subject(invite: Invite) -> str:
    """Returns the subject: the inviter's own title, or ours."""
    language = spoken(invite.locale)
    _, names = language.gettext, _names(invite, language)
    if invite.kind == "reminder":
        if invite.title:
            return _("Reminder: %(title)s") % {"title": apart(invite.title, language)}
        return _("Reminder: the card “%(title)s” lacks your words") % names
    return invite.title or _("%(sender)s invited you to sign a card: %(title)s") % names


def invitation_email(invite: Invite) -> Words:
    """Returns the parts of the mail."""
    language = spoken(invite.locale)
    _, names = language.gettext, _names(invite, language)
    going = _going(invite, language) % names
    until: list[str] = []
    if invite.ends_at is not None:
        day = language.full_day(invite.ends_at, invite.timezone)
        until = [_("You can sign until %(day)s.") % {"day": day}]
    return Words(
        sender=invite.sender,
        preheader=cut(invite.message or going, PREHEADER),
        heading=_("Sign the card for %(name)s") % names if invite.recipient else _("Sign the card"),
        lines=[greeting(language, invite.name), going],
        quote=invite.message,
        quoted=invite.sender if invite.message else None,
        button=_("Sign the card"),
        small=[
            *until,
            _("You need no account. The link is for you alone, so please keep it to yourself."),
        ],
        why=_("%(sender)s gave us your address, to invite you to this card.") % names,
        way_out=_(WAY_OUT),
        language=language.code,
        colours=invite.colours,
        title=invite.card_title,
        cover=invite.cover,
    )


def invitation_sms(invite: Invite) -> str:
    """Returns the text message, with the mark where the link stands."""
    language = spoken(invite.locale)
    _, title = language.gettext, _SMS_TITLE.get(language.code, _GSM_TITLE)
    said = cut(invite.message or "", _SMS_MESSAGE.get(language.code, _GSM_MESSAGE))
    opening = _("%(sender)s invited you to sign “%(title)s”.") % {
        "sender": apart_in_text(cut(invite.sender, title), language),
        "title": apart_in_text(cut(invite.card_title, title), language),
    }
    # Carriers ask for the way out (CTIA, Messaging Principles, 5.1.3); the link comes last, where it is seen.
    parts = (opening, " ".join(said.split()), _("Reply STOP to end texts."), LINK_MARK)
    return "\n".join(part for part in parts if part)


def _names(invite: Invite, language: Language) -> dict[str, str]:
    return {
        "name": apart(invite.recipient or "", language),
        "title": apart(invite.card_title, language),
        "sender": apart(invite.sender, language),
    }


def _going(invite: Invite, language: Language) -> str:
    """Returns the sentence that says what goes round, with places for names."""
    _ = language.gettext
    if invite.kind == "reminder":
        if invite.recipient:
            return _("The card for %(name)s, “%(title)s” from %(sender)s, still lacks your words.")
        return _("The card “%(title)s” from %(sender)s still lacks your words.")
    if invite.recipient:
        return _("A card for %(name)s is going round: “%(title)s”, from %(sender)s. It lacks your words.")
    return _("A card is going round: “%(title)s”, from %(sender)s. It lacks your words.")
