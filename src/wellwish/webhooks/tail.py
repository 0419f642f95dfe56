"""Create deliveries from events, read in commit order from the last position of each account.

Only accounts with endpoints are read. Operations that write events do not depend on this module
(docs/decisions/0009-events-to-endpoints.md).
"""

import asyncio
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final

import structlog
from msgspec import Struct

from wellwish.base import clock, ids
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.webhooks import delivery
from wellwish.webhooks.send_test import TEST

TAIL: Final = "webhooks.tail"
_EVERY: Final = timedelta(seconds=1)
_ACCOUNTS: Final = 500  # accounts per statement
_AT_ONCE: Final = 4  # accounts in parallel, so that a busy one does not delay the others
_EVENTS: Final = 500  # events per transaction

log: Final = structlog.get_logger("wellwish.webhooks")


class _Tail(Struct):
    account_id: str


class _Position(Struct):
    txid: str
    event_id: str
    ahead: timedelta | None


class _Event(Struct):
    id: str
    type: str
    txid: str


class _Endpoint(Struct):
    id: str
    event_types: list[str] | None
    since_txid: str


async def run(services: Services, args: dict[str, Any]) -> datetime:
    """Reads the new events of all accounts; returns the time of the next run."""
    del args
    began = clock.now()
    await _forget_other_lives(services)
    after = ""
    while accounts := await _accounts(services, after):
        busy = asyncio.Semaphore(_AT_ONCE)
        news = await _with_news(services, accounts)
        await asyncio.gather(*(_read_on(services, account_id, busy) for account_id in news))
        after = accounts[-1]
    return began + _EVERY


async def _read_on(services: Services, account_id: str, busy: asyncio.Semaphore) -> None:
    try:
        async with busy:
            while await _fan_out(services, account_id):
                pass
    except Exception as error:  # noqa: BLE001 - no account delays another; the next run retries
        log.warning("event tail failed", account_id=account_id, error=type(error).__name__)


async def _forget_other_lives(services: Services) -> None:
    """Resets the positions after a dump and restore, which restarts transaction IDs."""
    async with services.db.statement() as tx:
        await tx.run(
            """
            update webhook_tails set txid = pg_snapshot_xmin(pg_current_snapshot()), event_id = ''
            where txid > pg_snapshot_xmax(pg_current_snapshot())
            """
        )


async def _accounts(services: Services, after: str) -> list[str]:
    async with services.db.statement() as tx:
        rows = await tx.many(
            _Tail,
            """
            select {columns} from webhook_tails where account_id > :after order by account_id limit :count
            """,
            after=after,
            count=_ACCOUNTS,
        )
    return [row.account_id for row in rows]


async def _with_news(services: Services, accounts: Sequence[str]) -> list[str]:
    async with services.db.transaction(accounts) as tx:
        rows = await tx.many(
            _Tail,
            """
            select t.account_id from webhook_tails t
            where t.account_id = any (:account_ids) and exists (
              select 1 from events e
              where e.account_id = t.account_id and (e.txid, e.id) > (t.txid, t.event_id)
                and e.txid < (select events_horizon() from migrations limit 1))
            limit 500
            """,
            account_ids=list(accounts),
        )
    return [row.account_id for row in rows]


async def _fan_out(services: Services, account_id: str) -> bool:
    """Creates the deliveries of the next events, moves the position and wakes the endpoints atomically.

    Returns whether there may be more events.
    """
    async with services.db.transaction([account_id]) as tx:
        position = await tx.maybe(
            _Position,
            """
            select txid::text, event_id, (
              select t.ahead from test_accounts t where t.account_id = webhook_tails.account_id)
            from webhook_tails where account_id = :account_id
            for update skip locked
            """,
            account_id=account_id,
        )
        if position is None:  # another worker is reading this account
            return False
        clock.use_test_clock(position.ahead)  # for this task, which reads only this account
        events = await _events(tx, account_id, position)
        if not events:
            return False
        endpoints = await _endpoints(tx, account_id)
        new = [
            delivery.NewDelivery(ids.new("dlv"), endpoint.id, event.id, event.type)
            for event in events
            for endpoint in endpoints
            if _wants(endpoint, event)
        ]
        if new:
            await delivery.insert(tx, account_id, new)
            await delivery.wake(tx, account_id, sorted({each.endpoint_id for each in new}))
        await tx.run(
            """
            update webhook_tails set txid = :txid::text::xid8, event_id = :event_id
            where account_id = :account_id
            """,
            account_id=account_id,
            txid=events[-1].txid,
            event_id=events[-1].id,
        )
        return len(events) == _EVENTS


async def _events(tx: Tx, account_id: str, position: _Position) -> Sequence[_Event]:
    return await tx.many(
        _Event,
        """
        select e.id, e.type, e.txid::text from events e
        where e.account_id = :account_id and (e.txid, e.id) > (:txid::text::xid8, :event_id)
          and e.txid < (select events_horizon() from migrations limit 1)
        -- By the column: a bare "txid" is the selected text, which sorts 1000 before 999.
        order by e.txid, e.id limit :count
        """,
        account_id=account_id,
        txid=position.txid,
        event_id=position.event_id,
        count=_EVENTS,
    )


async def _endpoints(tx: Tx, account_id: str) -> Sequence[_Endpoint]:
    return await tx.many(
        _Endpoint,
        """
        select id, event_types,
          case when since_txid > pg_snapshot_xmax(pg_current_snapshot()) then '0' else since_txid::text end
        from webhook_endpoints
        where account_id = :account_id and disabled_at is null order by id limit 100
        """,
        account_id=account_id,
    )


def _wants(endpoint: _Endpoint, event: _Event) -> bool:
    if event.type == TEST:  # the one delivery of a test event already exists
        return False
    is_later = int(event.txid) > int(endpoint.since_txid)
    return is_later and (endpoint.event_types is None or event.type in endpoint.event_types)
