"""Helpers for the sentences of all messages."""

import unicodedata
from typing import Final

from wellwish.base.language import Language, later
from wellwish.delivery.inert import inert, inert_in_text
from wellwish.delivery.message import LINK_MARK
from wellwish.delivery.words import Words

PREHEADER: Final = 110  # number of characters that email clients show in a list

# The label of the unsubscribe link.
WAY_OUT: Final = later("Unsubscribe")

# U+2068 and U+2069 isolate the text direction of user content (UAX 9).
_OPEN, _CLOSE = "\u2068", "\u2069"
_ISOLATES: Final = dict.fromkeys(map(ord, "\u2066\u2067\u2068\u2069"))
_FROM_RIGHT: Final = frozenset({"R", "AL", "AN"})
_FROM_LEFT: Final = frozenset({"L", "EN"})
_EXPLICIT: Final = frozenset({"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"})

# Characters that could make a display name look like the address of another sender.
_ADDRESS: Final = dict.fromkeys(
    map(ord, '"<>@\\\u201c\u201d\u201e\u201f\u00ab\u00bb\uff02\uff1c\uff1e\uff20\ufe6b'), " "
)
_JOINERS: Final = "\u200c\u200d"  # used in Persian, Indic scripts and emoji
_NAME: Final = 60  # maximum length of a sender name, more than any email list shows


def apart(text: str, language: Language) -> str:
    """Returns user content for a sentence of an email or post, inert and, if needed, isolated."""
    return isolated(inert(text), language)


def apart_in_text(text: str, language: Language) -> str:
    """Returns user content for a sentence of a text message."""
    return isolated(inert_in_text(text), language)


def isolated(text: str, language: Language) -> str:
    """Returns a text, such as our URL, isolated if its direction differs from that of the sentence."""
    return f"{_OPEN}{_balanced(text)}{_CLOSE}" if _differs(text, language) else text


def _differs(text: str, language: Language) -> bool:
    kinds = {unicodedata.bidirectional(each) for each in text}
    if language.direction == "ltr":
        return bool(kinds & (_FROM_RIGHT | _EXPLICIT))
    return not kinds & _FROM_RIGHT or bool(kinds & (_FROM_LEFT | _EXPLICIT))


def _balanced(text: str) -> str:
    """Returns the text with its open isolates closed, or without isolates if they would end ours."""
    depth = 0
    for each in text:
        depth += (each in "\u2066\u2067\u2068") - (each == _CLOSE)
        if depth < 0:
            return text.translate(_ISOLATES)
    return text + _CLOSE * depth


def via(sender: str, language: Language) -> str:
    """Returns the display name of an email's sender, which cannot imitate an address."""
    kept = "".join(
        each for each in sender.translate(_ADDRESS) if each in _JOINERS or unicodedata.category(each) != "Cf"
    )
    name = inert(cut(" ".join(kept.split()), _NAME))
    return language.gettext("%(sender)s via Wellwish") % {"sender": name} if name else "Wellwish"


def cut(text: str, length: int) -> str:
    """Returns a text truncated to ``length`` characters, with open isolates closed."""
    if len(text) <= length:
        return text
    kept = text[: length - 1].rstrip()
    return kept + "…" + _CLOSE * (kept.count(_OPEN) - kept.count(_CLOSE))


def greeting(language: Language, name: str | None) -> str:
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
