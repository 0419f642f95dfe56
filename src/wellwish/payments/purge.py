"""Purge what providers told long ago: by then nobody tells it again, and no check compares it."""

from datetime import timedelta
from typing import Any, Final

from wellwish.http import Services
from wellwish.payments.poll import OVERLAP

PURGE: Final = "payments.purge"
# Three times as long as anybody asks: Stripe sends an event again for three days, and lists it for 30
# (docs.stripe.com/webhooks/process-undelivered-events), which is as far as ``check`` looks back.
KEPT_FOR: Final = timedelta(days=90)
_BATCH: Final = 1000  # rows a statement, so that none holds its locks for long


async def run(services: Services, args: dict[str, Any]) -> None:
    """Deletes in batches; a run that is cut short leaves less for the next.

    What did not fit stays, for the check names it until it was looked into; so does what the next look at a
    provider that was away for all that time may be told again. The books do not rest on what is deleted: a
    movement is named after the payment or refund that it is of, and is booked once.
    """
    del args
    deleted = _BATCH
    while deleted == _BATCH:
        async with services.db.statement() as tx:
            deleted = await tx.run(
                """
                delete from provider_events where (merchant, id) in (
                  select e.merchant, e.id
                  from provider_events e join provider_polls p on p.merchant = e.merchant
                  where e.outcome in ('applied', 'nothing') and e.created_at < :oldest
                    and e.occurred_at < p.polled_until - :overlap::interval
                  limit :batch)
                """,
                oldest=tx.now - KEPT_FOR,
                overlap=OVERLAP,
                batch=_BATCH,
            )
