"""Prevent user text from becoming a link.

Mail programs, chats and phones turn text that looks like a URL, a domain, an email address or a phone number
into a link. The functions change only such text; sentences, times such as 18:30 and numbers such as 2.5 are
unchanged. Apply them to each user-supplied value before it becomes part of a sentence, never to a whole
message, because our own links and addresses must work.
"""

import re
from typing import Final

# U+200C (zero width non-joiner): invisible, and no linker expects it here.
_APART: Final = "\u200c"

# Includes the characters that browsers and IDNA (UTS 46) interpret as a dot, an @ or a colon.
_DOTS: Final = ".\u3002\uff0e\uff61\u2024\ufe52"
_ATS: Final = "@\uff20\ufe6b"
_COLONS: Final = ":\uff1a\ufe55"

# A dot before a label. No top-level domain begins with a digit, so a dot before a digit creates no link, and
# no label begins with closing punctuation.
_DOT: Final = rf"(?<=[^\s{_DOTS}])[{_DOTS}](?=[^\s\d{_DOTS},;:!?)\]}}'\"\u201d\u2019\u2026-])"
_ADDRESS: Final = rf"(?<!\d)\d{{1,3}}(?:[{_DOTS}]\d{{1,3}}){{3,}}"  # IPv4
_SCHEME: Final = rf"(?<=[^\W\d_])[{_COLONS}](?=[\w+?\[(])|/(?=/)"
_MAILBOX: Final = rf"(?<=\S)[{_ATS}](?=\S)"
_SHARE: Final = r"\\(?=\\)"  # Outlook links \\server\share

_JOINT: Final = re.compile(f"{_ADDRESS}|{_DOT}|{_SCHEME}|{_MAILBOX}|{_SHARE}")
_JOINT_IN_TEXT: Final = re.compile(f"{_ADDRESS}|{_DOT}|{_SCHEME}")
_ANY_DOT: Final = re.compile(f"[{_DOTS}]")

# The separators of libphonenumber (VALID_PUNCTUATION) without parentheses; Android finds numbers with it.
_SPACES: Final = (
    r"\-x\u2010-\u2015\u2212\u30fc\uff0d-\uff0f \u00a0\u00ad\u200b\u2060\u3000.\[\]/~"
    r"\u2053\u223c\uff5e\uff3b\uff3d"
)
_RUN: Final = re.compile(rf"\+?\d(?:[\d:(){_SPACES}\uff08\uff09]*\d)?")
_SEPARATORS: Final = re.compile(f"[{_SPACES}]+")
_DAY: Final = r"(?:0?[1-9]|[12]\d|3[01])"
_YEAR: Final = r"(?:19|20)\d\d"
_DATE: Final = rf"(?:{_YEAR}[./-]{_DAY}[./-]{_DAY}|{_DAY}[./-]{_DAY}(?:[./-](?:{_YEAR}|\d\d))?)"
_TIME: Final = r"(?:[01]?\d|2[0-4])[:.][0-5]\d"
# At most six, because a longer list can be divided into dates in exponentially many ways.
_WHEN: Final = re.compile(rf"(?:{_DATE}|{_TIME})(?:[ .\u2013-]{{1,3}}(?:{_DATE}|{_TIME})){{0,5}}", re.ASCII)
# Android links numbers of five or more digits; with separators, numbers of fewer than seven are often amounts
# or scores.
_DIGITS: Final = 5
_SEPARATED_DIGITS: Final = 7
_FIGURES: Final = re.compile(r"\d+")


def inert(text: str) -> str:
    """Returns the text with U+200C wherever a mail program or a chat would make a link."""
    text = _RUN.sub(_apart_number, text)
    return _JOINT.sub(_apart_joint, text)


def inert_in_text(text: str) -> str:
    """Returns the text with a space or an apostrophe wherever a phone would make a link.

    U+200C is not in the GSM alphabet, so it would reduce the size of a segment to less than half.
    """
    text = _RUN.sub(_grouped_number, text)
    return _JOINT_IN_TEXT.sub(_spaced_joint, text)


def _apart_joint(found: re.Match[str]) -> str:
    if len(found[0]) > 1:
        return _ANY_DOT.sub(rf"{_APART}\g<0>{_APART}", found[0])
    return f"{_APART}{found[0]}{_APART}"


def _spaced_joint(found: re.Match[str]) -> str:
    # Spaces would turn an IP address into a phone number.
    return _ANY_DOT.sub("'", found[0]) if len(found[0]) > 1 else f"{found[0]} "


def _is_number(run: str) -> bool:
    """Returns whether a phone could turn the digits into a phone link; dates and times never count."""
    digits = sum(each.isdecimal() for each in run)
    least = _DIGITS if digits == len(run.lstrip("+")) else _SEPARATED_DIGITS
    return digits >= least and _WHEN.fullmatch(run) is None


def _apart_number(found: re.Match[str]) -> str:
    run = found[0]
    if not _is_number(run):
        return run

    def apart(figures: re.Match[str]) -> str:
        return _thousands(figures[0], _APART) + (_APART if figures.end() < len(run) else "")

    return _FIGURES.sub(apart, run)


def _grouped_number(found: re.Match[str]) -> str:
    if not _is_number(found[0]):
        return found[0]
    grouped = _FIGURES.sub(lambda figures: _thousands(figures[0], "'"), found[0])
    return _SEPARATORS.sub("'", grouped)


def _thousands(figures: str, mark: str) -> str:
    """Returns the digits with a separator between groups of three."""
    first = len(figures) % 3 or 3
    return mark.join([figures[:first], *(figures[at : at + 3] for at in range(first, len(figures), 3))])
