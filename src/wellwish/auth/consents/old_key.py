"""Consents whose hash was computed with a key other than the current one."""

from wellwish.auth.consents.consent import IDLE
from wellwish.infra.db import Tx


async def count_left(tx: Tx, key_fingerprint: bytes) -> int:
    """Returns the number of consents that have not been refreshed since the rotation."""
    return await tx.value(
        """
        select count(*) from consents
        where key_fingerprint <> :key_fingerprint and refresh_hash is not null and last_used_at > :idle_since
        """,
        key_fingerprint=key_fingerprint,
        idle_since=tx.now - IDLE,
    )
