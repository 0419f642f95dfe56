"""The invitation to sign a card, as an email and as a text message."""

from datetime import datetime
from typing import Final

from wellwish.base.language import Language, spoken
from wellwish.delivery.inert import inert, inert_in_text
from wellwish.delivery.message import LINK_MARK, Kind
from wellwish.delivery.wording.sentence import (
    PREHEADER,
    WAY_OUT,
    apart,
    apart_in_text,
    cut,
    greeting,
    invited,
    sign_label,
    via,
)
from wellwish.delivery.words import CardMail, Words

# Maximum lengths in characters of names and the personal message in a text message, so that the link is in
# its first parts. A part in Arabic has half as many characters (sms/text.py).
_SMS_TITLE: Final = {"ar": 30}
_SMS_MESSAGE: Final = {"ar": 80}
_GSM_TITLE: Final = 60
_GSM_MESSAGE: Final = 160


class Invite(CardMail, frozen=True, kw_only=True):
    """The content of an invitation. A quiet card asks for "a few words" instead of a signature."""

    kind: Kind
    recipient: str | None
    name: str | None
    title: str | None
    message: str | None
    ends_at: datetime | None
    timezone: str


def invitation_subject(invite: Invite) -> str:
    """Returns the organiser's subject or a default; the subject of a reminder is marked as such."""
    language = spoken(invite.locale)
    _ = language.gettext
    subject = inert(invite.title) if invite.title else _default_subject(invite, language)
    return _("Reminder: %(title)s") % {"title": subject} if invite.kind == "reminder" else subject


def _default_subject(invite: Invite, language: Language) -> str:
    _, names = language.gettext, _names(invite, language)
    if invite.kind == "reminder" and invite.recipient:
        return _heading(invite, language) % names
    if invite.is_quiet:
        return _("%(sender)s invited you to add a few words to a card: %(title)s") % names
    return _("%(sender)s invited you to sign a card: %(title)s") % names


def invitation_email(invite: Invite) -> Words:
    language = spoken(invite.locale)
    _, names = language.gettext, _names(invite, language)
    going, heading = _going(invite, language) % names, _heading(invite, language) % names
    until: list[str] = []
    if invite.ends_at is not None:
        day = language.full_day(invite.ends_at, invite.timezone)
        until = [_("The card is open until %(day)s.") % {"day": day}]
    return Words(
        sender=via(invite.sender, language),
        preheader=_preheader(invite, going),
        heading=_("Reminder: %(title)s") % {"title": heading} if invite.kind == "reminder" else heading,
        lines=[greeting(language, invite.name), going, *_not_needed(invite, language)],
        quote=inert(invite.message) if invite.message else None,
        quoted=inert(invite.sender) if invite.message else None,
        button=sign_label(language, is_quiet=invite.is_quiet),
        small=[
            *until,
            _("You don't need an account. This link is just for you, so please don't share it."),
            _("If you don't know the sender, you can ignore this email."),
        ],
        why=_("You received this email because you were invited to this card."),
        account=apart(invite.account_name, language),
        reply_to=invite.reply_to,
        logo=invite.logo,
        way_out=_(WAY_OUT),
        language=language.code,
        colours=invite.colours,
        title=inert(invite.card_title),
        cover=invite.cover,
        is_quiet=invite.is_quiet,
    )


def invitation_sms(invite: Invite) -> str:
    """Returns the text message, with a mark in place of the link."""
    language = spoken(invite.locale)
    _, title = language.gettext, _SMS_TITLE.get(language.code, _GSM_TITLE)
    said = cut(invite.message or "", _SMS_MESSAGE.get(language.code, _GSM_MESSAGE))
    said_by = (
        _("%(sender)s invited you to add a few words to “%(title)s”.")
        if invite.is_quiet
        else _("%(sender)s invited you to sign “%(title)s”.")
    )
    opening = said_by % {
        "sender": apart_in_text(cut(invite.sender, title), language),
        "title": apart_in_text(cut(invite.card_title, title), language),
    }
    # Carriers require opt-out instructions (CTIA, Messaging Principles, 5.1.3). The link comes last, where it
    # is most visible.
    parts = (opening, inert_in_text(" ".join(said.split())), _("Reply STOP to opt out."), LINK_MARK)
    return "\n".join(part for part in parts if part)


def _names(invite: Invite, language: Language) -> dict[str, str]:
    return {
        "name": apart(invite.recipient or "", language),
        "title": apart(invite.card_title, language),
        "sender": apart(invite.sender, language),
    }


def _preheader(invite: Invite, going: str) -> str:
    if invite.message and invite.kind != "reminder":
        return inert(cut(invite.message, PREHEADER))
    return cut(going, PREHEADER)


def _heading(invite: Invite, language: Language) -> str:
    _ = language.gettext
    if invite.is_quiet:
        if invite.recipient:
            return _("Add a few words to the card for %(name)s")
        return _("Add a few words to the card")
    return _("Sign the card for %(name)s") if invite.recipient else _("Sign the card")


def _not_needed(invite: Invite, language: Language) -> list[str]:
    """Returns a sentence for people who have signed anonymously, since they get reminders like all others."""
    _ = language.gettext
    if invite.kind == "invitation":
        return []
    if invite.is_quiet:
        return [_("If you have already added something, you can ignore this email.")]
    return [_("If you have already signed, you can ignore this email.")]


def _going(invite: Invite, language: Language) -> str:
    """Returns the first sentence of the email, with placeholders for the names."""
    _ = language.gettext
    if invite.kind != "reminder":
        return invited(language, is_named=invite.recipient is not None, is_quiet=invite.is_quiet)
    if invite.recipient:
        return _(
            "There's still time to add a few words to the card for %(name)s: “%(title)s”, from %(sender)s."
        )
    return _("There's still time to add a few words to the card “%(title)s”, from %(sender)s.")
