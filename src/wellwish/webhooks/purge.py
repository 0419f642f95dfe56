"""Purge old deliveries with their attempts."""

from datetime import timedelta
from typing import Any, Final

from msgspec import Struct

from wellwish.base import clock, ids
from wellwish.infra.http import Services

PURGE: Final = "webhooks.purge"
_ACCOUNTS: Final = 500
_BATCH: Final = 1000


class _Tail(Struct):
    account_id: str
    ahead: timedelta | None


async def run(services: Services, args: dict[str, Any]) -> None:
    """Deletes in batches, so that the next run continues after an interruption."""
    del args
    after = ""
    while accounts := await _accounts(services, after):
        for each in accounts:
            with clock.test_clock(each.ahead):
                while await _batch(services, each.account_id) == _BATCH:
                    pass
        after = accounts[-1].account_id


async def _accounts(services: Services, after: str) -> list[_Tail]:
    async with services.db.statement() as tx:
        return await tx.many(
            _Tail,
            """
            select w.account_id, (select t.ahead from test_accounts t where t.account_id = w.account_id)
            from webhook_tails w where w.account_id > :after order by w.account_id limit :count
            """,
            after=after,
            count=_ACCOUNTS,
        )


async def _batch(services: Services, account_id: str) -> int:
    async with services.db.transaction([account_id]) as tx:
        return await tx.run(
            """
            delete from webhook_deliveries where account_id = :account_id and id in
              (select id from webhook_deliveries
               where account_id = :account_id and id < :oldest order by id limit :batch)
            """,
            account_id=account_id,
            oldest=ids.earliest("dlv", tx.now - services.settings.limits.retention.webhook_deliveries),
            batch=_BATCH,
        )
