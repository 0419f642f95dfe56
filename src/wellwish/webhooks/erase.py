"""Erase the deliveries of a deleted endpoint."""

from typing import Any, Final

from wellwish.infra.http import Services

ERASE: Final = "webhooks.erase"
_BATCH: Final = 1000


async def run(services: Services, args: dict[str, Any]) -> None:
    """Deletes in batches with separate transactions, to keep locks short."""
    deleted = _BATCH
    while deleted == _BATCH:
        async with services.db.transaction([args["account_id"]]) as tx:
            deleted = await tx.run(
                """
                delete from webhook_deliveries where account_id = :account_id and id in
                  (select id from webhook_deliveries
                   where account_id = :account_id and endpoint_id = :endpoint_id order by id limit :batch)
                """,
                account_id=args["account_id"],
                endpoint_id=args["endpoint_id"],
                batch=_BATCH,
            )
