"""What the server key does: keyed hashes of secrets, link tokens, and sealing of stored answers.

Each purpose has a key of its own, derived from the server key with HKDF (RFC 5869), so that none
can stand in for another.
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
_TOKEN_BYTES: Final = 16  # 128 bits, the least that ASVS 5.0 7.2.3 asks of a reference token
_NONCE_BYTES: Final = 12  # NIST SP 800-38D 8.2: the size that GCM is made for
_BASE62: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_SECRET_CHARACTERS: Final = 43  # 43 of 62 letters hold 256 bits
_CHECKSUM_CHARACTERS: Final = 6


class Keys:
    """The derived keys of one server key of 32 bytes or more."""

    def __init__(self, server_key: bytes) -> None:
        if len(server_key) < KEY_BYTES:
            raise ValueError(f"a server key has at least {KEY_BYTES} bytes")
        self._hash_key = _derive(server_key, b"wellwish keyed hash")
        self._link_key = _derive(server_key, b"wellwish link token")
        self._form_key = _derive(server_key, b"wellwish form of a page")
        self._callback_key = _derive(server_key, b"wellwish callback of the sandbox")
        self._seal_alike = AESSIV(_derive(server_key, b"wellwish words of a cover"))
        self._seal = AESGCM(_derive(server_key, b"wellwish stored answer"))

    def hash(self, secret: str) -> bytes:
        """Returns the 32 bytes under which a secret of 128 bits or more is kept in a table."""
        return hmac.digest(self._hash_key, secret.encode(), "sha256")

    def link_token(self, kind: str, subject_id: str, version: int) -> str:
        """Returns the token of a link: 128 bits in 22 characters, the same for the same arguments."""
        message = f"{kind}:{subject_id}:{version}".encode()
        digest = hmac.digest(self._link_key, message, "sha256")
        return urlsafe_b64encode(digest[:_TOKEN_BYTES]).rstrip(b"=").decode()

    def form_tag(self, *parts: str) -> str:
        """Returns the tag of a page's form: 128 bits in 22 characters, for these parts alone."""
        message = "".join(f"{len(part)}:{part}" for part in parts).encode()
        digest = hmac.digest(self._form_key, message, "sha256")
        return urlsafe_b64encode(digest[:_TOKEN_BYTES]).rstrip(b"=").decode()

    def is_form_tag(self, tag: str, *parts: str) -> bool:
        """Tells in constant time whether the tag is the one of the parts."""
        return hmac.compare_digest(tag.encode(), self.form_tag(*parts).encode())

    def callback_tag(self, signed: bytes) -> str:
        """Returns the signature of a callback of the sandbox: HMAC-SHA256 in hexadecimal digits."""
        return hmac.new(self._callback_key, signed, "sha256").hexdigest()

    def seal(self, plain: bytes, context: str) -> bytes:
        """Returns the plain bytes encrypted with AES-256-GCM, bound to the context."""
        nonce = os.urandom(_NONCE_BYTES)
        return nonce + self._seal.encrypt(nonce, plain, context.encode())

    def seal_alike(self, plain: bytes, context: str) -> str:
        """Returns the plain bytes encrypted by AES-SIV (RFC 5297): the same for the same, fit for a path."""
        return urlsafe_b64encode(self._seal_alike.encrypt(plain, [context.encode()])).rstrip(b"=").decode()

    def unseal_alike(self, sealed: str, context: str) -> bytes:
        """Returns what ``seal_alike`` was given. Raises ValueError for another key, context or text."""
        padded = sealed + "=" * (-len(sealed) % 4)
        try:
            return self._seal_alike.decrypt(urlsafe_b64decode(padded), [context.encode()])
        except InvalidTag as error:
            raise ValueError("not sealed with this key for this context") from error

    def unseal(self, sealed: bytes, context: str) -> bytes:
        """Returns what ``seal`` was given. Raises ValueError for another key, context or text."""
        try:
            return self._seal.decrypt(sealed[:_NONCE_BYTES], sealed[_NONCE_BYTES:], context.encode())
        except InvalidTag as error:
            raise ValueError("not sealed with this key for this context") from error


def link_hash(token: str) -> bytes:
    """Returns the SHA-256 under which a link's token is found; the token itself has 128 random bits."""
    return hashlib.sha256(token.encode()).digest()


def new_secret(prefix: str) -> str:
    """Returns a new secret of 256 bits with a checksum, for example ``wws_`` and 49 letters and digits.

    The prefix and the CRC-32 in the last six characters let a scanner tell a leaked secret from
    chance, as GitHub describes for its tokens.
    """
    body = "".join(secrets.choice(_BASE62) for _ in range(_SECRET_CHARACTERS))
    return f"{prefix}_{body}{_checksum(body)}"


def is_secret(prefix: str, text: str) -> bool:
    """Tells whether the text has the form and the checksum of a secret with this prefix."""
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
    """Returns the server key that a file holds, made at the first time; empty without one to make."""
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
            os.link(fresh, file)  # unlike rename, a second process cannot replace the first one's key
        except FileExistsError:
            pass
        finally:
            fresh.unlink()
    return bytes.fromhex(file.read_text().strip())
