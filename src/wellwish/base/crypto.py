"""Cryptography with the server key: keyed hashes of secrets, link tokens, encryption of stored data.

Each purpose has a separate key, derived from the server key with HKDF (RFC 5869), so that a value created for
one purpose is invalid for all others.
"""

import hashlib
import hmac
import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import Final, NamedTuple

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM, AESSIV
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.hmac import HMAC
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from wellwish.base import clock, ids

KEY_BYTES: Final = 32
_TOKEN_BYTES: Final = 16  # 128 bits, the minimum of ASVS 5.0 7.2.3 for a reference token
_NONCE_BYTES: Final = 12  # NIST SP 800-38D 8.2: the recommended size for GCM
_CODES: Final = 1_000_000  # the number of codes of six digits
_RING: Final = "generations of derived keys"
# In the version of a rotated link, the bits above this number contain the key generation. Versions that are
# timestamps, in seconds or milliseconds, exceed the range of counted versions.
_VERSION_BITS: Final = 16
_COUNTED: Final = 1 << 24


class _Mac:
    """HMAC-SHA-256 (RFC 2104). The key is set up once, which takes longer than hashing a short message."""

    def __init__(self, key: bytes) -> None:
        self._keyed = HMAC(key, SHA256())

    def __call__(self, message: bytes) -> bytes:
        made = self._keyed.copy()
        made.update(message)
        return made.finalize()


class _Derived:
    """The keys derived from one server key of at least 32 bytes."""

    def __init__(self, server_key: bytes) -> None:
        if len(server_key) < KEY_BYTES:
            raise ValueError(f"a server key must have at least {KEY_BYTES} bytes")
        self.fingerprint = fingerprint(server_key)
        hash_key = _derive(server_key, b"wellwish keyed hash")
        form_key = _derive(server_key, b"wellwish form of a page")
        self.hash, self.form = _Mac(hash_key), _Mac(form_key)
        self.callback = _Mac(_derive(server_key, b"wellwish callback of the sandbox"))
        self.seal = AESGCM(_derive(server_key, b"wellwish stored answer"))
        link_key = _derive(server_key, b"wellwish link token")
        cover_key = _derive(server_key, b"wellwish words of a cover")
        person_key = _derive(server_key, b"wellwish journal of erasures")
        self.lasting = link_key + cover_key + hash_key + form_key + person_key


class _Generation:
    """Derived keys that outlive their server key; subjects created at or after ``starts_at`` use them."""

    def __init__(self, lasting: bytes, starts_at: datetime | None) -> None:
        link_key, cover_key, *others = (
            lasting[at : at + KEY_BYTES] for at in range(0, 5 * KEY_BYTES, KEY_BYTES)
        )
        self.link, self.hash, self.form, self.person = map(_Mac, (link_key, *others))
        self.lasting = lasting
        self.starts_ms = 0 if starts_at is None else int(starts_at.timestamp() * 1000)
        self.seal_alike = AESSIV(cover_key)


class SealedGeneration(NamedTuple):
    """A generation as stored in the database; the first one has no start."""

    starts_at: datetime | None
    sealed: bytes


class Keys:
    """The keys derived from the server key and, during a rotation, from the previous one.

    Both are accepted. New values use the key whose fingerprint is in the database, so that all processes
    accept these values while processes restart one after the other (decision 33).
    """

    def __init__(self, server_key: bytes, previous_key: bytes | None = None) -> None:
        self._current = _Derived(server_key)
        self._previous = None if previous_key is None else _Derived(previous_key)
        self.adopt(None, ())

    def adopt(self, in_use: bytes | None, generations: Sequence[SealedGeneration]) -> None:
        """Applies the state of the database: the fingerprint of the key in use, and the generations in order.

        Raises ValueError for a generation that neither key can open.
        """
        known = [self._current, *filter(None, [self._previous])]
        if self._previous is not None and in_use == self._previous.fingerprint:
            known.reverse()
        ring = [_Generation(self._opened(each), each.starts_at) for each in generations]
        self._known, self._ring = known, ring or [_Generation(known[0].lasting, None)]

    @property
    def fingerprint(self) -> bytes:
        """The fingerprint of the key that new values use."""
        return self._known[0].fingerprint

    @property
    def is_adopted(self) -> bool:
        """Whether new values use the server key; before its adoption they use the previous one."""
        return self._known[0] is self._current

    @property
    def label(self) -> str:
        """The prefixes of the fingerprints of the keys that this process accepts."""
        return " ".join(short(each.fingerprint) for each in self._known)

    def next_ring(self, starts_at: datetime) -> list[SealedGeneration]:
        """Returns all generations sealed with the server key, and a new one for use from ``starts_at``."""
        ring = [*self._ring, _Generation(self._current.lasting, starts_at)]
        return [
            SealedGeneration(
                datetime.fromtimestamp(each.starts_ms / 1000, UTC) if each.starts_ms else None,
                _seal(self._current, each.lasting, _RING),
            )
            for each in ring
        ]

    def hash(self, secret: str) -> bytes:
        """Returns the 32 bytes stored in place of a secret of at least 128 bits."""
        return self._known[0].hash(secret.encode())

    def hashes(self, secret: str) -> list[bytes]:
        """Returns the hashes under which a secret may be stored; the first is that of ``hash``."""
        return [each.hash(secret.encode()) for each in self._known]

    def is_hash(self, stored: bytes, secret: str) -> bool:
        """Whether a secret is stored as this hash, compared in constant time."""
        return any(hmac.compare_digest(stored, each) for each in self.hashes(secret))

    def pseudonym(self, text: str) -> bytes:
        """Returns 32 bytes that represent an address or the subject of a limit, and survive rotations."""
        return self._ring[0].hash(text.encode())

    def link_bytes(self, kind: str, subject_id: str, version: int) -> bytes:
        """Returns 128 bits, which are always the same for the same arguments."""
        return self._link(subject_id, version)(f"{kind}:{subject_id}:{version}".encode())[:_TOKEN_BYTES]

    def person(self, address_key: str) -> bytes:
        """Returns the 32 bytes that the erasure journal stores in place of an address: it can be guessed."""
        return self._ring[0].person(address_key.encode())

    def receipt_seeds(self, now: datetime) -> list[bytes]:
        """Returns the seeds of the keys that sign receipts, of all generations; the one in use is first."""
        seeds = [_derive(each.lasting, b"wellwish receipts of erasures") for each in self._ring]
        return [seeds.pop(self._newest(now.timestamp() * 1000)), *seeds]

    def link_token(self, kind: str, subject_id: str, version: int) -> str:
        """Returns the token of a link: ``link_bytes`` in 22 characters."""
        return urlsafe_b64encode(self.link_bytes(kind, subject_id, version)).rstrip(b"=").decode()

    def passing_token(self, kind: str, subject: str, until: int) -> str:
        """Returns a token of 22 characters for a subject without an ID, from the newest generation."""
        return _passing(self._ring[self._newest(clock.now().timestamp() * 1000)], kind, subject, until)

    def is_passing_token(self, token: str, kind: str, subject: str, until: int) -> bool:
        """Whether the token belongs to the subject, compared in constant time."""
        made = (_passing(each, kind, subject, until) for each in self._ring)
        return any(hmac.compare_digest(token.encode(), each.encode()) for each in made)

    def link_floor(self, now: datetime) -> int:
        """Returns the lowest version for a link that is rotated now, so that it uses the newest key."""
        return self._newest(now.timestamp() * 1000) << _VERSION_BITS

    def code(self, kind: str, subject_id: str) -> str:
        """Returns a code of six digits, always the same for the same arguments; its bias is below 2^-100."""
        digest = self._link(subject_id, 1)(f"code of {kind}:{subject_id}".encode())
        return f"{int.from_bytes(digest) % _CODES:06}"

    def _link(self, subject_id: str, version: int) -> _Mac:
        if len(self._ring) == 1:
            return self._ring[0].link
        made_ms = max(map(ids.made_ms, ids.FOUND.findall(subject_id)), default=0)
        rotated = version >> _VERSION_BITS if version < _COUNTED else 0
        return self._ring[max(self._newest(made_ms), rotated)].link

    def _newest(self, at_ms: float) -> int:
        return max(number for number, each in enumerate(self._ring) if each.starts_ms <= at_ms or not number)

    def form_tag(self, *parts: str) -> str:
        """Returns the tag of a form: 128 bits in 22 characters, which are valid only for these parts."""
        return _tag(self._known[0].form, parts)

    def is_form_tag(self, tag: str, *parts: str) -> bool:
        """Whether the tag belongs to the parts, compared in constant time."""
        return any(hmac.compare_digest(tag.encode(), _tag(each.form, parts).encode()) for each in self._known)

    def lasting_tag(self, *parts: str) -> str:
        """Returns a tag that only identifies the parts and survives rotations."""
        return _tag(self._ring[0].form, parts)

    def callback_tag(self, signed: bytes) -> str:
        """Returns the signature of a sandbox callback: HMAC-SHA256 in hexadecimal."""
        return self._known[0].callback(signed).hex()

    def is_callback_tag(self, tag: str, signed: bytes) -> bool:
        """Whether the signature belongs to the callback, compared in constant time."""
        made = (each.callback(signed).hex() for each in self._known)
        return any(hmac.compare_digest(tag.encode(), each.encode()) for each in made)

    def seal(self, plain: bytes, context: str) -> bytes:
        """Returns the bytes encrypted with AES-256-GCM and bound to the context."""
        return _seal(self._known[0], plain, context)

    def unseal(self, sealed: bytes, context: str) -> bytes:
        """Decrypts the result of ``seal``. Raises ValueError for another key, context or text."""
        for each in self._known:
            with suppress(InvalidTag):
                return each.seal.decrypt(sealed[:_NONCE_BYTES], sealed[_NONCE_BYTES:], context.encode())
        raise ValueError("not sealed with this key for this context")

    def resealed(self, sealed: bytes, context: str) -> bytes | None:
        """Returns the content sealed with the key in use, or None if it already is. Raises ValueError."""
        with suppress(InvalidTag):
            self._known[0].seal.decrypt(sealed[:_NONCE_BYTES], sealed[_NONCE_BYTES:], context.encode())
            return None
        return self.seal(self.unseal(sealed, context), context)

    def seal_alike(self, plain: bytes, context: str) -> str:
        """Returns the bytes encrypted with AES-SIV (RFC 5297), deterministic and safe in a URL path."""
        newest = self._ring[self._newest(clock.now().timestamp() * 1000)]
        return _seal_alike(newest, plain, context)

    def unseal_alike(self, sealed: str, context: str) -> bytes:
        """Decrypts the result of ``seal_alike``. Raises ValueError for another key, context or text."""
        given = urlsafe_b64decode(sealed + "=" * (-len(sealed) % 4))
        for each in reversed(self._ring):
            with suppress(InvalidTag):
                return each.seal_alike.decrypt(given, [context.encode()])
        raise ValueError("not sealed with this key for this context")

    def resealed_alike(self, sealed: str, context: str) -> str | None:
        """Returns the content sealed with the newest generation; None if it already is. Raises ValueError."""
        fresh = _seal_alike(self._ring[-1], self.unseal_alike(sealed, context), context)
        return None if fresh == sealed else fresh

    def _opened(self, generation: SealedGeneration) -> bytes:
        sealed = generation.sealed
        for each in filter(None, [self._current, self._previous]):
            with suppress(InvalidTag):
                return each.seal.decrypt(sealed[:_NONCE_BYTES], sealed[_NONCE_BYTES:], _RING.encode())
        raise ValueError("the derived keys in the database were sealed with another server key")


def fingerprint(server_key: bytes) -> bytes:
    """Returns 32 bytes that identify a server key, derived with HKDF-SHA-256 for a separate purpose: neither
    the key, which has at least 256 random bits, nor any key for another purpose can be computed from it.
    """
    return _derive(server_key, b"wellwish fingerprint of the server key")


def short(fingerprint: bytes) -> str:
    """Returns the start of a fingerprint, which is sufficient to distinguish keys."""
    return fingerprint[:4].hex()


def link_hash(token: str) -> bytes:
    """Returns the SHA-256 hash stored for a link token. An unkeyed hash is enough for 128 random bits."""
    return hashlib.sha256(token.encode()).digest()


def _derive(server_key: bytes, purpose: bytes) -> bytes:
    return HKDF(algorithm=SHA256(), length=KEY_BYTES, salt=None, info=purpose).derive(server_key)


def _seal(keys: _Derived, plain: bytes, context: str) -> bytes:
    nonce = os.urandom(_NONCE_BYTES)
    return nonce + keys.seal.encrypt(nonce, plain, context.encode())


def _seal_alike(generation: _Generation, plain: bytes, context: str) -> str:
    return urlsafe_b64encode(generation.seal_alike.encrypt(plain, [context.encode()])).rstrip(b"=").decode()


def _passing(generation: _Generation, kind: str, subject: str, until: int) -> str:
    made = generation.link(f"{kind}:{subject}:{until}".encode())[:_TOKEN_BYTES]
    return urlsafe_b64encode(made).rstrip(b"=").decode()


def _tag(form: _Mac, parts: Sequence[str]) -> str:
    message = "".join(f"{len(part)}:{part}" for part in parts).encode()
    return urlsafe_b64encode(form(message)[:_TOKEN_BYTES]).rstrip(b"=").decode()
