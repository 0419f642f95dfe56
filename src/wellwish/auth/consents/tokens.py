"""The tokens of a consent.

A refresh token consists of the consent's secret, the number of its replacements, and a tag over both with the
server key: ``wwr_...4.tag``. Only the hash of the secret is stored. The service therefore recognises each
replaced token without storing it, and returns the same successor to a repeated request.
"""

from msgspec import Struct

from wellwish.auth.consents.consent import ACCESS_PREFIX, REFRESH_PREFIX, TOKEN_LIFETIME, Consent
from wellwish.auth.credentials.secret import is_secret, new_secret
from wellwish.base.crypto import Keys
from wellwish.infra.db import Tx
from wellwish.infra.http.budget import Payer


class Tokens(Struct, frozen=True, kw_only=True):
    """A response of the token endpoint (RFC 6749 section 5.1)."""

    account_id: str
    payer: Payer
    access_token: str
    expires_in: int
    refresh_token: str
    scope: str


def first_refresh_token(keys: Keys) -> tuple[str, bytes]:
    """Returns a token with a new secret, and the hash of the secret."""
    secret = new_secret(REFRESH_PREFIX)
    return refresh_token(keys, secret, 0), keys.hash(secret)


def refresh_token(keys: Keys, secret: str, generation: int) -> str:
    return f"{secret}.{generation}.{keys.form_tag('refresh token', secret, str(generation))}"


def read_refresh_token(keys: Keys, token: str) -> tuple[str, int] | None:
    """Returns the secret and the generation of a token, or None if this service did not issue it."""
    secret, _, rest = token.partition(".")
    generation, _, tag = rest.partition(".")
    if not is_secret(REFRESH_PREFIX, secret):
        return None
    if not keys.is_form_tag(tag, "refresh token", secret, generation):
        return None
    return secret, int(generation)


async def issue(tx: Tx, keys: Keys, payer: Payer, consent: Consent, refresh: str) -> Tokens:
    """Issues an access token, and returns it together with the refresh token."""
    access = new_secret(ACCESS_PREFIX)
    await tx.run(
        "insert into consent_tokens (hash, consent_id, expires_at) values (:hash, :consent_id, :expires_at)",
        hash=keys.hash(access),
        consent_id=consent.id,
        expires_at=tx.now + TOKEN_LIFETIME,
    )
    return Tokens(
        account_id=consent.account_id,
        payer=payer,
        access_token=access,
        expires_in=int(TOKEN_LIFETIME.total_seconds()),
        refresh_token=refresh,
        scope=consent.scope,
    )
