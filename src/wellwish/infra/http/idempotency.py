"""``Idempotency-Key``: a repeated request returns the stored response and takes effect only once.

The response is stored, encrypted with the server key, in the transaction of its effect. The lock belongs to
the transaction, so that a killed process does not leave a lock. The header follows
draft-ietf-httpapi-idempotency-key-header-07.

The bytes of an account's stored responses are limited. They are counted per hour in one row per account,
which the storing statement locks, so that concurrent requests cannot exceed the limit. The bytes of an hour
count until all of its responses have expired, and no response is removed earlier.
"""

import hashlib
import math
import re
import zlib
from datetime import datetime, timedelta
from typing import Final

import msgspec
from msgspec import Struct

from wellwish.base.crypto import Keys
from wellwish.base.errors import (
    IdempotencyKeyReused,
    IdempotencyKeyRunning,
    InvalidIdempotencyKey,
    SecretNoLongerAvailable,
    TooManyStoredResponses,
)
from wellwish.infra.db import Tx

KEPT_FOR: Final = timedelta(hours=25)  # the API promises at least 24 h
_HOUR_S: Final = 3600
_ROW_BYTES: Final = 200  # bytes of a row and its index entries, without the response
_NO_LIMIT: Final = 2**62
_DEFLATED_FROM: Final = 1024  # bytes; compressing shorter bodies saves nothing
_FORM: Final = re.compile(r'"([\x21\x23-\x7e]{1,253})"|([\x21\x23-\x7e][\x21-\x7e]{0,254})')
_RETRY_AFTER_S: Final = 1


class _Row(Struct):
    fingerprint: bytes | None
    status: int | None
    answer: bytes | None
    hours: dict[str, int] | None
    logged_at: str | None


class _Answer(Struct, array_like=True):
    headers: dict[str, str]
    body: bytes
    is_deflated: bool = False


class Stored(Struct, frozen=True):
    """A response stored for a key."""

    status: int
    headers: dict[str, str]
    body: bytes


class Key:
    """An account's key for a request."""

    def __init__(
        self,
        account_id: str,
        header: str,
        fingerprint: bytes,
        keys: Keys,
        max_bytes: int,
        customer_id: str = "",
    ) -> None:
        """``fingerprint`` identifies the request: its method, path with query, and body.

        ``max_bytes`` limits the stored responses of the account; 0 means no limit. ``customer_id`` is the
        customer for which a platform acts. Customers have separate keys, stored with those of the platform.
        Raises InvalidIdempotencyKey.
        """
        form = _FORM.fullmatch(header)
        if form is None:
            raise InvalidIdempotencyKey
        self._account_id = account_id
        # A quoted key (a structured field string, as in the draft) and the same bare key are equal.
        key = form[1] or form[2]  # cannot contain a line break
        self._hash = hashlib.sha256((f"{customer_id}\n{key}" if customer_id else key).encode()).digest()
        self._fingerprint = fingerprint
        self._context = f"answer:{account_id}:{self._hash.hex()}"
        self._keys = keys
        self._max_bytes = max_bytes or _NO_LIMIT

    async def take(self, tx: Tx) -> None:
        """Locks the key for this transaction. Raises IdempotencyKeyRunning."""
        number = int.from_bytes(hashlib.sha256(self._context.encode()).digest()[:8], signed=True)
        if not await tx.value("select pg_try_advisory_xact_lock(:number)", number=number):
            raise IdempotencyKeyRunning(headers={"Retry-After": str(_RETRY_AFTER_S)})

    async def replay(self, tx: Tx) -> Stored | None:
        """Returns the stored response, or None. Requires a preceding `take` in the same transaction.

        Raises IdempotencyKeyReused, SecretNoLongerAvailable, or TooManyStoredResponses if there is neither a
        stored response nor space for one.
        """
        # A commit whose wait for a synchronous standby was cancelled is visible, but may still be lost. A log
        # record forces the commit of this transaction to wait for the standby as well.
        stored = await tx.one(
            _Row,
            """
            select k.fingerprint, k.status, k.answer, b.hours,
              case when k.status is not null then pg_logical_emit_message(true, 'wellwish', '')::text end
                as logged_at
            from (values (true)) as always (holds)
            left join idempotency_keys k
              on k.account_id = :account_id and k.key_hash = :key_hash and k.created_at > :oldest
            left join stored_response_bytes b on b.account_id = :account_id
            """,
            account_id=self._account_id,
            key_hash=self._hash,
            oldest=tx.real_now - KEPT_FOR,
        )
        if stored.fingerprint is None or stored.status is None:
            self._check_room(tx.real_now, stored.hours or {}, _ROW_BYTES)
            return None
        if stored.fingerprint != self._fingerprint:
            raise IdempotencyKeyReused
        if stored.answer is None:
            raise SecretNoLongerAvailable
        try:
            plain = self._keys.unseal(stored.answer, self._context)
        except ValueError:  # `wellwish key drop --force` dropped its server key
            raise SecretNoLongerAvailable from None
        answer = msgspec.msgpack.decode(plain, type=_Answer)
        body = zlib.decompress(answer.body) if answer.is_deflated else answer.body
        return Stored(stored.status, answer.headers, body)

    async def keep(self, tx: Tx, response: Stored, *, secret: bool) -> None:
        """Stores the response or, if it contains a secret, only the fact that it was sent.

        Raises TooManyStoredResponses, which undoes the effect of the request.
        """
        sealed = None if secret else self._sealed(response)
        size = _ROW_BYTES + len(sealed or b"")
        kept = await tx.run(
            """
            with counted as (
              insert into stored_response_bytes as b (account_id, hours, updated_at)
              select :account_id, jsonb_set('{}', array[:hour::text], :size::bigint::text::jsonb, true),
                :real_now
              where :size::bigint <= :max_bytes::bigint
              on conflict (account_id) do update set
                hours = jsonb_set(
                  b.hours - array(
                    select h.hour from jsonb_object_keys(b.hours) as h (hour)
                    where h.hour::bigint < :oldest_hour::bigint),
                  array[:hour::text],
                  (coalesce((b.hours ->> :hour::text)::bigint, 0) + :size::bigint)::text::jsonb, true),
                updated_at = excluded.updated_at
              where :size::bigint + (
                select coalesce(sum(h.value::bigint), 0) from jsonb_each_text(b.hours) h
                where h.key::bigint >= :oldest_hour::bigint) <= :max_bytes::bigint
              returning account_id)
            insert into idempotency_keys (account_id, key_hash, fingerprint, status, answer, created_at)
            select account_id, :key_hash, :fingerprint, :status, :answer, :real_now from counted
            on conflict (account_id, key_hash) do update set
              fingerprint = excluded.fingerprint, status = excluded.status,
              answer = excluded.answer, created_at = excluded.created_at
            """,
            account_id=self._account_id,
            key_hash=self._hash,
            fingerprint=self._fingerprint,
            status=response.status,
            answer=sealed,
            size=size,
            max_bytes=self._max_bytes,
            hour=str(_hour(tx.real_now)),
            oldest_hour=_hour(tx.real_now - KEPT_FOR),
        )
        if not kept:
            raise await self._no_room(tx, size)

    def _sealed(self, response: Stored) -> bytes:
        deflated = len(response.body) >= _DEFLATED_FROM
        body = zlib.compress(response.body, 1) if deflated else response.body
        return self._keys.seal(
            msgspec.msgpack.encode(_Answer(response.headers, body, deflated)), self._context
        )

    def _check_room(self, now: datetime, hours: dict[str, int], size: int) -> None:
        """Raises TooManyStoredResponses if ``size`` more bytes do not fit."""
        counted = sorted(
            (int(hour), used) for hour, used in hours.items() if int(hour) >= _hour(now - KEPT_FOR)
        )
        excess = sum(used for _, used in counted) + size - self._max_bytes
        if excess > 0:
            raise self._too_many(now, counted, excess)

    async def _no_room(self, tx: Tx, size: int) -> TooManyStoredResponses:
        hours = await tx.maybe(
            _Hours,
            "select hours from stored_response_bytes where account_id = :account_id",
            account_id=self._account_id,
        )
        try:
            self._check_room(tx.real_now, {} if hours is None else hours.hours, size)
        except TooManyStoredResponses as refusal:
            return refusal
        return self._too_many(tx.real_now, [], 0)  # responses have expired since the attempt

    def _too_many(self, now: datetime, counted: list[tuple[int, int]], excess: int) -> TooManyStoredResponses:
        """Returns the refusal; ``Retry-After`` is the time until enough of the oldest responses expire."""
        wait_s = 1.0
        for hour, used in counted:
            if excess <= 0:
                break
            excess -= used
            wait_s = (hour + 1) * _HOUR_S + KEPT_FOR.total_seconds() - now.timestamp()
        return TooManyStoredResponses(headers={"Retry-After": str(math.ceil(wait_s))})


def fingerprint_of(target: bytes, body: bytes) -> bytes:
    """Returns the fingerprint of a request; ``target`` is its method and path with query, on one line."""
    digest = hashlib.sha256(target)
    digest.update(body)
    return digest.digest()


class _Hours(Struct):
    hours: dict[str, int]


def _hour(moment: datetime) -> int:
    return math.floor(moment.timestamp() / _HOUR_S)


async def count_sealed_until(tx: Tx, until: datetime) -> int:
    """Returns the number of unexpired responses stored before ``until``."""
    return await tx.value(
        """
        select count(*) from idempotency_keys
        where answer is not null and created_at <= :until and created_at > :oldest
        """,
        until=until,
        oldest=tx.real_now - KEPT_FOR,
    )
