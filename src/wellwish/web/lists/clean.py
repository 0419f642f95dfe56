"""Remove invisible characters, and decorations around names."""

import re
from typing import Final

_BREAK: Final = re.compile(r"\r\n|[\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
# Control and format characters, and invisible fillers. U+200C and U+200D are excluded, because Persian, Indic
# scripts and emoji use them within words.
_INVISIBLE: Final = re.compile(
    "[\x00-\x08\x0e-\x1b\x1f\x7f-\x84\x86-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b\u200e"
    "\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffc\U000e0000-\U000e007f]"
)
_SPACE: Final = re.compile(r"[^\S\n\t]")
_JOINERS: Final = "\u200c\u200d"
_OF_ADDRESS: Final = str.maketrans("\uff0e\uff61\u3002", "...", _JOINERS + "\ufe0e\ufe0f")

_QUOTES: Final = {
    '"': '"', "'": "'", "\u201c": "\u201d\u201c", "\u201e": "\u201c\u201d", "\u201d": "\u201d",
    "\u2018": "\u2019",
    "\u201a": "\u2018\u2019", "\u00ab": "\u00bb", "\u00bb": "\u00ab", "\u2039": "\u203a", "\u300c": "\u300d",
    "`": "`'", "*": "*", "_": "_", "(": ")", "[": "]", "{": "}", "<": ">",
}  # fmt: skip
_DASHES: Final = r"\-\u2010-\u2015\u2212"
_BULLET: Final = (
    rf"[{_DASHES}*+>|/\\&:;,.~#)\]}}\u00b7\u2022\u2023\u2043\u204c\u204d\u2219\u25a0-\u25ff\u2605\u2606\u2610-\u2612"
    r"\u2713-\u2718\u27a4\u2b1b\u2b1c\u30fb\uff1a\uff0c\u3001\uff1b\u060c\u061b\u200c\u200d\ufe0f]"
)
_NUMBER: Final = rf"\(?[0-9]{{1,5}}(?:[.):](?![0-9])|\s*[{_DASHES}](?=\s))"
_START: Final = re.compile(rf"(?:\s|{_BULLET}|{_NUMBER}|[a-z]\)\s|\[[ xX\u2713]?\])+")
_ENDS: Final = (
    " *`-\u2010\u2011\u2012\u2013\u2014\u2015\u2212|/\\&:;,=~<([{\u00b7\u2022"
    "\uff1a\uff0c\u3001\u060c\u200c\u200d"
)
_NOT_IN_NAMES: Final = str.maketrans('"', "'", "<>")
_MENTION: Final = re.compile(r"[(\[]?(?<!\w)(@\w[\w.\u200c\u200d-]*)[)\]]?")
# Labels before an address or a name, as in mail headers, signatures and contact pages.
_LABELS: Final = (
    "to cc bcc from reply-to sender attendees participants smtp mailto email e-mail mail name tel phone "
    "mobile telephone an von kopie teilnehmer telefon mobil handy à de courriel nom إلى من نسخة الاسم الهاتف"
)
_LABEL: Final = (
    r"(?:e-?mail[ -]adresse|e-?mail address|full name|phone number|adresse e-mail|البريد الإلكتروني|"
    + "|".join(map(re.escape, _LABELS.split()))
    + r")\s*[:\uff1a]"
)
_LABEL_FIRST: Final = re.compile(_LABEL, re.IGNORECASE)
_LABEL_LAST: Final = re.compile(rf"(?:^|(?<=[\s,(\[])){_LABEL}\s*\Z", re.IGNORECASE)
_LONGEST: Final = 1000  # longer names are refused anyway


def clean(text: str) -> str:
    """Returns the text without invisible characters, with LF line breaks and with ``@`` in its usual form."""
    text = _BREAK.sub("\n", text)
    text = _INVISIBLE.sub("", text)
    return _SPACE.sub(" ", text).replace("\uff20", "@").replace("\ufe6b", "@")


def tidy(text: str) -> str:
    """Returns the text on one line with single spaces."""
    return " ".join(text.split())


def of_address(word: str) -> str:
    """Returns an address without joiners, and with ASCII dots, as IDNA reads it."""
    return word.translate(_OF_ADDRESS)


def name(text: str) -> str:
    """Returns a name without bullets, numbers, labels, dashes, colons and surrounding quotes."""
    found, before = tidy(text[:_LONGEST]), None
    while found != before:
        before = found
        found = _LABEL_LAST.sub("", found)
        start = _LABEL_FIRST.match(found) or _START.match(found)
        found = found[start.end() :] if start is not None else found
        found = _unquoted(found.rstrip(_ENDS))
    return tidy(_MENTION.sub(" ", found.removeprefix("@")).translate(_NOT_IN_NAMES))


def handles(text: str) -> tuple[str, ...]:
    """Returns the mentions after a name that are not part of it, such as ``@ana`` in ``Ana Oz (@ana)``."""
    start = name(text).split(" ")[0]
    return tuple(each for each in _MENTION.findall(text[:_LONGEST]) if each.strip("@.-") != start.strip(".-"))


def has_text(text: str) -> bool:
    """Returns whether the text contains more than separators."""
    return any(each.isalnum() for each in text)


def has_letters(text: str) -> bool:
    return any(each.isalpha() for each in text)


def _unquoted(text: str) -> str:
    if text.count('"') == 1:
        text = text.strip('"')  # the matching quote is outside the text
    if len(text) < 2 or text[-1] not in _QUOTES.get(text[0], ""):
        return text
    inner = text[1:-1]
    if text[0] == '"':
        return inner.replace('""', '"').strip()
    # Excludes "(Ana) and (Bo)", whose first bracket closes before the last one.
    return inner.strip() if text[-1] not in inner and text[0] not in inner else text
