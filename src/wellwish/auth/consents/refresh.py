"""Replace the refresh token of a consent (RFC 6749 section 6, rotation by RFC 9700 section 4.14.2)."""

from datetime import datetime, timedelta
from typing import Final

from wellwish.auth.consents.consent import IDLE, Consent, TokenRefusedError, is_resource, record_action
from wellwish.auth.consents.tokens import Tokens, issue, read_refresh_token, refresh_token
from wellwish.infra.http import Services
from wellwish.infra.http.budget import Payer

REPEATED_FOR: Final = timedelta(seconds=30)  # clients that lost the response repeat the request
_INVALID: Final = "The refresh token is invalid, was used before, or its consent has ended."


class _Consent(Consent, frozen=True):
    resource: str
    generation: int
    refreshed_at: datetime
    platform_id: str | None  # the platform of the account, if it is a customer


async def refresh(
    services: Services, token: str, client_id: str, scope: str, resource: str, network: str
) -> Tokens:
    """Returns new tokens.

    A repeat within 30 s returns the same refresh token. Any other use of a replaced refresh token ends the
    consent, because it has leaked. Raises TokenRefusedError, TooManyRequests.
    """
    keys = services.keys
    known = read_refresh_token(keys, token)
    if known is None:
        raise TokenRefusedError("invalid_grant", _INVALID)
    secret, generation = known
    async with services.db.transaction() as tx:
        found = await tx.maybe(
            _Consent,
            """
            select id, account_id, user_id, client_id, scope, resource, generation, refreshed_at, (
              select k.platform_id from customers k where k.account_id = consents.account_id)
            from consents where refresh_hash = any (:hashes::bytea[]) and last_used_at > :idle_since
            for update
            """,
            hashes=keys.hashes(secret),
            idle_since=tx.now - IDLE,
        )
        if found is None or found.client_id != client_id:
            raise TokenRefusedError("invalid_grant", _INVALID)
        if not is_resource(resource, found.resource):
            raise TokenRefusedError("invalid_target", "The consent is for another resource.")
        if not set(scope.split()) <= set(found.scope.split()):
            raise TokenRefusedError("invalid_scope", "Another scope requires another consent.")
        is_repeated = generation == found.generation - 1 and tx.now < found.refreshed_at + REPEATED_FOR
        if generation == found.generation or is_repeated:
            # The budget is checked before the token is replaced, so that a refused client can try again.
            payer = Payer.of(found.account_id, found.platform_id)
            services.budget.take(payer)
            if not is_repeated:
                await tx.run(
                    """
                    update consents set refresh_hash = :hash, key_fingerprint = :key_fingerprint,
                      generation = generation + 1, refreshed_at = :now, last_used_at = :now
                    where id = :id
                    """,
                    id=found.id,
                    hash=keys.hash(secret),
                    key_fingerprint=keys.fingerprint,
                )
            fresh = refresh_token(keys, secret, generation + 1)
            return await issue(tx, keys, payer, found, fresh)
        await tx.run("delete from consents where id = :id", id=found.id)
        await record_action(tx, "consent.end", found, found.user_id, network)
    raise TokenRefusedError("invalid_grant", _INVALID)
