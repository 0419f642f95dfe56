"""Purge provider events that are too old to be sent or compared again."""

from datetime import timedelta
from typing import Any, Final

from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.infra.jobs.purge import purge
from wellwish.payments.poll import OVERLAP

PURGE: Final = "payments.purge"
# Three times the longest period in use: Stripe resends an event for three days and lists it for 30
# (docs.stripe.com/webhooks/process-undelivered-events), which is as far as ``check`` looks back.
KEPT_FOR: Final = timedelta(days=90)


async def run(services: Services, args: dict[str, Any]) -> None:
    """Keeps unmatched events until they are resolved, since ``check`` lists them.

    Unmatched events that are confirmed only by an account's signature are deleted nevertheless. If a provider
    has been unavailable, events that the next poll may return are also kept. Deleted events do not affect the
    books, because movements are identified by their payment or refund and booked once.
    """
    del args
    await purge(services.db, _delete)


async def _delete(tx: Tx, batch: int) -> int:
    return await tx.run(
        """
                with old as materialized (
                  select e.merchant, e.id
                  from provider_events e join provider_polls p on p.merchant = e.merchant
                  where e.created_at < :oldest
                    and (e.outcome in ('applied', 'nothing') or e.resolved_at is not null
                      or e.listed_at is null and split_part(e.merchant, ':', 2) <> 'operator')
                    and e.occurred_at < p.polled_until - :overlap::interval
                  limit :batch)
                delete from provider_events e using old where e.merchant = old.merchant and e.id = old.id
                """,
        oldest=tx.now - KEPT_FOR,
        overlap=OVERLAP,
        batch=batch,
    )
