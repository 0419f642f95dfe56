"""Find the addresses in a word with an ``@``."""

import re
import unicodedata
from typing import Final

from wellwish.infra.http.addresses import email_address
from wellwish.web.lists.clean import of_address
from wellwish.web.lists.person import Reason

_PREFIX: Final = re.compile(r"(?:mailto|smtp):", re.IGNORECASE)
# Characters that can surround a word in Markdown, chats and sentences.
_DASHES: Final = "-\u2010\u2011\u2012\u2013\u2014\u2015"
_BEFORE: Final = f"'`*\u2018\u2019\u201a\u2039\u203a\u00b7\u2022+=~#.\u2026\u200c\u200d{_DASHES}"
_QUERY: Final = re.compile(r"\?[\w.~%&=+-]*")
_SENTENCE: Final = frozenset(
    f".,:;!?'`*_~=\\/&+\u2018\u2019\u201a\u2039\u203a\u2026\u00b7\u3002\uff0e\uff01\uff1f{_DASHES}"
)
_NEXT: Final = "/&+"  # can separate two addresses without a space
_GUEST: Final = "#ext#@"  # sign-in names of guests in Entra: ana_x.example#EXT#@acme.onmicrosoft.com


def reason_against(address: str) -> Reason | None:
    """Returns why an address cannot be used, or None."""
    if _GUEST in address.lower():
        return "sign_in_name"
    try:
        email_address(address)
    except ValueError:
        return "not_email"
    domain = address.rpartition("@")[2]
    if domain.startswith("["):
        return None
    last = domain.rpartition(".")[2]
    is_ending = "." in domain and (_is_word(last) or last.lower().startswith("xn--"))
    return None if is_ending and (len(last) > 1 or not last.isascii()) else "unreachable"


def split(word: str) -> list[tuple[int, int, str, Reason | None]]:
    """Returns the addresses in a word: start, end, address, and the reason why it cannot be used.

    The address includes the prefix ``mailto:`` and its query.

    If the text after an address cannot be parsed, the whole word is returned as one unusable address.
    ``@ana`` contains no address.
    """
    found: list[tuple[int, int, str, Reason | None]] = []
    start = 0
    while start < len(word):
        at = word.find("@", start)
        if at < 0:
            break
        prefix = _PREFIX.match(word, start)
        begin = prefix.end() if prefix is not None else start
        while begin < at and word[begin] in _BEFORE:
            begin += 1
        end = _domain_end(word, at + 1)
        local, domain = word[begin:at], word[at + 1 : end]
        rest = end
        if prefix is not None and (query := _QUERY.match(word, rest)) is not None:
            rest = query.end()
        if word[start] == "_" == word[rest : rest + 1] and local.startswith("_"):
            begin, local = begin + 1, local[1:]
        if not local or not domain:
            if "@" not in word[at + 1 :] and not found and not local and domain[:1].isalnum():
                return []
            return [(0, len(word), word, "not_email")]
        after = word[rest : rest + 1]
        address = of_address(f"{local}@{domain}")
        found.append((begin if prefix is None else start, rest, address, reason_against(address)))
        if after and after in _NEXT and word.find("@", rest) > 0:
            start = rest + 1
            continue
        if any(each not in _SENTENCE for each in of_address(word[rest:])):
            return [(0, len(word), word, "not_email")]
        break
    return found


def _domain_end(word: str, start: int) -> int:
    """Returns the end of the domain without trailing dots and hyphens."""
    if word[start : start + 1] == "[":
        closing = word.find("]", start)
        return closing + 1 if closing > 0 else start
    end = start
    while end < len(word) and _is_of_domain(word[end]):
        end += 1
    while end > start and (word[end - 1] in "._-\u3002\uff0e\uff61\u200c\u200d"):
        end -= 1
    return end


def _is_of_domain(each: str) -> bool:
    return (
        each.isalnum()
        or each in "-._\u3002\uff0e\uff61\u200c\u200d\u30fb\u00b7"
        or unicodedata.category(each)[0] == "M"
    )


def _is_word(label: str) -> bool:
    return bool(label) and all(each.isalpha() or unicodedata.category(each)[0] == "M" for each in label)
