"""The field types of request bodies, with their allowed characters and normalisation."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, ClassVar, Final
from urllib.parse import urlsplit

from msgspec import Meta, Struct

from wellwish.base.combining_marks import MAX_MARKS, has_too_many
from wellwish.base.errors import Fault
from wellwish.base.idn import ascii_url

# General category Cc, surrogates, and the two separators that email and HTTP libraries treat as line breaks.
_NOT_IN_LINES: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
# At least two labels, so that browsers resolve exactly the displayed host.
_DNS_NAME: Final = re.compile(r"(?=.{1,253}\Z)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+", re.IGNORECASE)
_NOT_IN_TEXTS: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")

# The same as short regular expressions for the OpenAPI document, valid in both ECMA-262 and Python.
LINE_PATTERN: Final = r"^[^\x00-\x1f\x7f-\x9f\u2028\u2029]*$"
TEXT_PATTERN: Final = r"^[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]*$"
# No lookahead: it slows programs that generate text from patterns.
FILLED_PATTERN: Final = (
    r"^[^\x00-\x1f\x7f-\x9f\u2028\u2029]*[^\s\x00-\x1f\x7f-\x9f\u2028\u2029]"
    r"[^\x00-\x1f\x7f-\x9f\u2028\u2029]*$"
)
FILLED_TEXT_PATTERN: Final = (
    r"^[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]*"
    r"[^\s\x00-\x1f\x7f-\x9f]"
    r"[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]*$"
)

# Returns the canonical spelling; raises ValueError with a sentence for the client. With ``spelled``, strict
# handling accepts only the canonical spelling.
Check = Callable[[str], str]
# Returns the code and the sentence of a warning about valid input that has no effect here, or None.
Doubt = Callable[[str], tuple[str, str] | None]


def calendar_date(given: str) -> str:
    """Returns a date in ISO 8601. Raises ValueError."""
    try:
        return date.fromisoformat(given).isoformat()
    except ValueError:
        raise ValueError("Must be a date, such as 2026-12-24.") from None


class Body(Struct, frozen=True, kw_only=True):
    """A request body. Unknown members are warnings in lenient handling, and errors in strict handling.

    If ``closed``, unknown members are errors in both. ``audited`` names lists whose items the audit log has.
    """

    closed: ClassVar[bool] = False
    audited: ClassVar[frozenset[str]] = frozenset()

    def faults(self) -> Iterable[Fault]:
        """Returns errors in the combination of fields that are individually valid."""
        return ()

    def identifying(self, raw: bytes) -> bytes:
        """Returns the bytes whose fingerprint is stored with the ``Idempotency-Key``.

        Bodies override it to exclude data of which not even a hash may be stored.
        """
        return raw

    @property
    def moves_money(self) -> bool:
        """Whether this request moves money. Bodies that do so only in some cases override it."""
        return False

    @property
    def cost(self) -> int:
        """The additional cost of this request, in requests, apart from the cost of its size."""
        return 0


class Change(Body, frozen=True, kw_only=True):
    """The body of a PATCH. Absent members leave their fields unchanged; null and blank text clear them."""

    closed: ClassVar[bool] = True


class Query(Struct, frozen=True, kw_only=True):
    """The query parameters of an operation."""


@dataclass(frozen=True)
class Lenient:
    """Input that only lenient handling accepts for a field, as an annotation next to its ``Meta``.

    ``names``: other names of the field. ``parts``: names of texts that are joined to form its value.
    ``number``: returns the number for a word, or raises ValueError with a sentence for the client.
    ``levels``: whether members of this object are also accepted next to it, and its sibling members inside
    it.
    """

    names: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    number: Callable[[str], int] | None = None
    levels: bool = False


@dataclass(frozen=True)
class TextRule:
    """The rules of a text field: line breaks, normalisation and checks."""

    lines: bool = False
    as_sent: bool = False
    check: Check | None = None
    spelled: bool = False  # strict handling refuses the other spellings that the check accepts
    doubt: Doubt | None = None

    def fault(self, text: str, pointer: str = "") -> Fault | None:
        """Returns the error in the characters of the text, or None."""
        if (_NOT_IN_TEXTS if self.lines else _NOT_IN_LINES).search(text) is not None:
            return Fault(pointer, "control_character", "Must not contain control characters.")
        if not self.as_sent and has_too_many(text):
            detail = f"Must not contain letters with more than {MAX_MARKS} combining marks."
            return Fault(pointer, "too_many_marks", detail)
        return None

    def normal(self, text: str) -> str:
        """Returns the text trimmed and normalised to NFC, or unchanged if ``as_sent``."""
        if self.as_sent:
            return text
        return text.strip() if text.isascii() else unicodedata.normalize("NFC", text).strip()


def line(
    max_length: int,
    description: str,
    *,
    required: bool = False,
    check: Check | None = None,
    spelled: bool = False,
    doubt: Doubt | None = None,
    schema: dict[str, Any] | None = None,
) -> Meta:
    """Text of one line with at most ``max_length`` characters. Required text cannot be blank."""
    return Meta(
        max_length=max_length,
        min_length=1 if required else None,
        description=description,
        extra_json_schema={"pattern": FILLED_PATTERN if required else LINE_PATTERN, **(schema or {})},
        extra={"rule": TextRule(check=check, spelled=spelled, doubt=doubt)},
    )


def text(
    max_length: int,
    description: str,
    *,
    required: bool = False,
    as_sent: bool = False,
    check: Check | None = None,
) -> Meta:
    """Text that can contain line breaks and tabs. Required text cannot be blank."""
    return Meta(
        max_length=max_length,
        min_length=1 if required else None,
        description=description,
        extra_json_schema={"pattern": FILLED_TEXT_PATTERN if required else TEXT_PATTERN},
        extra={"rule": TextRule(lines=True, as_sent=as_sent, check=check)},
    )


def word(words: Sequence[str], description: str, *, check: Check | None = None, max_length: int = 40) -> Meta:
    """One of ``words``, in any letter case; ``check`` can accept further spellings."""
    return Meta(
        description=description,
        max_length=max_length,
        extra_json_schema={"enum": list(words), "maxLength": max_length},
        extra={"rule": TextRule(check=check or one_of(words), spelled=True)},
    )


def whole(low: int, high: int, description: str) -> Meta:
    """An integer from ``low`` to ``high``; 10.0 is the integer 10."""
    wide = high > 2**31 - 1
    return Meta(
        ge=low, le=high, description=description, extra_json_schema={"format": "int64" if wide else "int32"}
    )


def one_of(words: Sequence[str]) -> Check:
    """Returns a check that accepts the words in any letter case."""

    def check(given: str) -> str:
        if given.lower() not in words:
            raise ValueError(f"Must be one of: {', '.join(words)}.")
        return given.lower()

    return check


def web_address(given: str) -> str:
    """Checks an http or https URL with a host and without credentials. Raises ValueError."""
    if not re.fullmatch(r"https?://[^\s/?#@\\]+([/?#]\S*)?", given, re.IGNORECASE):
        raise ValueError("Must be an http or https URL with a host and without a user name.")
    return given


def https_url(given: str) -> str:
    """Returns an https URL with an ASCII host name, for links on pages. Raises ValueError."""
    try:
        url = ascii_url(web_address(given))
        parts = urlsplit(url)
        fits = parts.scheme == "https" and _DNS_NAME.fullmatch(parts.hostname or "") and parts.port != 0
    except ValueError:
        fits, url = None, ""
    if not fits:
        raise ValueError("Must be an https URL with a host name and without a user name.")
    return url


def origin_of(url: str) -> str:
    """Returns the origin (RFC 6454 section 6.2) of a URL that ``https_url`` accepts."""
    parts = urlsplit(ascii_url(url))
    port = "" if parts.port in (None, 443) else f":{parts.port}"
    return f"https://{parts.hostname}{port}"
