"""The format of API keys, client secrets and access tokens."""

import hmac
import secrets
import zlib
from typing import Final

_BASE62: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_SECRET_CHARACTERS: Final = 43  # 43 base62 characters contain 256 bits
_CHECKSUM_CHARACTERS: Final = 6


def new_secret(prefix: str) -> str:
    """Returns a new secret of 256 bits with a checksum, for example ``wws_`` and 49 letters and digits.

    The prefix and the CRC-32 in the last six characters let scanners recognise leaked secrets, as with
    GitHub's tokens.
    """
    body = "".join(secrets.choice(_BASE62) for _ in range(_SECRET_CHARACTERS))
    return f"{prefix}_{body}{_checksum(body)}"


def is_secret(prefix: str, text: str) -> bool:
    """Whether the text has the format and checksum of a secret with this prefix."""
    head, _, rest = text.partition("_")
    body, checksum = rest[:_SECRET_CHARACTERS], rest[_SECRET_CHARACTERS:]
    well_formed = head == prefix and len(body) == _SECRET_CHARACTERS and text.isascii()
    return well_formed and hmac.compare_digest(checksum, _checksum(body))


def _checksum(body: str) -> str:
    number, digits = zlib.crc32(body.encode()), ""
    for _ in range(_CHECKSUM_CHARACTERS):
        number, digit = divmod(number, len(_BASE62))
        digits = _BASE62[digit] + digits
    return digits
