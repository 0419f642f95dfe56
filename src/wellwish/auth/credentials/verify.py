"""Verify a key pair or restricted key, counting failures by API key and source address in combination.

Someone who knows an API key therefore cannot lock its account out: the right pair works from any other
address. A second limit, per address and over all keys, bounds the rows that made-up keys create. It refuses
no valid pair.
"""

import math
from datetime import datetime, timedelta
from typing import Final

from msgspec import Struct
from starlette.requests import Request

from wellwish.auth.credentials.credential import (
    API_KEY_PREFIX,
    CLIENT_SECRET_PREFIX,
    PAIR_CHALLENGE,
    RESTRICTED_KEY_PREFIX,
    Credential,
    Restriction,
)
from wellwish.auth.credentials.network import check_network
from wellwish.base import clock
from wellwish.base.errors import AccountSuspended, InvalidClient, TooManyFailures
from wellwish.infra.http import Services
from wellwish.infra.http.budget import peer

MAX_FAILURES: Final = 10  # failures in a window, for one key from one address
WINDOW: Final = timedelta(minutes=1)

_SWAPPED: Final = (
    f"The two halves are swapped: the API key begins with `{API_KEY_PREFIX}_` or `{RESTRICTED_KEY_PREFIX}_`, "
    f"the client secret with `{CLIENT_SECRET_PREFIX}_`."
)
_NO_HASH: Final = bytes(32)  # has the length of a real hash, but is the hash of no secret


class _Known(Struct):
    failures: int
    credential_id: str | None
    account_id: str | None
    user_id: str | None
    client_secret_hash: bytes | None
    key_fingerprint: bytes | None
    is_suspended: bool
    is_test: bool
    shared_with: str
    is_restricted: bool
    scopes: list[str] | None
    networks: list[str] | None
    has_ended: bool


async def verify(services: Services, request: Request, api_key: str, client_secret: str) -> Credential:
    """Returns the credential of a valid pair or restricted key.

    Raises InvalidClient, AccountSuspended, NetworkNotAllowed or TooManyFailures. Neither the response nor its
    timing shows which half was wrong.
    """
    subject = services.keys.pseudonym(f"failed exchange\n{peer(request)}\n{api_key}")
    known = await _known(services, subject, services.keys.hashes(api_key))
    if known.failures >= MAX_FAILURES:
        raise _too_many()
    stored = known.client_secret_hash or _NO_HASH
    matches = services.keys.is_hash(stored, client_secret)
    if matches and known.credential_id and known.account_id and known.user_id:
        if known.has_ended:
            raise InvalidClient(
                "The restricted key has expired.", headers={"WWW-Authenticate": PAIR_CHALLENGE}
            )
        if known.is_suspended:
            raise AccountSuspended
        if known.is_restricted:
            check_network(services, request, known.networks)
        if services.keys.is_adopted and known.key_fingerprint != services.keys.fingerprint:
            rehash = _rehash_restricted if known.is_restricted else _rehash
            await rehash(services, known.credential_id, stored, api_key, client_secret)
        return Credential(
            known.credential_id,
            known.account_id,
            known.user_id,
            known.is_test,
            known.shared_with,
            Restriction(frozenset(known.scopes or ()), known.networks) if known.is_restricted else None,
        )
    services.visits.failures.take(peer(request))
    await _count(services, subject)
    is_swapped = api_key.startswith(CLIENT_SECRET_PREFIX) and client_secret.startswith(
        (API_KEY_PREFIX, RESTRICTED_KEY_PREFIX)
    )
    raise InvalidClient(_SWAPPED if is_swapped else "", headers={"WWW-Authenticate": PAIR_CHALLENGE})


async def _known(services: Services, subject: bytes, api_key_hashes: list[bytes]) -> _Known:
    """Returns one row, even if the key does not exist."""
    async with services.db.statement(first=True) as tx:
        return await tx.one(
            _Known,
            """
            select coalesce(t.uses, 0), c.id, c.account_id, c.user_id, c.client_secret_hash,
              c.key_fingerprint, exists (
                select 1 from account_suspensions s where s.account_id = c.account_id),
              a.account_id is not null, coalesce((
                select case when a.account_id is null then '' else 'test ' end || k.platform_id
                from customers k where k.account_id = coalesce(a.live_account_id, c.account_id)), ''),
              coalesce(c.is_restricted, false), c.scopes, c.networks, coalesce(c.ends_at <= :now, false)
            from (values (true)) as always (holds)
            left join throttles t on t.subject = :subject and t.window_ends_at = :window_ends_at
            left join (
              select id, account_id, user_id, client_secret_hash, key_fingerprint, ends_at,
                false as is_restricted, null::jsonb as scopes, null::jsonb as networks
              from credentials
              where api_key_hash = any (:api_key_hashes::bytea[]) and (ends_at is null or ends_at > :now)
              union all
              select id, account_id, user_id, client_secret_hash, key_fingerprint, ends_at,
                true, scopes, networks
              from restricted_keys where api_key_hash = any (:api_key_hashes::bytea[])) c on true
            left join test_accounts a on a.account_id = c.account_id
            """,
            subject=subject,
            window_ends_at=_window_end(tx.now),
            api_key_hashes=api_key_hashes,
        )


async def _rehash(
    services: Services, credential_id: str, former: bytes, api_key: str, client_secret: str
) -> None:
    """Stores hashes computed with the key in use. Concurrent requests write the same values."""
    async with services.db.statement() as tx:
        await tx.run(
            """
            update credentials set
              api_key_hash = :api_key_hash, client_secret_hash = :client_secret_hash,
              key_fingerprint = :key_fingerprint
            where id = :id and client_secret_hash = :former
            """,
            id=credential_id,
            former=former,
            api_key_hash=services.keys.hash(api_key),
            client_secret_hash=services.keys.hash(client_secret),
            key_fingerprint=services.keys.fingerprint,
        )


async def _rehash_restricted(
    services: Services, key_id: str, former: bytes, api_key: str, client_secret: str
) -> None:
    """Like ``_rehash``, for a restricted key."""
    async with services.db.statement() as tx:
        await tx.run(
            """
            update restricted_keys set
              api_key_hash = :api_key_hash, client_secret_hash = :client_secret_hash,
              key_fingerprint = :key_fingerprint
            where id = :id and client_secret_hash = :former
            """,
            id=key_id,
            former=former,
            api_key_hash=services.keys.hash(api_key),
            client_secret_hash=services.keys.hash(client_secret),
            key_fingerprint=services.keys.fingerprint,
        )


async def _count(services: Services, subject: bytes) -> None:
    """Uses a separate transaction, which commits even though the request fails."""
    async with services.db.statement() as tx:
        failures = await tx.value(
            """
            insert into throttles (subject, window_ends_at, uses) values (:subject, :window_ends_at, 1)
            on conflict (subject, window_ends_at) do update set uses = throttles.uses + 1
            returning uses
            """,
            subject=subject,
            window_ends_at=_window_end(tx.now),
        )
    if failures > MAX_FAILURES:  # other requests failed at the same time
        raise _too_many()


def _window_end(now: datetime) -> datetime:
    return now.replace(second=0, microsecond=0) + WINDOW


def _too_many() -> TooManyFailures:
    now = clock.now()
    left_s = math.ceil((_window_end(now) - now).total_seconds())
    return TooManyFailures(headers={"Retry-After": str(left_s)})
