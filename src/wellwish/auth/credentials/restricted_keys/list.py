"""List the restricted keys."""

from typing import Final

from wellwish.accounts.access import Owning
from wellwish.auth.credentials.restricted_keys.restricted_key import RestrictedKey, RestrictedKeyRow, record
from wellwish.infra.db import Tx
from wellwish.infra.http import Page

_MOST: Final = 1000  # far more than an account can have


async def list_restricted_keys(tx: Tx, owning: Owning) -> Page[RestrictedKey]:
    """Returns the restricted keys without their secrets, newest first. Expired keys stay for 30 days."""
    rows = await tx.many(
        RestrictedKeyRow,
        """
        select k.id, u.email, k.name, k.scopes, k.networks, k.last_used_at, k.ends_at, k.created_at
        from restricted_keys k join users u on u.id = k.user_id
        where k.account_id = :account_id order by k.id desc limit :count
        """,
        account_id=owning.account_id,
        count=_MOST,
    )
    return Page(data=[record(row, tx.real_now) for row in rows])
