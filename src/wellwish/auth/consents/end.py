"""End a consent."""

from wellwish.auth.consents.consent import Consent, record_action
from wellwish.infra.db import Tx


async def end_consent(
    tx: Tx, account_id: str, user_id: str, consent_id: str, network: str, *, is_owner: bool
) -> int:
    """Ends a consent and its tokens. Members can end their own consents, owners any consent of the account.

    Returns 1, or 0 if there is no such consent.
    """
    ended = await tx.maybe(
        Consent,
        """
        delete from consents
        where id = :id and account_id = :account_id and (user_id = :user_id or :is_owner)
        returning {columns}
        """,
        id=consent_id,
        account_id=account_id,
        user_id=user_id,
        is_owner=is_owner,
    )
    if ended is None:
        return 0
    await record_action(tx, "consent.end", ended, user_id, network)
    return 1
