"""End a consent."""

from wellwish.consents.consent import record_action
from wellwish.db import Tx


async def end_consent(
    tx: Tx, account_id: str, user_id: str, consent_id: str, network: str, *, is_owner: bool
) -> int:
    """Ends a consent of the member, or as an owner one of any member, with its tokens.

    Returns 0 for another one, and for one that has ended.
    """
    ended = await tx.run(
        """
        delete from consents
        where id = :id and account_id = :account_id and (user_id = :user_id or :is_owner)
        """,
        id=consent_id,
        account_id=account_id,
        user_id=user_id,
        is_owner=is_owner,
    )
    if ended:
        await record_action(tx, "consent.end", account_id, user_id, consent_id, network)
    return ended
