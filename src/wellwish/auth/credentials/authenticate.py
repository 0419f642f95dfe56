"""Authenticate a request by an access token (RFC 6750, header only), a key pair or a restricted key."""

from datetime import timedelta
from typing import Final

from msgspec import Struct
from starlette.requests import Request

from wellwish.accounts import demo
from wellwish.auth.credentials.bare import is_bare
from wellwish.auth.credentials.client import by_headers
from wellwish.auth.credentials.credential import (
    ACCESS_TOKEN_PREFIX,
    BEARER_CHALLENGE,
    NO_CREDENTIAL,
    PAIR_CHALLENGE,
    RESTRICTED_TOKEN_PREFIX,
)
from wellwish.auth.credentials.network import check_network
from wellwish.auth.credentials.secret import is_secret
from wellwish.auth.credentials.verify import verify
from wellwish.base import clock, ids
from wellwish.base.errors import (
    AccountSuspended,
    CustomerClosed,
    CustomerNotFound,
    InvalidToken,
    PlatformRequired,
    Unauthenticated,
)
from wellwish.infra.db import Tx
from wellwish.infra.http import Caller, Services
from wellwish.infra.http.budget import network_of, peer

ACCOUNT_HEADER: Final = "wellwish-account"  # the customer that a platform acts for
# so that a client with an expired token is not treated like one with an invented token
EXPIRED_KEPT_FOR: Final = timedelta(days=1)


async def bearer(services: Services, request: Request) -> Caller:
    """Returns the caller of the request's token, acting for the customer in ``Wellwish-Account``, if any.

    Raises Unauthenticated without a token, InvalidToken for a bad one, AccountSuspended, PlatformRequired,
    CustomerNotFound, CustomerClosed, NetworkNotAllowed, TooManyRequests, TooManyFailures for an address over
    its limit of bad tokens. Valid tokens from such an address still work. For a day, an expired token always
    gets InvalidToken, so that clients which share an address with a faulty one learn that they need a new
    token.

    Every request looks up the token, so a revocation takes effect with its commit.
    """
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer":
        services.visits.failures.take(peer(request))
        raise Unauthenticated(headers={"WWW-Authenticate": BEARER_CHALLENGE})
    token = token.strip(" ")
    given = request.headers.getlist(ACCOUNT_HEADER)
    if is_secret(RESTRICTED_TOKEN_PREFIX, token):
        return await _restricted(services, request, token)
    known = await _known(services, token, given) if is_secret(ACCESS_TOKEN_PREFIX, token) else None
    if known is None:
        services.visits.failures.take(peer(request))
    if known is None or not known.is_current:
        raise InvalidToken(headers={"WWW-Authenticate": f'{BEARER_CHALLENGE}, error="invalid_token"'})
    if known.is_suspended:
        raise AccountSuspended
    if given and (not known.is_platform or known.customer_id is None):
        services.budget.take(known.account_id)  # the lookup costs as much as a request
        raise CustomerNotFound if known.is_platform else PlatformRequired
    if given and known.is_closed:
        raise CustomerClosed
    if given and known.is_customer_suspended:
        raise AccountSuspended
    clock.use_test_clock(known.ahead)
    return Caller(
        known.customer_id or known.account_id if given else known.account_id,
        known.user_id,
        known.credential_id,
        network=network_of(request),
        is_test=known.ahead is not None,
        platform_id=known.account_id if given else "",
        shared_with=known.shared_with or "",
    )


async def _restricted(services: Services, request: Request, token: str) -> Caller:
    """Returns the caller of a restricted key's token, with its scopes. Its key acts for its own account only.

    Raises InvalidToken, AccountSuspended, NetworkNotAllowed, PlatformRequired, TooManyFailures.
    """
    async with services.db.statement(first=True) as tx:
        known = await find_restricted_token(tx, services.keys.hashes(token))
    if known is None:
        services.visits.failures.take(peer(request))
    if known is None or not known.is_current:
        raise InvalidToken(headers={"WWW-Authenticate": f'{BEARER_CHALLENGE}, error="invalid_token"'})
    if known.is_suspended:
        raise AccountSuspended
    check_network(services, request, known.networks)
    if ACCOUNT_HEADER in request.headers:
        raise PlatformRequired("A restricted key acts for its own account only. Omit `Wellwish-Account`.")
    clock.use_test_clock(known.ahead)
    return Caller(
        known.account_id,
        known.user_id,
        known.id,
        network=network_of(request),
        is_test=known.ahead is not None,
        shared_with=known.shared_with or "",
        scopes=frozenset(known.scopes),
    )


class _RestrictedToken(Struct, frozen=True):
    id: str
    account_id: str
    user_id: str
    scopes: list[str]
    networks: list[str] | None
    is_current: bool
    is_suspended: bool
    ahead: timedelta | None  # the lead of the test clock, for a token for test data
    shared_with: str | None  # account whose budgets it shares, as in ``Caller``


async def find_restricted_token(tx: Tx, hashes: list[bytes]) -> _RestrictedToken | None:
    """Returns the access token of a restricted key with one of these hashes."""
    return await tx.maybe(
        _RestrictedToken,
        """
        select k.id, k.account_id, k.user_id, k.scopes, k.networks, t.expires_at > :now, exists (
          select 1 from account_suspensions s where s.account_id = k.account_id), a.ahead,
          case when a.account_id is null then '' else 'test ' end || c.platform_id
        from restricted_tokens t
        join restricted_keys k on k.id = t.restricted_key_id
        left join test_accounts a on a.account_id = k.account_id
        left join customers c on c.account_id = coalesce(a.live_account_id, k.account_id)
        where t.hash = any (:hashes::bytea[])
        """,
        hashes=hashes,
    )


class _Token(Struct, frozen=True):
    account_id: str
    user_id: str
    credential_id: str
    is_current: bool
    is_suspended: bool
    ahead: timedelta | None  # the lead of the test clock, for a token for test data
    is_platform: bool
    customer_id: str | None  # the customer in the header, or the token's account if it is a customer
    shared_with: str | None  # account whose budgets it shares, as in ``Caller``
    is_closed: bool  # the customer has closed its account to the platform
    is_customer_suspended: bool


async def _known(services: Services, token: str, given: list[str]) -> _Token | None:
    customer_id = None
    if given:  # no other text can be an ID, and PostgreSQL refuses some, such as a NUL byte
        customer_id = given[0] if len(given) == 1 and ids.is_id("acct", given[0]) else ""
    async with services.db.statement(first=True) as tx:
        return await find_token(tx, services.keys.hashes(token), customer_id)


async def find_token(tx: Tx, hashes: list[bytes], customer_id: str | None = None) -> _Token | None:
    """Returns the access token with one of these hashes, and the platform's customer with this ID."""
    return await tx.maybe(
        _Token,
        """
        select k.account_id, k.user_id, k.credential_id, k.expires_at > :now as is_current, exists (
          select 1 from account_suspensions s where s.account_id = k.account_id), t.ahead, exists (
          select 1 from platforms p where p.account_id = k.account_id), c.account_id,
          case when t.account_id is null then '' else 'test ' end || c.platform_id, c.closed_at is not null,
          exists (
          select 1 from account_suspensions s where s.account_id = c.account_id)
        from access_tokens k
        left join test_accounts t on t.account_id = k.account_id
        left join customers c on c.account_id = coalesce(:customer_id, t.live_account_id, k.account_id)
          and (:customer_id::text is null or c.platform_id = k.account_id)
        where k.hash = any (:hashes::bytea[])
        """,
        hashes=hashes,
        customer_id=customer_id,
    )


async def pair(services: Services, request: Request) -> Caller:
    """Returns the caller of the key pair in the headers; ignores ``Authorization``.

    A restricted key is recognised, but has the scope of no operation that takes a pair. In demo mode a bare
    request acts for the demo account. Raises Unauthenticated, InvalidClient, AccountSuspended,
    NetworkNotAllowed, PlatformRequired or TooManyFailures.
    """
    if ACCOUNT_HEADER in request.headers:  # the pair is the platform's own, which the request would rotate
        raise PlatformRequired("A key pair acts for its own account only. Omit `Wellwish-Account` here.")
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
            shared_with=credential.shared_with,
            scopes=None if credential.restriction is None else credential.restriction.scopes,
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
