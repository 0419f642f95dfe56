"""Execute a recovery: create the missed deliveries of an endpoint in batches."""

from datetime import datetime, timedelta
from typing import Any, Final

from msgspec import Struct

from wellwish.base import ids
from wellwish.infra.http import Services
from wellwish.webhooks import delivery, endpoint
from wellwish.webhooks.send_test import TEST

REFILL: Final = "webhooks.refill"
_BATCH: Final = 500
_SKEW: Final = timedelta(minutes=1)  # event IDs are created a moment after the time of their event


class _Event(Struct):
    id: str
    type: str


async def run(services: Services, args: dict[str, Any]) -> None:
    """Reads the events in the order of their IDs. A second run skips existing deliveries."""
    asked, until = (datetime.fromisoformat(args[name]) for name in ("since", "until"))
    # Older events are not shown anywhere.
    since = max(asked, until - services.settings.limits.retention.events)
    after: str | None = ids.earliest("evt", since - _SKEW)
    while after is not None:
        after = await _batch(services, args["account_id"], args["endpoint_id"], after, since, until)


async def _batch(
    services: Services, account_id: str, endpoint_id: str, after: str, since: datetime, until: datetime
) -> str | None:
    async with services.db.transaction([account_id]) as tx:
        row = await endpoint.find_enabled(tx, account_id, endpoint_id)
        if row is None:
            return None
        events = await tx.many(
            _Event,
            """
            select id, type from events
            where account_id = :account_id and id > :after and id < :last
              and created_at between :since and :until and type <> :test
            order by id limit :count
            """,
            account_id=account_id,
            after=after,
            last=ids.earliest("evt", until + _SKEW),
            since=since,
            until=until,
            test=TEST,
            count=_BATCH,
        )
        wanted = [each for each in events if row.event_types is None or each.type in row.event_types]
        new = [delivery.NewDelivery(ids.new("dlv"), row.id, each.id, each.type) for each in wanted]
        if new:
            await delivery.insert(tx, account_id, new)
            await delivery.wake(tx, account_id, [row.id])
    return events[-1].id if len(events) == _BATCH else None
