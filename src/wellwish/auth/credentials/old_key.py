"""Credentials and tokens whose hashes were computed with a previous key."""

from datetime import datetime
from typing import Any

from msgspec import Struct

from wellwish.auth.credentials.credential import TOKEN_LIFETIME
from wellwish.base import clock
from wellwish.infra.db import Tx


class _Left(Struct, frozen=True):
    id: str
    account_id: str
    created_at: datetime
    first_used_at: datetime | None


async def list_left(tx: Tx, key_fingerprint: bytes) -> list[dict[str, Any]]:
    """Returns the pairs and restricted keys that were not used since the rotation, oldest first."""
    rows = await tx.many(
        _Left,
        """
        select {columns} from (
          select id, account_id, created_at, first_used_at, ends_at, key_fingerprint from credentials
          union all
          select id, account_id, created_at, first_used_at, ends_at, key_fingerprint from restricted_keys) k
        where key_fingerprint is distinct from :key_fingerprint and (ends_at is null or ends_at > :now)
        order by id limit 100000
        """,
        key_fingerprint=key_fingerprint,
    )
    return [
        {
            "id": each.id,
            "account_id": each.account_id,
            "created_at": clock.rfc3339(each.created_at),
            "first_used_at": clock.rfc3339_or_none(each.first_used_at),
        }
        for each in rows
    ]


async def count_tokens(tx: Tx, until: datetime) -> int:
    """Returns the number of valid access tokens that were issued before ``until``."""
    return await tx.value(
        """
        select (select count(*) from access_tokens where expires_at > :now and expires_at <= :latest)
          + (select count(*) from restricted_tokens where expires_at > :now and expires_at <= :latest)
        """,
        latest=until + TOKEN_LIFETIME,
    )
