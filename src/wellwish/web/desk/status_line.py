"""The one-line status of a card: when it closes, that it can be given, or that it was opened."""

from datetime import date, datetime
from typing import Final, Literal
from zoneinfo import ZoneInfo

from msgspec import Struct

from wellwish.base import clock
from wellwish.base.language import Language, later, later_many
from wellwish.cards.card import Card

Tone = Literal["", "d-ok", "d-warn", "d-act", "d-bad"]

_SOON: Final = 7  # show the remaining days when at most this many are left
_DAYS: Final = later_many("Closes in %(count)s day", "Closes in %(count)s days")
_ONLY_DAY: Final = len("2026-12-24")


class StatusLine(Struct, frozen=True):
    """The line with its icon; ``short`` is for lists of cards and for the header of a card's other pages."""

    text: str
    short: str
    icon: str
    tone: Tone = ""


def status_line(language: Language, card: Card) -> StatusLine:
    _ = language.gettext
    if card.cancelling_at is not None and card.status == "closed":
        text = _(later("Being cancelled: refunds are on their way"))
        return StatusLine(text, text, "rotate-ccw", "d-warn")
    if card.status == "cancelled":
        return _alike(_(later("Cancelled")), "x")
    opened = sorted(each.first_viewed_at for each in card.recipients if each.first_viewed_at is not None)
    if card.status == "open":
        return _open(language, card)
    if not opened:
        archived = card.status == "archived"
        return (
            _alike(_(later("Archived")), "lock")
            if archived
            else _alike(_(later("Closed, ready to give")), "gift", "d-act")
        )
    if len(opened) < len(card.recipients):
        numbers = {"opened": language.number(len(opened)), "all": language.number(len(card.recipients))}
        return _alike(_(later("Opened by %(opened)s of %(all)s")) % numbers, "gift", "d-act")
    day = language.day(datetime.fromisoformat(opened[-1]), card.timezone)
    return _alike(_(later("Opened on %(day)s")) % {"day": day}, "check", "d-ok")


def days_left(card: Card) -> int | None:
    """Returns the calendar days until the card closes, in its time zone; None without an end."""
    end = _last_day(card)
    return None if end is None else (end - clock.now().astimezone(ZoneInfo(card.timezone)).date()).days


def closes(language: Language, card: Card) -> str:
    """Returns the end's day and, if set, its time, such as ``Mon 30 Nov, 17:00``; empty without an end."""
    if card.contribution_ends_at is None or card.contribution_end_date is None:
        return ""
    at = datetime.fromisoformat(card.contribution_ends_at)
    if len(card.contribution_end_date) == _ONLY_DAY:
        noon = datetime.fromisoformat(f"{card.contribution_end_date}T12:00").replace(
            tzinfo=ZoneInfo(card.timezone)
        )
        return language.day(noon, card.timezone)
    names = {"day": language.day(at, card.timezone), "time": language.time(at, card.timezone)}
    return language.gettext(later("%(day)s, %(time)s")) % names


def _open(language: Language, card: Card) -> StatusLine:
    _ = language.gettext
    left = days_left(card)
    if left is None:
        return _alike(_(later("Open until you close it")), "clock")
    end = closes(language, card)
    if left > _SOON:
        return _alike(_(later("Closes on %(day)s")) % {"day": end}, "clock")
    if left > 1:
        short = language.ngettext(*_DAYS, left) % {"count": language.number(left)}
    else:
        short = _(later("Closes tomorrow")) if left == 1 else _(later("Closes today"))
    text = _(later("%(when)s: %(day)s")) % {"when": short, "day": end}
    return StatusLine(text, short, "clock", "d-warn" if left < 2 else "")


def _last_day(card: Card) -> date | None:
    if card.contribution_end_date is None or card.contribution_ends_at is None:
        return None
    if len(card.contribution_end_date) == _ONLY_DAY:
        return date.fromisoformat(card.contribution_end_date)
    return datetime.fromisoformat(card.contribution_ends_at).astimezone(ZoneInfo(card.timezone)).date()


def _alike(text: str, icon: str, tone: Tone = "") -> StatusLine:
    return StatusLine(text, text, icon, tone)
