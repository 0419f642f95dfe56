"""Helpers for the sentences of all messages."""

import unicodedata
from typing import Final

from wellwish.delivery.message import LINK_MARK
from wellwish.delivery.words import Words
from wellwish.language import Language, later

PREHEADER: Final = 110  # characters that mail clients show in a list

# The label of the unsubscribe link.
WAY_OUT: Final = later("Unsubscribe")

# U+2068 and U+2069 isolate the text direction of user content (UAX 9).
_OPEN, _CLOSE = "\u2068", "\u2069"
_FROM_RIGHT: Final = frozenset({"R", "AL", "AN"})


def apart(text: str, language: Language) -> str:
    """Returns user content isolated, so that its direction does not affect the sentence around it."""
    return text if text.isascii() and language.direction == "ltr" else f"{_OPEN}{text}{_CLOSE}"


def apart_in_text(text: str, language: Language) -> str:
    """Returns user content isolated only if needed: the GSM alphabet of text messages lacks the marks."""
    is_from_right = any(unicodedata.bidirectional(each) in _FROM_RIGHT for each in text)
    return f"{_OPEN}{text}{_CLOSE}" if is_from_right or language.direction == "rtl" else text


def cut(text: str, length: int) -> str:
    """Returns a text truncated to ``length`` characters, with open isolates closed."""
    if len(text) <= length:
        return text
    kept = text[: length - 1].rstrip()
    return kept + "…" + _CLOSE * (kept.count(_OPEN) - kept.count(_CLOSE))


def greeting(language: Language, name: str | None) -> str:
    """Returns the greeting of an email."""
    if not name:
        return language.gettext("Hello,")
    return language.gettext("Hello %(name)s,") % {"name": apart(name, language)}


def invited(language: Language, *, is_named: bool, is_quiet: bool) -> str:
    """Returns the sentence of an invitation, with placeholders: sender, title, and name if ``is_named``."""
    _ = language.gettext
    if is_quiet:
        if is_named:
            return _("%(sender)s invited you to add a few words to a card for %(name)s: “%(title)s”.")
        return _("%(sender)s invited you to add a few words to a card: “%(title)s”.")
    if is_named:
        return _("%(sender)s invited you to sign a card for %(name)s: “%(title)s”.")
    return _("%(sender)s invited you to sign a card: “%(title)s”.")


def sign_label(language: Language, *, is_quiet: bool) -> str:
    """Returns the label of the link to the signing page, the same as that page's button."""
    return language.gettext("Add my words") if is_quiet else language.gettext("Sign the card")


def plain(words: Words) -> str:
    """Returns the words as plain text, with a mark in place of the link."""
    parts = [*words.lines, words.quote, words.button and f"{words.button}:\n{LINK_MARK}", *words.small]
    return "\n\n".join(part for part in parts if part)
