"""Cryptography with the server key: keyed hashes of secrets, link tokens, encryption of stored data.

Each purpose has a separate key, derived from the server key with HKDF (RFC 5869), so that a value made for
one purpose is invalid for another.
"""

import hashlib
import hmac
import os
import secrets
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from pathlib import Path
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM, AESSIV
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

KEY_BYTES: Final = 32
_TOKEN_BYTES: Final = 16  # 128 bits, the minimum of ASVS 5.0 7.2.3 for a reference token
_NONCE_BYTES: Final = 12  # NIST SP 800-38D 8.2: the recommended size for GCM
_CODES: Final = 1_000_000  # of six digits
_BASE62: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_SECRET_CHARACTERS: Final = 43  # 43 base62 characters contain 256 bits
_CHECKSUM_CHARACTERS: Final = 6


class Keys:
    """The keys derived from a server key of at least 32 bytes."""

    def __init__(self, server_key: bytes) -> None:
        if len(server_key) < KEY_BYTES:
            raise ValueError(f"a server key must have at least {KEY_BYTES} bytes")
        self._hash_key = _derive(server_key, b"wellwish keyed hash")
        self._link_key = _derive(server_key, b"wellwish link token")
        self._form_key = _derive(server_key, b"wellwish form of a page")
        self._callback_key = _derive(server_key, b"wellwish callback of the sandbox")
        self._person_key = _derive(server_key, b"wellwish journal of erasures")
        self._seal_alike = AESSIV(_derive(server_key, b"wellwish words of a cover"))
        self._seal = AESGCM(_derive(server_key, b"wellwish stored answer"))

    def hash(self, secret: str) -> bytes:
        """Returns the 32 bytes stored in place of a secret of at least 128 bits."""
        return hmac.digest(self._hash_key, secret.encode(), "sha256")

    def person(self, address_key: str) -> bytes:
        """Returns the 32 bytes that the journal of erasures stores in place of an address.

        Addresses can be guessed, so without the server key the hash must reveal nothing.
        """
        return hmac.digest(self._person_key, address_key.encode(), "sha256")

    def link_token(self, kind: str, subject_id: str, version: int) -> str:
        """Returns the token of a link: 128 bits in 22 characters, derived only from the arguments."""
        message = f"{kind}:{subject_id}:{version}".encode()
        digest = hmac.digest(self._link_key, message, "sha256")
        return urlsafe_b64encode(digest[:_TOKEN_BYTES]).rstrip(b"=").decode()

    def code(self, kind: str, subject_id: str) -> str:
        """Returns a code of six digits, derived only from the arguments.

        The bias of the remainder is below 2^-100.
        """
        digest = hmac.digest(self._link_key, f"code of {kind}:{subject_id}".encode(), "sha256")
        return f"{int.from_bytes(digest) % _CODES:06}"

    def form_tag(self, *parts: str) -> str:
        """Returns the tag of a form: 128 bits in 22 characters, valid only for these parts."""
        message = "".join(f"{len(part)}:{part}" for part in parts).encode()
        digest = hmac.digest(self._form_key, message, "sha256")
        return urlsafe_b64encode(digest[:_TOKEN_BYTES]).rstrip(b"=").decode()

    def is_form_tag(self, tag: str, *parts: str) -> bool:
        """Whether the tag belongs to the parts, compared in constant time."""
        return hmac.compare_digest(tag.encode(), self.form_tag(*parts).encode())

    def callback_tag(self, signed: bytes) -> str:
        """Returns the signature of a sandbox callback: HMAC-SHA256 in hexadecimal."""
        return hmac.new(self._callback_key, signed, "sha256").hexdigest()

    def seal(self, plain: bytes, context: str) -> bytes:
        """Returns the bytes encrypted with AES-256-GCM and bound to the context."""
        nonce = os.urandom(_NONCE_BYTES)
        return nonce + self._seal.encrypt(nonce, plain, context.encode())

    def seal_alike(self, plain: bytes, context: str) -> str:
        """Returns the bytes encrypted with AES-SIV (RFC 5297), deterministic and safe in a URL path."""
        return urlsafe_b64encode(self._seal_alike.encrypt(plain, [context.encode()])).rstrip(b"=").decode()

    def unseal_alike(self, sealed: str, context: str) -> bytes:
        """Decrypts the result of ``seal_alike``. Raises ValueError for another key, context or text."""
        padded = sealed + "=" * (-len(sealed) % 4)
        try:
            return self._seal_alike.decrypt(urlsafe_b64decode(padded), [context.encode()])
        except InvalidTag as error:
            raise ValueError("not sealed with this key for this context") from error

    def unseal(self, sealed: bytes, context: str) -> bytes:
        """Decrypts the result of ``seal``. Raises ValueError for another key, context or text."""
        try:
            return self._seal.decrypt(sealed[:_NONCE_BYTES], sealed[_NONCE_BYTES:], context.encode())
        except InvalidTag as error:
            raise ValueError("not sealed with this key for this context") from error


def fingerprint(server_key: bytes) -> bytes:
    """Returns 32 bytes that identify a server key.

    HKDF-SHA-256 with a separate purpose: neither the key, which has at least 256 random bits, nor any key
    derived for another purpose can be computed from it.
    """
    return _derive(server_key, b"wellwish fingerprint of the server key")


def link_hash(token: str) -> bytes:
    """Returns the SHA-256 under which a link token is stored. A plain hash suffices for 128 random bits."""
    return hashlib.sha256(token.encode()).digest()


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


def _derive(server_key: bytes, purpose: bytes) -> bytes:
    return HKDF(algorithm=SHA256(), length=KEY_BYTES, salt=None, info=purpose).derive(server_key)


def _checksum(body: str) -> str:
    number, digits = zlib.crc32(body.encode()), ""
    for _ in range(_CHECKSUM_CHARACTERS):
        number, digit = divmod(number, len(_BASE62))
        digits = _BASE62[digit] + digits
    return digits


def kept_key(file: Path, *, make: bool) -> bytes:
    """Returns the server key in the file, and creates it if ``make``; empty if there is none."""
    if not file.exists():
        if not make:
            return b""
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        fresh = file.with_name(f"secret.key.{os.getpid()}")
        with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as writing:
            writing.write(secrets.token_hex(KEY_BYTES) + "\n")
            writing.flush()
            os.fsync(writing.fileno())
        try:
            os.link(fresh, file)  # unlike rename, link cannot replace the key of another process
        except FileExistsError:
            pass
        finally:
            fresh.unlink()
    return bytes.fromhex(file.read_text().strip())
