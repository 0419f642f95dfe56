"""Authenticate a request by the access token of a consent."""

from msgspec import Struct

from wellwish.auth.consents.consent import ACCESS_PREFIX
from wellwish.auth.credentials.secret import is_secret
from wellwish.infra.http import Services


class Granted(Struct, frozen=True):
    """A current or expired access token, with its consent."""

    consent_id: str
    account_id: str
    user_id: str
    resource: str
    scope: str
    is_current: bool
    is_suspended: bool  # whether the account is suspended
    platform_id: str | None  # the platform of the account, if it is a customer
    client_id: str


def is_access_token(token: str) -> bool:
    return is_secret(ACCESS_PREFIX, token)


async def find_granted(services: Services, token: str) -> Granted | None:
    """Returns the access that a token grants, or None if it is unknown or its consent has ended.

    Every request looks up the token and the membership, so the end of either takes effect with its commit.
    """
    async with services.db.statement(first=True) as tx:
        return await tx.maybe(
            Granted,
            """
            select c.id, c.account_id, c.user_id, c.resource, c.scope, t.expires_at > :now, exists (
              select 1 from account_suspensions s where s.account_id = c.account_id), (
              select k.platform_id from customers k where k.account_id = c.account_id),
              c.client_id
            from consent_tokens t
            join consents c on c.id = t.consent_id
            join memberships m on m.account_id = c.account_id and m.user_id = c.user_id
            where t.hash = any (:hashes::bytea[])
            """,
            hashes=services.keys.hashes(token),
        )
