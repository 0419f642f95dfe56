"""Delete a webhook endpoint."""

from wellwish.infra import jobs
from wellwish.infra.db import Tx
from wellwish.infra.http import Caller, IfMatch
from wellwish.webhooks import endpoint
from wellwish.webhooks.erase import ERASE


async def delete_endpoint(tx: Tx, caller: Caller, webhook_endpoint_id: str, if_match: IfMatch) -> None:
    """The endpoint receives no more messages, and its deliveries are deleted.

    Raises NotFound, PreconditionFailed.
    """
    row = await endpoint.locked(tx, caller.account_id, webhook_endpoint_id)
    if_match.check(row.version)
    await tx.run(
        "delete from webhook_endpoints where account_id = :account_id and id = :id",
        account_id=caller.account_id,
        id=row.id,
    )
    await tx.run(
        """
        delete from webhook_tails where account_id = :account_id
          and not exists (select true from webhook_endpoints w where w.account_id = :account_id)
        """,
        account_id=caller.account_id,
    )
    await jobs.enqueue(tx, ERASE, [{"account_id": caller.account_id, "endpoint_id": row.id}])
