"""Exchange the code of a consent for tokens (RFC 6749 section 4.1.3, PKCE by RFC 7636)."""

import hashlib
import hmac
from base64 import urlsafe_b64encode
from datetime import datetime
from typing import Final

from msgspec import Struct

from wellwish.auth.consents.consent import CODE_PREFIX, Consent, TokenRefusedError, is_resource, record_action
from wellwish.auth.consents.tokens import Tokens, first_refresh_token, issue
from wellwish.auth.credentials.secret import is_secret
from wellwish.infra.http import Services
from wellwish.infra.http.budget import Payer

_INVALID: Final = "The code is invalid, expired or used, or was issued for another request."


class Code(Struct, frozen=True, kw_only=True):
    """The parameters of a token request.

    If ``resource`` is empty, the resource of the code applies. ``redirect_uri`` is empty for OAuth 2.1
    clients, which do not repeat it.
    """

    code: str
    client_id: str
    redirect_uri: str
    code_verifier: str
    resource: str


class _Consent(Consent, frozen=True):
    redirect_uri: str
    resource: str
    code_challenge: str
    code_expires_at: datetime
    is_used: bool
    platform_id: str | None  # the platform of the account, if it is a customer


async def exchange_code(services: Services, given: Code, network: str) -> Tokens:
    """Returns the first tokens of a consent. Raises TokenRefusedError, TooManyRequests.

    A code works once, and only for its client. Any other request with it ends the consent and its tokens,
    because the code has leaked (RFC 6749 section 4.1.2, RFC 9700 section 4.5).
    """
    keys = services.keys
    if not is_secret(CODE_PREFIX, given.code):
        raise TokenRefusedError("invalid_grant", _INVALID)
    async with services.db.transaction() as tx:
        found = await tx.maybe(
            _Consent,
            """
            select id, account_id, user_id, client_id, scope, redirect_uri, resource, code_challenge,
              code_expires_at, refresh_hash is not null as is_used, (
                select k.platform_id from customers k where k.account_id = consents.account_id)
            from consents where code_hash = any (:hashes::bytea[]) for update
            """,
            hashes=keys.hashes(given.code),
        )
        if found is not None and found.code_expires_at > tx.now and _is_meant(found, given):
            # The budget is checked before the code is used up, so that a refused client can try again.
            payer = Payer.of(found.account_id, found.platform_id)
            services.budget.take(payer)
            token, stored = first_refresh_token(keys)
            await tx.run(
                """
                update consents set refresh_hash = :hash, key_fingerprint = :key_fingerprint,
                  refreshed_at = :now, last_used_at = :now
                where id = :id
                """,
                id=found.id,
                hash=stored,
                key_fingerprint=keys.fingerprint,
            )
            return await issue(tx, keys, payer, found, token)
        if found is not None:
            await tx.run("delete from consents where id = :id", id=found.id)
            await record_action(tx, "consent.end", found, found.user_id, network)
    raise TokenRefusedError("invalid_grant", _INVALID)


def _is_meant(found: _Consent, given: Code) -> bool:
    digest = hashlib.sha256(given.code_verifier.encode()).digest()
    challenge = urlsafe_b64encode(digest).rstrip(b"=").decode()
    return (
        not found.is_used
        and found.client_id == given.client_id
        and given.redirect_uri in ("", found.redirect_uri)
        and is_resource(given.resource, found.resource)
        and hmac.compare_digest(challenge, found.code_challenge)
    )
