"""List the consents that a member may end."""

from datetime import datetime

from msgspec import Struct

from wellwish.auth.consents.consent import IDLE
from wellwish.infra.db import Tx


class Listed(Struct, frozen=True):
    """A listed consent; ``client_name`` is from the client and unverified."""

    id: str
    email: str
    client_id: str
    client_name: str
    scope: str
    created_at: datetime
    last_used_at: datetime


async def list_consents(tx: Tx, account_id: str, user_id: str, *, is_owner: bool) -> list[Listed]:
    """Returns the newest 1,000 consents that have tokens: a member's own or, for an owner, all of the
    account.
    """
    return await tx.many(
        Listed,
        """
        select c.id, u.email, c.client_id, c.client_name, c.scope, c.created_at, c.last_used_at
        from consents c join users u on u.id = c.user_id
        where c.account_id = :account_id and (c.user_id = :user_id or :is_owner)
          and c.refresh_hash is not null and c.last_used_at > :idle_since
        order by c.id desc limit 1000
        """,
        account_id=account_id,
        user_id=user_id,
        is_owner=is_owner,
        idle_since=tx.now - IDLE,
    )
