"""``Idempotency-Key``: a repeated request returns the stored response and takes effect only once.

The response is stored in the transaction of its effect, encrypted with the server key. The lock belongs to
the transaction, so a killed process leaves no lock behind. The header follows
draft-ietf-httpapi-idempotency-key-header-07.
"""

import hashlib
import re
from datetime import timedelta
from typing import Final

import msgspec
from msgspec import Struct

from wellwish.crypto import Keys
from wellwish.db import Tx
from wellwish.errors import (
    IdempotencyKeyReused,
    IdempotencyKeyRunning,
    InvalidIdempotencyKey,
    SecretNoLongerAvailable,
)

KEPT_FOR: Final = timedelta(hours=48)  # the API promises at least 24 h
_FORM: Final = re.compile(r'"([\x21\x23-\x7e]{1,253})"|([\x21\x23-\x7e][\x21-\x7e]{0,254})')
_RETRY_AFTER_S: Final = 1


class _Row(Struct):
    fingerprint: bytes
    status: int
    answer: bytes | None


class _Answer(Struct, array_like=True):
    headers: dict[str, str]
    body: bytes


class Stored(Struct, frozen=True):
    """A response as stored for its key."""

    status: int
    headers: dict[str, str]
    body: bytes


class Key:
    """The key of one account for one request."""

    def __init__(self, account_id: str, header: str, request: bytes, keys: Keys) -> None:
        """``request`` identifies the request: method, path with query, and body."""
        form = _FORM.fullmatch(header)
        if form is None:
            raise InvalidIdempotencyKey
        self._account_id = account_id
        # A quoted key (a structured field string, as in the draft) and the same bare key are equal.
        self._hash = hashlib.sha256((form[1] or form[2]).encode()).digest()
        self._fingerprint = hashlib.sha256(request).digest()
        self._context = f"answer:{account_id}:{self._hash.hex()}"
        self._keys = keys

    async def take(self, tx: Tx) -> None:
        """Locks the key for this transaction. Raises IdempotencyKeyRunning."""
        number = int.from_bytes(hashlib.sha256(self._context.encode()).digest()[:8], signed=True)
        if not await tx.value("select pg_try_advisory_xact_lock(:number)", number=number):
            raise IdempotencyKeyRunning(headers={"Retry-After": str(_RETRY_AFTER_S)})

    async def replay(self, tx: Tx) -> Stored | None:
        """Returns the stored response, or None. Requires a preceding `take` in the same transaction.

        Raises IdempotencyKeyReused or SecretNoLongerAvailable.
        """
        stored = await tx.maybe(
            _Row,
            """
            select {columns} from idempotency_keys
            where account_id = :account_id and key_hash = :key_hash and created_at > :oldest
            """,
            account_id=self._account_id,
            key_hash=self._hash,
            oldest=tx.now - KEPT_FOR,
        )
        if stored is None:
            return None
        if stored.fingerprint != self._fingerprint:
            raise IdempotencyKeyReused
        if stored.answer is None:
            raise SecretNoLongerAvailable
        answer = msgspec.msgpack.decode(self._keys.unseal(stored.answer, self._context), type=_Answer)
        return Stored(stored.status, answer.headers, answer.body)

    async def keep(self, tx: Tx, response: Stored, *, secret: bool) -> None:
        """Stores the response; for a response with a secret, only the fact that it was sent."""
        plain = msgspec.msgpack.encode(_Answer(response.headers, response.body))
        await tx.run(
            """
            insert into idempotency_keys (account_id, key_hash, fingerprint, status, answer, created_at)
            values (:account_id, :key_hash, :fingerprint, :status, :answer, :now)
            on conflict (account_id, key_hash) do update set
              fingerprint = excluded.fingerprint, status = excluded.status,
              answer = excluded.answer, created_at = excluded.created_at
            """,
            account_id=self._account_id,
            key_hash=self._hash,
            fingerprint=self._fingerprint,
            status=response.status,
            answer=None if secret else self._keys.seal(plain, self._context),
        )
