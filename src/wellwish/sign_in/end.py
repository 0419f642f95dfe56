"""End sessions: one, or all of a user. Ended twice, a session stays ended."""

from wellwish.db import Tx


async def end_session(tx: Tx, user_id: str, session_id: str) -> int:
    """Ends a session of the user; returns 0 for another user's and for one that has ended."""
    return await tx.run(
        "delete from sessions where id = :id and user_id = :user_id", id=session_id, user_id=user_id
    )


async def end_all_sessions(tx: Tx, user_id: str) -> int:
    """Ends every session of the user, on all devices."""
    return await tx.run("delete from sessions where user_id = :user_id", user_id=user_id)


async def end_other_sessions(tx: Tx, user_id: str, session_id: str) -> int:
    """Ends every session of the user except one."""
    return await tx.run(
        "delete from sessions where user_id = :user_id and id <> :id", user_id=user_id, id=session_id
    )


async def end_sessions_in(tx: Tx, account_id: str, user_id: str) -> int:
    """Ends the sessions in which the user acts for the account."""
    return await tx.run(
        "delete from sessions where user_id = :user_id and account_id = :account_id",
        user_id=user_id,
        account_id=account_id,
    )
