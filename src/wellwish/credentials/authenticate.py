"""Authenticate a request by an access token (RFC 6750, header only) or by a key pair."""

from datetime import timedelta
from typing import Final

from msgspec import Struct
from starlette.requests import Request

from wellwish import clock
from wellwish.accounts import demo
from wellwish.credentials.bare import is_bare
from wellwish.credentials.client import by_headers
from wellwish.credentials.credential import (
    ACCESS_TOKEN_PREFIX,
    BEARER_CHALLENGE,
    NO_CREDENTIAL,
    PAIR_CHALLENGE,
)
from wellwish.credentials.secret import is_secret
from wellwish.credentials.verify import verify
from wellwish.db import Tx
from wellwish.errors import AccountSuspended, InvalidToken, Unauthenticated
from wellwish.http import Caller, Services
from wellwish.http.budget import network_of, peer

EXPIRED_KEPT_FOR: Final = timedelta(days=1)  # tokens, to tell an expired one from an invented one


async def bearer(services: Services, request: Request) -> Caller:
    """Returns the caller of the request's token.

    Raises Unauthenticated without a token, InvalidToken for a bad one, AccountSuspended, TooManyFailures for
    an address over its limit of both. Valid tokens from the same address still work, and for a day an expired
    one is always InvalidToken: clients that share an address with a faulty one still learn that they need a
    new token.

    The token is looked up each time, so a revocation takes effect with its commit.
    """
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer":
        services.visits.failures.take(peer(request))
        raise Unauthenticated(headers={"WWW-Authenticate": BEARER_CHALLENGE})
    token = token.strip(" ")
    known = await _known(services, token) if is_secret(ACCESS_TOKEN_PREFIX, token) else None
    if known is None:
        services.visits.failures.take(peer(request))
    if known is None or not known.is_current:
        raise InvalidToken(headers={"WWW-Authenticate": f'{BEARER_CHALLENGE}, error="invalid_token"'})
    if known.is_suspended:
        raise AccountSuspended
    clock.use_test_clock(known.ahead)
    return Caller(
        known.account_id,
        known.user_id,
        known.credential_id,
        network=network_of(request),
        is_test=known.ahead is not None,
    )


class _Token(Struct, frozen=True):
    account_id: str
    user_id: str
    credential_id: str
    is_current: bool
    is_suspended: bool
    ahead: timedelta | None  # the test clock, of a token for test data


async def _known(services: Services, token: str) -> _Token | None:
    async with services.db.statement(first=True) as tx:
        return await find_token(tx, services.keys.hashes(token))


async def find_token(tx: Tx, hashes: list[bytes]) -> _Token | None:
    """Returns the access token with one of these hashes."""
    return await tx.maybe(
        _Token,
        """
        select account_id, user_id, credential_id, expires_at > :now as is_current, exists (
          select from account_suspensions s where s.account_id = access_tokens.account_id), (
          select t.ahead from test_accounts t where t.account_id = access_tokens.account_id)
        from access_tokens
        where hash = any (:hashes::bytea[])
        """,
        hashes=hashes,
    )


async def pair(services: Services, request: Request) -> Caller:
    """Returns the caller of the key pair in the headers; ``Authorization`` is ignored here.

    In demo mode a bare request acts for the demo account. Raises Unauthenticated, InvalidClient,
    AccountSuspended or TooManyFailures.
    """
    presented = by_headers(request)
    if presented is not None:
        credential = await verify(services, request, presented.api_key, presented.client_secret)
        network = network_of(request)
        return Caller(
            credential.account_id,
            credential.user_id,
            credential.id,
            network=network,
            is_test=credential.is_test,
        )
    if services.settings.demo and is_bare(request):
        async with services.db.statement() as tx:
            found = await demo.find_demo(tx)
        if found is not None:
            return Caller(found.account_id, found.user_id, NO_CREDENTIAL, network=network_of(request))
    raise Unauthenticated(
        "Send the newest key pair as `x-api-key` and `x-client-secret`. Access tokens are not accepted here.",
        headers={"WWW-Authenticate": PAIR_CHALLENGE},
    )
