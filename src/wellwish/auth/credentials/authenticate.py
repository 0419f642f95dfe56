"""Authenticate a request by an access token (RFC 6750, header only) or by a key pair."""

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
)
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
EXPIRED_KEPT_FOR: Final = timedelta(days=1)  # tokens, to distinguish an expired one from an invented one


async def bearer(services: Services, request: Request) -> Caller:
    """Returns the caller of the request's token, acting for any customer in ``Wellwish-Account``.

    Raises Unauthenticated without a token, InvalidToken for a bad one, AccountSuspended, PlatformRequired,
    CustomerNotFound, CustomerClosed, TooManyRequests, TooManyFailures for an address over its limit of bad
    tokens. Valid tokens from such an address still work. For a day, an expired token always gets
    InvalidToken, so that clients which share an address with a faulty one learn that they need a new token.

    Every request looks up the token, so a revocation takes effect with its commit.
    """
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer":
        services.visits.failures.take(peer(request))
        raise Unauthenticated(headers={"WWW-Authenticate": BEARER_CHALLENGE})
    token = token.strip(" ")
    given = request.headers.getlist(ACCOUNT_HEADER)
    known = await _known(services, token, given) if is_secret(ACCESS_TOKEN_PREFIX, token) else None
    if known is None:
        services.visits.failures.take(peer(request))
    if known is None or not known.is_current:
        raise InvalidToken(headers={"WWW-Authenticate": f'{BEARER_CHALLENGE}, error="invalid_token"'})
    if known.is_suspended:
        raise AccountSuspended
    if given and (not known.is_platform or known.customer_id is None):
        services.budget.take(known.account_id)  # it costs a lookup, as any request
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


class _Token(Struct, frozen=True):
    account_id: str
    user_id: str
    credential_id: str
    is_current: bool
    is_suspended: bool
    ahead: timedelta | None  # the lead of the test clock, for a token for test data
    is_platform: bool
    customer_id: str | None  # the customer in the header, or the token's account if it is a customer
    shared_with: str | None  # whose budgets it shares, as in ``Caller``
    is_closed: bool  # the customer has closed its account to the platform
    is_customer_suspended: bool


async def _known(services: Services, token: str, given: list[str]) -> _Token | None:
    customer_id = None
    if given:  # no other text can be an id, and PostgreSQL refuses some, such as a NUL byte
        customer_id = given[0] if len(given) == 1 and ids.is_id("acct", given[0]) else ""
    async with services.db.statement(first=True) as tx:
        return await find_token(tx, services.keys.hashes(token), customer_id)


async def find_token(tx: Tx, hashes: list[bytes], customer_id: str | None = None) -> _Token | None:
    """Returns the access token with one of these hashes, and the platform's customer with this id."""
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

    In demo mode a bare request acts for the demo account. Raises Unauthenticated, InvalidClient,
    AccountSuspended, PlatformRequired or TooManyFailures.
    """
    if ACCOUNT_HEADER in request.headers:  # it would rotate the platform's own pair
        raise PlatformRequired("A key pair acts for its own account only. Send no `Wellwish-Account` here.")
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
