"""End sessions: one, or all of a user. Each function can be repeated.

This adds an entry to the audit log of the session's account, so the transaction must not access other
accounts afterwards.
"""

from msgspec import Struct

from wellwish.auth.sign_in.session import record_action
from wellwish.infra.db import Tx


class _Ended(Struct, frozen=True):
    id: str
    account_id: str | None


async def end_session(tx: Tx, user_id: str, session_id: str, network: str) -> int:
    """Ends a session of the user. Returns 0 if the session belongs to another user or has ended."""
    ended = await tx.many(
        _Ended,
        "delete from sessions where id = :id and user_id = :user_id returning {columns}",
        id=session_id,
        user_id=user_id,
    )
    return await _record(tx, user_id, ended, network)


async def end_all_sessions(tx: Tx, user_id: str, network: str) -> int:
    """Ends every session of the user, on all devices."""
    ended = await tx.many(
        _Ended, "delete from sessions where user_id = :user_id returning {columns}", user_id=user_id
    )
    return await _record(tx, user_id, ended, network)


async def end_other_sessions(tx: Tx, user_id: str, session_id: str, network: str) -> int:
    """Ends every session of the user except one."""
    ended = await tx.many(
        _Ended,
        "delete from sessions where user_id = :user_id and id <> :id returning {columns}",
        user_id=user_id,
        id=session_id,
    )
    return await _record(tx, user_id, ended, network)


async def end_sessions_in(tx: Tx, account_id: str, user_id: str) -> int:
    """Ends the sessions in which the user acts for the account."""
    return await tx.run(
        "delete from sessions where user_id = :user_id and account_id = :account_id",
        user_id=user_id,
        account_id=account_id,
    )


async def _record(tx: Tx, user_id: str, ended: list[_Ended], network: str) -> int:
    for each in ended:
        if each.account_id is not None:
            await record_action(tx, "session.end", each.account_id, user_id, each.id, network)
    return len(ended)
