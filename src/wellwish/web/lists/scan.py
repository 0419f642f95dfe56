"""Find the addresses, phone numbers and separators in a text. Quoted separators are ignored."""

import re
from collections.abc import Iterator
from typing import Final, Literal

from msgspec import Struct

from wellwish.web.lists import address
from wellwish.web.lists.clean import of_address
from wellwish.web.lists.person import Reason

# Characters that end a word with an @, including the colon, as in "Email:ana@x.example".
_STOP: Final = (
    r"\s,;:|<>(){}\[\]\"\u201c\u201d\u201e\u00ab\u00bb\u300c\u300d\u060c\u061b\u3001"
    r"\uff08\uff09\uff0c\uff1a\uff1b\uff1c\uff1e"
)
_LITERAL: Final = r"\[[0-9A-Fa-f:.IPvx]{2,50}\]"
_QUOTABLE: Final = r"[\x20\x21\x23-\x5b\x5d-\x7e]"  # in a quoted local part (RFC 5321 4.1.2), except escapes
_OPENS: Final = r"(?<![^\s,;|<(\[=:])"
_CLOSES: Final = r"(?![\w\"@.])"
_DIGIT_GAP: Final = r"[ .()/\[\]\u2010-\u2015-]{0,3}"
_TOKEN: Final = re.compile(
    rf"""
    (?P<shown>"(?P<display>[^"\n<>]{{0,200}}@[^"\n<>]{{0,200}})"
        \ *<(?P<bracketed>[^<>\n@]{{1,64}}@[^<>\n]{{1,255}})>)
    | (?P<local>(?P<quotes>"{{1,2}})(?:{_QUOTABLE}|\\[\x20-\x7e]){{1,64}}+(?P=quotes)
        @(?:{_LITERAL}|[^{_STOP}@]*+))
    | (?P<quoted>{_OPENS}"[^"@]*+(?:""[^"@]*+)*+"{_CLOSES}
        | \u201c[^\u201c\u201d\n@]*\u201d | \u201e[^\u201c\u201d\u201e\n@]*[\u201c\u201d]
        | \u00ab[^\u00ab\u00bb\n@]*\u00bb
        | \u2039[^\u203a\n@]{{0,99}}\u203a | \u300c[^\u300d\n@]{{0,99}}\u300d
        | {_OPENS}'[^'\n@]{{0,99}}'(?=\ *[<(]) | {_OPENS}\u2018[^\u2019\n@]{{0,99}}\u2019(?=\ *[<(]))
    | (?P<url>\b[a-zA-Z]{{2,12}}://[^\s<>",;]*)
    | (?P<word>(?:(?:mailto|smtp):)?[^{_STOP}@]*+@(?:{_LITERAL})?[^{_STOP}]*+)
    | (?P<phone>(?<![\w@.+/-])(?:tel:)?(?:\(?\+{_DIGIT_GAP})?\(?\d(?:{_DIGIT_GAP}\d){{6,19}}(?![\w@]))
    | (?P<aside>\((?![^()\n]{{0,80}}\d{{3}})[^()\n@]{{0,80}}\))
    | (?P<separator>[\n\t,;|\u060c\u061b\u3001\uff0c\uff1b])
    | [^{_STOP}@]++
    """,
    re.VERBOSE | re.IGNORECASE,
)
_DATE: Final = re.compile(r"\d{1,2}([./-])\d{1,2}\1\d{2,4}|\d{4}([./-])\d{1,2}\2\d{1,2}")
_OPEN: Final = "<([{\uff1c\uff08"
_CLOSE: Final = ">)]}\uff1e\uff09"

Kind = Literal["email", "phone", "separator"]


class Token(Struct, frozen=True):
    """An address, a number or a separator, from ``start`` to ``end`` of the text.

    ``bracketed`` means that it includes brackets, so the name before belongs to it: ``Ana <ana@x.example>``.
    """

    kind: Kind
    start: int
    end: int
    value: str
    reason: Reason | None = None
    bracketed: bool = False


def scan(text: str) -> Iterator[Token]:
    """Yields the tokens in order. The time is linear in the length of the text."""
    for match in _TOKEN.finditer(text):
        group, start, end = match.lastgroup, match.start(), match.end()
        if group == "separator":
            yield Token("separator", start, end, match[0])
        elif group == "shown":
            yield _shown(match)
        elif group == "local":
            yield _quoted_local(text, match)
        elif group == "url" and "@" in match[0]:
            yield Token("email", start, end, match[0], "not_email")
        elif group == "phone" and _DATE.fullmatch(match[0]) is None:
            yield _phone(text, match)
        elif group == "word":
            yield from _words(text, match[0], start)


def _words(text: str, word: str, start: int) -> Iterator[Token]:
    for begin, end, value, reason in address.split(word):
        yield _widened(text, Token("email", start + begin, start + end, value, reason))


def _shown(match: re.Match[str]) -> Token:
    """Returns the address of ``"ana@x.example" <ana@x.example>``, or a problem if the addresses differ."""
    value = of_address(match["bracketed"].strip())
    split = address.split(value)
    start, end = match.span()
    if len(split) != 1 or of_address(match["display"].strip(" '")).lower() != split[0][2].lower():
        return Token("email", start, end, match[0], "named_address")
    return Token("email", start, end, split[0][2], split[0][3], bracketed=True)


def _quoted_local(text: str, match: re.Match[str]) -> Token:
    value = match[0]
    if match["quotes"] == '""':
        local, _, domain = value[1:].rpartition('"@')
        value = f"{local}@{domain}"
    value = value.rstrip(".!?'*-_/&+=\\")
    end = match.start() + len(match[0])
    return _widened(text, Token("email", match.start(), end, value, address.reason_against(value)))


def _phone(text: str, match: re.Match[str]) -> Token:
    value, start = match[0], match.start()
    if value.startswith("(") and ")" not in value:
        value, start = value[1:], start + 1
    return _widened(
        text, Token("phone", start, match.end(), re.sub(r"\Atel:", "", value, flags=re.IGNORECASE))
    )


def _widened(text: str, token: Token) -> Token:
    """Returns the token with its surrounding brackets."""
    start, end = token.start, token.end
    before = start - 1
    while before >= 0 and start - before < 9 and text[before] in " '\"":
        before -= 1
    after = end
    while after < len(text) and after - end < 9 and text[after] in " '\".":
        after += 1
    if before >= 0 and after < len(text) and text[before] in _OPEN:
        if text[after] in _CLOSE:
            start, end = before, after + 1
            return Token(token.kind, start, end, token.value, token.reason, bracketed=True)
        if text[after] in ",;" or text[end] == " ":
            return Token(token.kind, before, end, token.value, token.reason, bracketed=True)
    return token
