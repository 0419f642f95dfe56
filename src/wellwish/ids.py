"""Identifiers: TypeIDs over UUIDv7, made in the application and sorted by time of birth.

TypeID specification 0.3.0 (jetify): a lower-case prefix, ``_``, and the 128 bits of a UUID in 26
characters of Crockford's base32, so the first character is at most ``7``.
"""

import re
from datetime import datetime
from typing import Final

from uuid_utils import uuid7

from wellwish import clock

PREFIXES: Final = (
    "acct", "usr", "cred", "bdl", "bp", "tpl", "card", "rcp", "inv", "ctb", "note",
    "pay", "grp", "adm", "evt", "whe", "dlv", "media",
)  # fmt: skip

_ALPHABET: Final = "0123456789abcdefghjkmnpqrstvwxyz"
# Two characters at a time: 1,024 pairs stand for ten bits each, 13 look-ups an id.
_PAIRS: Final = [a + b for a in _ALPHABET for b in _ALPHABET]
SUFFIX: Final = "[0-7][0-9a-hjkmnp-tv-z]{25}"
_FORM: Final = {prefix: re.compile(f"{prefix}_{SUFFIX}") for prefix in PREFIXES}


def new(prefix: str) -> str:
    """Returns a new id, for example ``card_01h455vb4pex5vsknk084sn02q``; later ids sort later."""
    bits = uuid7().int + (clock.moved_ms() << 80)
    return f"{prefix}_" + "".join([_PAIRS[(bits >> shift) & 1023] for shift in range(120, -1, -10)])


def earliest(prefix: str, instant: datetime) -> str:
    """Returns the id that sorts before every other of the instant's millisecond and of later ones."""
    # RFC 9562 section 5.7: a UUIDv7 begins with 48 bits of time, in milliseconds since 1970.
    bits = max(0, int(instant.timestamp() * 1000)) << 80
    return f"{prefix}_" + "".join([_PAIRS[(bits >> shift) & 1023] for shift in range(120, -1, -10)])


def is_id(prefix: str, text: str) -> bool:
    """Tells whether the text has the form of an id with this prefix; says nothing of its existence."""
    return _FORM[prefix].fullmatch(text) is not None


def pattern(prefix: str) -> str:
    """Returns the regular expression of such ids, for the OpenAPI document."""
    return f"^{prefix}_{SUFFIX}$"
