"""Disable the endpoints that a platform created for a customer who has left or has denied it access."""

from wellwish.infra.db import Tx


async def disable_of_platform(tx: Tx, account_id: str) -> None:
    await tx.run(
        """
        update webhook_endpoints set disabled_at = :now, disabled_reason = 'by_hand', version = version + 1,
          updated_at = :now
        where account_id = :account_id and by_platform and disabled_at is null
        """,
        account_id=account_id,
    )
