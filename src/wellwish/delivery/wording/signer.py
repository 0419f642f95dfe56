"""The emails to people who signed: the card was opened, and a recipient's thanks."""

from typing import Final

from wellwish.base.language import Language, later, spoken
from wellwish.delivery.inert import inert
from wellwish.delivery.wording.sentence import WAY_OUT, apart, via
from wellwish.delivery.words import CardMail, Words

_MUTE: Final = later("Stop emails about this card")


class Signer(CardMail, frozen=True, kw_only=True):
    """The content of the email, the same for every signer; ``thanks`` is the recipient's message.

    ``kinds`` are the kinds of the message's files: photo, voice. ``is_for_one`` means that the thanks are for
    the reader's note, ``may_read`` that the reader may see the finished card.
    """

    recipient: str | None
    thanks: str | None = None
    kinds: tuple[str, ...] = ()
    is_for_one: bool = False
    may_read: bool


def signer_subject(signer: Signer) -> str:
    language = spoken(signer.locale)
    _, names = language.gettext, _names(signer, language)
    if signer.thanks is None:
        said = _("%(name)s opened “%(title)s”") if signer.recipient else _("“%(title)s” was opened")
    elif signer.recipient:
        said = _("%(name)s says thank you for “%(title)s”")
    else:
        said = _("A thank-you for “%(title)s”")
    return said % names


def signer_email(signer: Signer) -> Words:
    language = spoken(signer.locale)
    _ = language.gettext
    line = _line(signer, language)
    return Words(
        sender=via(signer.sender, language),
        preheader=line,
        heading=signer_subject(signer),
        lines=[_("Hello,"), line, *_files(signer, language)],
        quote=inert(signer.thanks) if signer.thanks else None,
        quoted=inert(signer.recipient) if signer.thanks and signer.recipient else None,
        button=_("See the card") if signer.may_read else None,
        small=[_("This link is just for you, so please don't share it.")] if signer.may_read else [],
        why=_("You received this email because you signed this card."),
        account=apart(signer.account_name, language),
        reply_to=signer.reply_to,
        logo=signer.logo,
        way_out=_(WAY_OUT),
        mute=_(_MUTE),
        language=language.code,
        colours=signer.colours,
        title=inert(signer.card_title),
        cover=signer.cover,
    )


def _line(signer: Signer, language: Language) -> str:
    _, names = language.gettext, _names(signer, language)
    if signer.thanks is None:
        if signer.recipient:
            return _("%(name)s has opened “%(title)s”, the card that you signed.") % names
        return _("“%(title)s”, the card that you signed, has been opened.") % names
    if not signer.thanks:
        if signer.is_for_one:
            return _("You have a reply to your note on “%(title)s”.") % names
        return _("There's a thank-you to everyone who signed “%(title)s”.") % names
    if signer.is_for_one:
        return _("You have a reply to your note on “%(title)s”:") % names
    return _("Here's a thank-you to everyone who signed “%(title)s”:") % names


def _files(signer: Signer, language: Language) -> list[str]:
    _ = language.gettext
    match signer.kinds:
        case ():
            return []
        case ("photo",):
            return [_("It comes with a photo.")]
        case ("voice",):
            return [_("It comes with a voice message.")]
        case _other:
            return [_("It comes with a photo and a voice message.")]


def _names(signer: Signer, language: Language) -> dict[str, str]:
    return {
        "title": apart(signer.card_title, language),
        "name": apart(signer.recipient or "", language),
    }
