"""The field types of request bodies: allowed characters, and normalisation."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final
from urllib.parse import urlsplit

from msgspec import Meta, Struct

from wellwish.base.combining_marks import MAX_MARKS, has_too_many
from wellwish.base.errors import Fault
from wellwish.base.idn import ascii_url

# General category Cc, and the two separators that mail and HTTP libraries treat as line breaks.
_NOT_IN_LINES: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
# At least two labels, so that browsers resolve exactly the host that a page shows.
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

# Returns the canonical spelling; raises ValueError with a sentence for the client. Strict handling
# accepts only the canonical spelling.
Check = Callable[[str], str]
# Returns the code and the sentence of a warning about valid input that has no effect here, or None.
Doubt = Callable[[str], tuple[str, str] | None]


class Body(Struct, frozen=True, kw_only=True):
    """A request body. An unknown member is a warning in lenient handling, and a fault in strict handling.

    If ``closed``, an unknown member is a fault in lenient handling, too.
    """

    closed: ClassVar[bool] = False

    def faults(self) -> Iterable[Fault]:
        """Returns the faults that concern several fields at once; each field by itself is valid."""
        return ()

    def identifying(self, raw: bytes) -> bytes:
        """Returns the bytes of which the fingerprint of an ``Idempotency-Key`` is stored.

        Bodies with data of which not even a hash may be stored override it.
        """
        return raw

    @property
    def moves_money(self) -> bool:
        """Whether this request moves money. Bodies that do so only in some cases override it."""
        return False

    @property
    def cost(self) -> int:
        """The number of requests that this one counts as, beyond one and the cost of its size."""
        return 0


class Change(Body, frozen=True, kw_only=True):
    """The body of a PATCH: an absent member leaves the field unchanged, null or a blank text clears it."""

    closed: ClassVar[bool] = True


class Query(Struct, frozen=True, kw_only=True):
    """The query parameters of an operation."""


@dataclass(frozen=True)
class Lenient:
    """Input that only lenient handling accepts for a field; an annotation next to its ``Meta``.

    ``names``: other names of the field. ``parts``: names of texts that are joined to its value. ``number``:
    returns the number that a word means, and raises ValueError with a sentence for the client. ``levels``:
    the members of this object are also accepted next to it, and the members next to it also inside.
    """

    names: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    number: Callable[[str], int] | None = None
    levels: bool = False


@dataclass(frozen=True)
class TextRule:
    """How a text is read: whether line breaks are allowed, how it is normalised and checked."""

    lines: bool = False
    as_sent: bool = False
    check: Check | None = None
    spelled: bool = False  # the check accepts other spellings, which strict handling refuses
    doubt: Doubt | None = None

    def fault(self, text: str, pointer: str = "") -> Fault | None:
        """Returns the fault in the characters of the text, or None."""
        if (_NOT_IN_TEXTS if self.lines else _NOT_IN_LINES).search(text) is not None:
            return Fault(pointer, "control_character", "Must not contain control characters.")
        if not self.as_sent and has_too_many(text):
            detail = f"Must not contain letters with more than {MAX_MARKS} combining marks."
            return Fault(pointer, "too_many_marks", detail)
        return None

    def normal(self, text: str) -> str:
        """Returns the text trimmed and in NFC, or unchanged if ``as_sent``."""
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
    """A text of one line with at most ``max_length`` characters; a required text cannot be blank."""
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
    """A text that can contain line breaks and tabs; a required text cannot be blank."""
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
    """Returns an https URL with its host as DNS stores it, for links that pages show. Raises ValueError."""
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
