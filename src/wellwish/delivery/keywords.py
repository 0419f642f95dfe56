"""Interpret a reply to a text message: STOP, START, HELP, or a message to a person.

47 CFR 64.1200(a)(10): a recipient may opt out by any reasonable means, so the carriers' keywords are accepted
in other spellings, with polite words around them, and in other languages. An opt-out takes precedence.
"""

import re
import tomllib
import unicodedata
from pathlib import Path
from typing import Final, Literal

Meaning = Literal["stop", "start", "help"]

_LISTS: Final = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
_STOP: Final = frozenset[str](_LISTS["stop"])
_START: Final = frozenset[str](_LISTS["start"])
_HELP: Final = frozenset[str](_LISTS["help"])
_AROUND: Final = frozenset[str](_LISTS["around"])

_SENTENCES: Final = re.compile(
    r"\b(?:"
    r"(?:opt|opting|sign|take|get) (?:me )?(?:out|off)\b(?!.*\bback\b)"
    r"|(?:take|get|remove|delete) (?:me|my (?:number|phone|name))"
    r"|(?:do not|don't|dont|never|quit|no longer) (?:ever )?"
    r"(?:text|message|contact|send|write|sms|bother|call)(?:ing)?"
    r"(?: (?:to )?me|(?: (?:any|these|this|more|messages|texts))|$)"
    r"|no more (?:texts?|messages?|sms|msgs?|of (?:this|these))"
    r"|leave me alone|lose my number|wrong (?:number|person)"
    r"|not interested|no longer (?:wish|want) to"
    r"|ne (?:m')?(?:envoyez|écrivez|ecrivez) plus|plus de (?:messages?|sms|textos?)"
    r"|keine (?:sms|nachrichten|weiteren)|no (?:me )?(?:envíes|envies|manden|mandes|escriban)"
    r")"
)
_NOT_A_WISH: Final = re.compile(
    r"\b(?:don't|dont|do not|never|can't|cant|cannot|won't|wont) (?:stop|end|quit|cancel)\b"
)
_LONGEST: Final = 200  # maximum length of a keyword message; longer ones are addressed to people
_APOSTROPHES: Final = str.maketrans(dict.fromkeys("\u2019`\u00b4\u02bc", "'"))


def meaning(said: str) -> Meaning | None:
    """Returns the keyword, or None for a message to a person."""
    plain = unicodedata.normalize("NFKC", said).casefold().translate(_APOSTROPHES)
    words = _words(plain)
    joined = " ".join(words)
    if not words or len(joined) > _LONGEST or _NOT_A_WISH.search(joined):
        return None
    if _asks_for_no_more(words, joined):
        return "stop"
    if len(words) == 1 or joined == "opt in":
        word = "optin" if joined == "opt in" else _once(words[0], _START | _HELP)
        return "start" if word in _START else "help" if word in _HELP else None
    return None


def _words(plain: str) -> list[str]:
    """Returns the words; combining marks of Indic and Arabic letters count as part of the word."""
    kept = "".join(each if each == "'" or unicodedata.category(each)[0] in "LNM" else " " for each in plain)
    listed = [word.strip("'") for word in kept.split()]
    return [word for word in listed if any(unicodedata.category(each)[0] in "LN" for each in word)]


def _asks_for_no_more(words: list[str], joined: str) -> bool:
    if "".join(words) in _STOP or _SENTENCES.search(joined) is not None:
        return True
    asks = [_once(word, _STOP) in _STOP or _is_misspelt(word) for word in words]
    # Excludes "stop by tomorrow" and "the bus stop", which contain words that are not part of requests.
    return any(asks) and all(is_it or word in _AROUND for is_it, word in zip(asks, words, strict=True))


def _once(word: str, known: frozenset[str]) -> str:
    """Collapses repeated letters: ``stoppppp`` becomes ``stop``."""
    return word if word in known else re.sub(r"(.)\1+", r"\1", word)


def _is_misspelt(word: str) -> bool:
    """Returns whether two neighbouring letters were swapped, or one letter of a long word is wrong."""
    if word in _AROUND or word in _START or word in _HELP:
        return False
    exchanged = {word[:at] + word[at + 1] + word[at] + word[at + 2 :] for at in range(len(word) - 1)}
    return bool(exchanged & {"stop", "stopall", "quit", "cancel", "unsubscribe"}) or _nearly(
        word, "unsubscribe"
    )


def _nearly(word: str, right: str) -> bool:
    """Returns whether one letter is missing, extra or different."""
    shorter, longer = sorted((word, right), key=len)
    same = next((at for at, each in enumerate(shorter) if each != longer[at]), len(shorter))
    rest = longer[same + 1 :]
    return len(longer) - len(shorter) <= 1 and rest in (shorter[same:], shorter[same + 1 :])
