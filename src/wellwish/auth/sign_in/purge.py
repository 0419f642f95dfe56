"""Purge sign-in attempts, sessions, member invitations, email changes and kept forms that have ended.

No statement relies on this job, because each one compares the time.
"""

from datetime import timedelta
from functools import partial
from typing import Any, Final

from wellwish.auth.sign_in.earlier_link import PROVES_FOR
from wellwish.auth.sign_in.session import IDLE
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.infra.jobs.purge import purge

PURGE: Final = "sign_in.purge"

_KEPT: Final = timedelta(hours=1)  # tolerance for the clocks of other processes

# PostgreSQL checks the outer condition again after waiting for a request that uses the session.
_STATEMENTS: Final = (
    """
    delete from sign_in_attempts where id in
      (select id from sign_in_attempts where expires_at <= :proof_ended_before
       order by expires_at limit :batch)
    """,
    """
    delete from member_invitations where (account_id, id) in
      (select account_id, id from member_invitations where expires_at <= :ended_before
       order by expires_at limit :batch)
    """,
    """
    delete from email_changes where expires_at <= :ended_before and id in
      (select id from email_changes where expires_at <= :ended_before order by expires_at limit :batch)
    """,
    """
    delete from kept_forms where expires_at <= :ended_before and user_id in
      (select user_id from kept_forms where expires_at <= :ended_before order by expires_at limit :batch)
    """,
    """
    delete from sessions where id in
      (select id from sessions where expires_at <= :ended_before order by expires_at limit :batch)
    """,
    """
    delete from sessions where last_used_at <= :idle_before and id in
      (select id from sessions where last_used_at <= :idle_before order by last_used_at limit :batch)
    """,
)


async def run(services: Services, args: dict[str, Any]) -> None:
    del args
    for statement in _STATEMENTS:
        await purge(services.db, partial(_delete, statement))


async def _delete(statement: str, tx: Tx, batch: int) -> int:
    return await tx.run(
        statement,
        batch=batch,
        ended_before=tx.now - _KEPT,
        proof_ended_before=tx.now - PROVES_FOR,
        idle_before=tx.now - IDLE - _KEPT,
    )
