"""Revoke a token of a consent (RFC 7009)."""

from typing import Final

from wellwish.auth.consents.authenticate import is_access_token
from wellwish.auth.consents.consent import Consent, TokenRefusedError, record_action
from wellwish.auth.consents.tokens import read_refresh_token
from wellwish.auth.credentials.credential import ACCESS_TOKEN_PREFIX, RESTRICTED_TOKEN_PREFIX
from wellwish.auth.credentials.secret import is_secret
from wellwish.infra.http import Services

_OF_API: Final = "Access tokens of the API end with their key: rotate the pair, or end the restricted key."
_FOREIGN: Final = "The token was issued to another client."


async def revoke(services: Services, token: str, client_id: str, network: str) -> bool:
    """Revokes a token of the client; returns False if there is no such token.

    Revoking a refresh token, even a replaced one, ends the consent with all its tokens. Revoking an access
    token ends only this token, since the client may hold others. Raises TokenRefusedError.
    """
    if is_secret(ACCESS_TOKEN_PREFIX, token) or is_secret(RESTRICTED_TOKEN_PREFIX, token):
        raise TokenRefusedError("unsupported_token_type", _OF_API)
    known = read_refresh_token(services.keys, token)
    if known is None and not is_access_token(token):
        return False
    hashes = services.keys.hashes(token if known is None else known[0])
    async with services.db.transaction() as tx:
        found = await tx.maybe(
            Consent,
            """
            select {columns} from consents c
            where refresh_hash = any (:hashes::bytea[]) or id = (
              select t.consent_id from consent_tokens t where t.hash = any (:hashes::bytea[]))
            for update
            """,
            hashes=hashes,
        )
        if found is None:
            return False
        if found.client_id != client_id:
            raise TokenRefusedError("invalid_grant", _FOREIGN)
        if known is None:
            await tx.run("delete from consent_tokens where hash = any (:hashes::bytea[])", hashes=hashes)
            return True
        await tx.run("delete from consents where id = :id", id=found.id)
        await record_action(tx, "consent.end", found, found.user_id, network)
    return True
