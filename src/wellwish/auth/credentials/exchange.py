"""Exchange an API key and its client secret, of the pair or a restricted key, for an access token.

The pair is sent as ``x-api-key`` and ``x-client-secret``, or as RFC 6749 section 4.4 defines
(client_credentials). An ``Idempotency-Key`` is ignored: a repeated request returns another token.
"""

from datetime import datetime, timedelta
from typing import Annotated, Final, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType
from starlette.requests import Request
from starlette.responses import Response

from wellwish.auth.credentials.client import presented
from wellwish.auth.credentials.credential import (
    ACCESS_TOKEN_PREFIX,
    BASIC_CHALLENGE,
    PAIR_CHALLENGE,
    RESTRICTED_TOKEN_PREFIX,
    TOKEN_LIFETIME,
    Credential,
)
from wellwish.auth.credentials.secret import new_secret
from wellwish.auth.credentials.verify import verify
from wellwish.base import clock
from wellwish.base.errors import InvalidClient, Refusal, UnsupportedGrantType
from wellwish.infra.http import Services
from wellwish.infra.http.budget import Payer
from wellwish.infra.http.request import refuse_trial
from wellwish.infra.http.scopes import SCOPES

_TOUCH_AFTER: Final = timedelta(hours=1)  # a write for each token would cost a row version
# RFC 6749 5.2 has no code for suspension, throttling or unavailability, but 4.1.2.1 does.
_ERRORS: Final = {
    401: "invalid_client",
    403: "access_denied",
    429: "temporarily_unavailable",
    503: "temporarily_unavailable",
}


class Token(Struct, frozen=True, kw_only=True):
    """An access token (RFC 6749 5.1), with our own members."""

    access_token: Annotated[str, Meta(description="Access token; send it as `Authorization: Bearer ...`.")]
    token_type: Literal["Bearer"] = "Bearer"  # noqa: S105 - RFC 6750's name of the scheme
    expires_in: Annotated[int, Meta(description="Lifetime in seconds; shorter if the key pair ends sooner.")]
    expires_at: str
    account_id: str
    # RFC 6749 5.1. Absent for a pair, whose tokens permit everything.
    scope: Annotated[str, Meta(description="Scopes of a restricted key.")] | UnsetType = UNSET


async def exchange(services: Services, request: Request, raw: bytes | None = None) -> Response:
    """Returns the token; ``raw`` is the body if it was read.

    Raises InvalidClient, AccountSuspended, NetworkNotAllowed, InvalidTokenRequest, UnsupportedGrantType,
    TooManyFailures, TooManyRequests, BodyTooLarge, BodyTooSlow.

    Every refusal carries RFC 6749's ``error`` in addition to the members of a problem document.
    """
    try:
        refuse_trial(request.query_params.multi_items())
        pair = await presented(services, request, raw)
        credential = await verify(services, request, pair.api_key, pair.client_secret)
        payer = Payer.of(credential.account_id, credential.shared_with)
        request.scope["account_id"], request.scope["payer"] = credential.account_id, payer
        budget = services.budget.take(payer)
        token = await (_issue if credential.restriction is None else _issue_restricted)(services, credential)
    except Refusal as refusal:
        _as_oauth(refusal, request)
        raise
    headers = {**budget, "Cache-Control": "no-store", "Pragma": "no-cache"}
    return Response(msgspec.json.encode(token), 200, headers, "application/json")


async def _issue(services: Services, credential: Credential) -> Token:
    """Inserts a token for a pair that is still valid and records the pair's use, in one statement.

    The lock on the pair waits for a concurrent rotation, so that a pair ended by the rotation gets no tokens.
    """
    token = new_secret(ACCESS_TOKEN_PREFIX)
    async with services.db.statement() as tx:
        expires_at: datetime | None = await tx.value(
            """
            with valid as (
              select id, account_id, user_id, ends_at from credentials
              where account_id = :account_id and id = :credential_id and (ends_at is null or ends_at > :now)
              for key share),
            used as (
              update credentials set first_used_at = coalesce(first_used_at, :now), last_used_at = :now
              where account_id = :account_id and id = (select id from valid)
                and (first_used_at is null or last_used_at is null or last_used_at <= :touched_before))
            insert into access_tokens (hash, account_id, user_id, credential_id, expires_at)
            select :hash, account_id, user_id, id, least(:expires_at, ends_at) from valid
            returning expires_at
            """,
            account_id=credential.account_id,
            credential_id=credential.id,
            hash=services.keys.hash(token),
            expires_at=tx.now + TOKEN_LIFETIME,
            touched_before=tx.now - _TOUCH_AFTER,
        )
        return _issued(credential, token, expires_at, tx.now)


async def _issue_restricted(services: Services, credential: Credential) -> Token:
    """Inserts a token for a restricted key that is still valid, as ``_issue`` does for a pair."""
    token = new_secret(RESTRICTED_TOKEN_PREFIX)
    async with services.db.statement() as tx:
        expires_at: datetime | None = await tx.value(
            """
            with valid as (
              select id, ends_at from restricted_keys
              where account_id = :account_id and id = :key_id and (ends_at is null or ends_at > :now)
              for key share),
            used as (
              update restricted_keys set first_used_at = coalesce(first_used_at, :now), last_used_at = :now
              where account_id = :account_id and id = (select id from valid)
                and (last_used_at is null or last_used_at <= :touched_before))
            insert into restricted_tokens (hash, restricted_key_id, expires_at)
            select :hash, id, least(:expires_at, ends_at) from valid
            returning expires_at
            """,
            account_id=credential.account_id,
            key_id=credential.id,
            hash=services.keys.hash(token),
            expires_at=tx.now + TOKEN_LIFETIME,
            touched_before=tx.now - _TOUCH_AFTER,
        )
        return _issued(credential, token, expires_at, tx.now)


def _issued(credential: Credential, token: str, expires_at: datetime | None, now: datetime) -> Token:
    """Raises InvalidClient without a time: the key ended after it was verified."""
    if expires_at is None:
        raise InvalidClient
    scopes = None if credential.restriction is None else credential.restriction.scopes
    return Token(
        access_token=token,
        expires_in=int((expires_at - now).total_seconds()),
        expires_at=clock.rfc3339(expires_at),
        account_id=credential.account_id,
        scope=UNSET if scopes is None else " ".join(each for each in SCOPES if each in scopes),
    )


def _as_oauth(refusal: Refusal, request: Request) -> None:
    """Adds the members and the challenge that RFC 6749 5.2 requires."""
    by_class = "unsupported_grant_type" if isinstance(refusal, UnsupportedGrantType) else "invalid_request"
    refusal.members["error"] = _ERRORS.get(refusal.status, by_class)
    if refusal.status == 401:
        tried_basic = request.headers.get("authorization", "").lower().startswith("basic")
        refusal.headers["WWW-Authenticate"] = BASIC_CHALLENGE if tried_basic else PAIR_CHALLENGE
