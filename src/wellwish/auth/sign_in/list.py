"""List the sessions of a user."""

from datetime import datetime

from msgspec import Struct

from wellwish.auth.sign_in.session import IDLE
from wellwish.infra.db import Tx


class Listed(Struct, frozen=True):
    id: str
    agent: str
    network: str
    created_at: datetime
    last_used_at: datetime


async def list_sessions(tx: Tx, user_id: str) -> list[Listed]:
    """Returns up to 100 sessions that have not ended, the most recently used first."""
    return await tx.many(
        Listed,
        """
        select {columns} from sessions
        where user_id = :user_id and expires_at > :now and last_used_at > :idle_since
        order by last_used_at desc, id desc limit 100
        """,
        user_id=user_id,
        idle_since=tx.now - IDLE,
    )
