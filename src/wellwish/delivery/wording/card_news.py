"""The email to the organisers of a card about its news: numbers, and the name of one person who signed."""

from datetime import datetime
from typing import Final

from msgspec import Struct

from wellwish.base.language import Language, later, later_many, spoken
from wellwish.delivery.inert import inert
from wellwish.delivery.wording.sentence import apart, greeting, isolated, via
from wellwish.delivery.words import Colours, Words

_MUTE: Final = later("Stop emails about this card")
_REPORTED: Final = later_many(
    "%(count)s report about a note came in.", "%(count)s reports about notes came in."
)
_WAITING: Final = later_many(
    "%(count)s note is waiting for review.", "%(count)s notes are waiting for review."
)
_UNDELIVERED: Final = later_many(
    "%(count)s invitation was not delivered.", "%(count)s invitations were not delivered."
)
_SIGNED: Final = later_many("%(count)s person has signed.", "%(count)s people have signed.")


class CardNews(Struct, frozen=True, kw_only=True):
    """The numbers of events, and the card; ``closes_at`` is set only if the card closes tomorrow.

    ``signed_by`` names the only person who signed, if every organiser sees the name on the note.
    """

    signed: int = 0
    signed_by: str | None = None
    all_signed: bool = False
    some_declined: bool = False
    waiting: int = 0
    reported: int = 0
    undelivered: int = 0
    closes_at: datetime | None = None
    timezone: str
    name: str | None
    email: str
    card_title: str
    sender: str
    locale: str
    account_name: str
    base_url: str
    colours: Colours
    cover: str | None
    is_quiet: bool = False


def card_news_subject(news: CardNews) -> str:
    """Returns the title of the card with the first sentence of the email."""
    language = spoken(news.locale)
    return _signing(news, language) or language.gettext("“%(title)s”: %(news)s") % {
        "title": apart(news.card_title, language),
        "news": _lines(news, language)[0],
    }


def _signing(news: CardNews, language: Language) -> str | None:
    """Returns the sentence about the only signer; None if several people signed or other news comes first."""
    lines = _lines(news, language)
    if news.signed_by is None or lines[0] != _signed(news, language):
        return None
    names = {"name": apart(news.signed_by, language), "title": apart(news.card_title, language)}
    return language.gettext("%(name)s signed “%(title)s”") % names


def _signed(news: CardNews, language: Language) -> str:
    if news.signed_by is not None:
        return language.gettext("%(name)s has signed.") % {"name": apart(news.signed_by, language)}
    one, many = _SIGNED
    return language.ngettext(one, many, news.signed) % {"count": language.number(news.signed)}


def card_news_email(news: CardNews) -> Words:
    language = spoken(news.locale)
    _, lines = language.gettext, _lines(news, language)
    title = {"title": apart(news.card_title, language)}
    sign_in = _("Sign in at %(url)s with %(email)s.") % {
        "url": isolated(news.base_url, language),
        "email": isolated(news.email, language),
    }
    return Words(
        sender=via(news.sender, language),
        preheader=" ".join(lines),
        heading=_signing(news, language) or _("News about “%(title)s”") % title,
        lines=[greeting(language, news.name), *lines],
        button=_("Open the card"),
        small=[sign_in],
        why=_("You received this email because you organise this card."),
        account=apart(news.account_name, language),
        mute=_(_MUTE),
        language=language.code,
        colours=news.colours,
        title=inert(news.card_title),
        cover=news.cover,
        is_quiet=news.is_quiet,
        is_note=True,
    )


def _lines(news: CardNews, language: Language) -> list[str]:
    """Returns a sentence for each kind of event, the most urgent first."""
    _ = language.gettext
    lines: list[str] = []
    if news.closes_at is not None:
        when = {
            "day": language.day(news.closes_at, news.timezone),
            "time": language.time(news.closes_at, news.timezone),
            "zone": isolated(news.timezone, language),
        }
        lines.append(_("The card closes tomorrow, %(day)s, at %(time)s (%(zone)s).") % when)
    for (one, many), count in (
        (_REPORTED, news.reported),
        (_WAITING, news.waiting),
        (_UNDELIVERED, news.undelivered),
    ):
        if count:
            lines.append(language.ngettext(one, many, count) % {"count": language.number(count)})
    if news.signed:
        lines.append(_signed(news, language))
    if news.all_signed and news.some_declined:
        lines.append(_("Everyone who was invited has signed or declined."))
    elif news.all_signed:
        lines.append(_("Everyone who was invited has signed."))
    return lines
