"""Suggest another spelling of an invalid or failed address."""

import re
from collections.abc import Iterable
from typing import Final

from wellwish.web.lists.address import reason_against

# The most common domains of private addresses. A domain is corrected to one of these or of ``known``.
COMMON: Final = (
    "gmail.com", "googlemail.com", "outlook.com", "hotmail.com", "live.com", "yahoo.com", "icloud.com",
    "gmx.de", "web.de", "t-online.de", "proton.me",
)  # fmt: skip
_WORD: Final = re.compile(r"[^\s<>()\[\]\"]*@[^\s<>()\[\]\"]*")
_MOST_EDITS: Final = 2
_LEAST: Final = 6  # letters; shorter domains may differ in only one letter
_LONGEST: Final = 255


def suggest(text: str, known: Iterable[str]) -> str:
    """Returns the text with its first address corrected, or an empty text.

    ``known`` contains the domains of working addresses.
    """
    word = _WORD.search(text)
    if word is None or len(text) > _LONGEST:
        return ""
    address = _corrected(word[0], dict.fromkeys((*known, *COMMON)))
    if not address or address == word[0]:
        return ""
    return text[: word.start()] + address + text[word.end() :]


def _corrected(word: str, known: Iterable[str]) -> str:
    local, _, domain = re.sub(r"@+", "@", word).partition("@")
    domain = re.sub(r"[.,]+", ".", domain.lower()).strip(".")
    known = list(known)
    if local and domain and domain not in known:
        begun = [each for each in known if each.startswith(f"{domain}.")]
        near = [each for each in known if _edits(domain, each) <= (1 if len(each) < _LEAST else _MOST_EDITS)]
        # If two domains are equally likely, neither is suggested.
        domain = begun[0] if len(begun) == 1 else near[0] if len(near) == 1 and not begun else domain
    address = f"{local}@{domain}"
    return address if reason_against(address) is None else ""


def _edits(first: str, second: str) -> int:
    """Returns the number of different, missing or swapped letters, or a number above the limit."""
    if abs(len(first) - len(second)) > _MOST_EDITS:
        return _MOST_EDITS + 1
    before: list[int] = []
    row = list(range(len(second) + 1))
    for index, letter in enumerate(first, 1):
        before, above, row = row, before, [index]
        for place, other in enumerate(second, 1):
            cost = min(before[place] + 1, row[-1] + 1, before[place - 1] + (letter != other))
            is_swapped = index > 1 and place > 1 and first[index - 2] == other and second[place - 2] == letter
            row.append(min(cost, above[place - 2] + 1) if is_swapped else cost)
    return row[-1]
