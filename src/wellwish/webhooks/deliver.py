"""Deliver due messages to an endpoint. Each endpoint has a job, and does not wait for other servers."""

import asyncio
import time
from datetime import datetime, timedelta
from typing import Any, Final

from msgspec import Struct

from wellwish import __version__
from wellwish.base import clock
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.infra.net import AddressRefusedError, CallFailedError, Limits
from wellwish.webhooks import endpoint, outcome, payload, signature
from wellwish.webhooks.delivery import KEPT_ANSWER
from wellwish.webhooks.endpoint import EndpointRow
from wellwish.webhooks.outcome import Attempt
from wellwish.webhooks.payload import PendingDelivery

AT_ONCE: Final = 10  # messages in flight to one endpoint
_CALL_S: Final = 15.0  # like Svix; the Standard Webhooks specification recommends 15 to 30 s
_GLANCE_S: Final = 1.0  # time limit for the response body after the status
# plus one more call, below a job's time limit and the 30 s of a shutdown
_ROUNDS_S: Final = 10.0
_LEAST_PAUSE: Final = timedelta(seconds=1)


class _Wave(Struct):
    """Due deliveries, ready to be sent, or the time of the next delivery if there are none."""

    endpoint: EndpointRow | None
    secrets: list[str]
    deliveries: list[PendingDelivery]
    bodies: list[bytes]
    next_at: datetime | None


async def run(services: Services, args: dict[str, Any]) -> datetime | None:
    """Sends due messages in waves. Returns when the next is due, or None if there are none.

    Attempts, delays and secrets use real time even for test data, because receivers recover in real time.
    Raises RetryLaterError if too many jobs call the host.
    """
    account_id, began = args["account_id"], time.monotonic()
    while time.monotonic() - began < _ROUNDS_S:
        async with services.db.transaction([account_id]) as tx:
            wave = await _due(tx, services, account_id, args["endpoint_id"])
        if wave.endpoint is None or not wave.deliveries:
            if wave.next_at is None:
                return None
            return max(wave.next_at, clock.now() + _LEAST_PAUSE) + clock.ahead()
        with services.net.place(wave.endpoint.url, account_id):
            tried = await asyncio.gather(
                *(
                    _call(services, wave, each, body)
                    for each, body in zip(wave.deliveries, wave.bodies, strict=True)
                )
            )
        async with services.db.transaction([account_id]) as tx:
            await outcome.keep(tx, account_id, wave.endpoint, tried)
    return clock.data_now()


async def _due(tx: Tx, services: Services, account_id: str, endpoint_id: str) -> _Wave:
    row = await endpoint.find_enabled(tx, account_id, endpoint_id)
    if row is None:
        return _Wave(None, [], [], [], None)
    if row.paused_until is not None and row.paused_until > tx.real_now:
        return _Wave(row, [], [], [], row.paused_until)
    deliveries = await _due_deliveries(tx, account_id, endpoint_id)
    if deliveries:
        bodies = await payload.bodies(tx, account_id, row, deliveries)
        return _Wave(
            row, endpoint.live_secrets(services.keys, account_id, row, tx.real_now), deliveries, bodies, None
        )
    next_at = await tx.value(
        """
        select min(next_attempt_at) from webhook_deliveries
        where account_id = :account_id and endpoint_id = :endpoint_id and status = 'pending'
        """,
        account_id=account_id,
        endpoint_id=endpoint_id,
    )
    return _Wave(row, [], [], [], next_at)


async def _due_deliveries(tx: Tx, account_id: str, endpoint_id: str) -> list[PendingDelivery]:
    return await tx.many(
        PendingDelivery,
        """
        select d.id as delivery_id, d.attempts, d.tries_left, d.event_id, d.event_type, e.card_id, e.data,
          e.created_at, exists (select 1 from test_accounts t where t.account_id = d.account_id) as is_test
        from webhook_deliveries d join events e on e.account_id = d.account_id and e.id = d.event_id
        where d.account_id = :account_id and d.endpoint_id = :endpoint_id and d.status = 'pending'
          and d.next_attempt_at <= :real_now
        order by d.next_attempt_at, d.id limit :count
        """,
        account_id=account_id,
        endpoint_id=endpoint_id,
        count=AT_ONCE,
    )


async def _call(services: Services, wave: _Wave, delivery: PendingDelivery, body: bytes) -> Attempt:
    """Makes an attempt. Failures are returned as its outcome."""
    assert wave.endpoint is not None  # noqa: S101 - a wave with messages has one
    at, began = clock.now(), time.monotonic()
    headers = {
        "content-type": "application/json",
        "user-agent": f"Wellwish/{__version__}",
        **signature.headers(wave.secrets, delivery.event_id, at, body),
    }
    status, answer, error, retry_after = None, None, None, None
    try:
        reply = await services.net.call(
            "POST", wave.endpoint.url, headers=headers, body=body,
            limits=Limits(_CALL_S, KEPT_ANSWER, _GLANCE_S),
        )  # fmt: skip
        status, retry_after = reply.status, reply.headers.get("retry-after")
        # PostgreSQL does not store U+0000 in text.
        answer = reply.body.decode(errors="replace").replace("\0", "\ufffd")[:KEPT_ANSWER]
    except AddressRefusedError:
        error = "address_refused"
    except CallFailedError as failure:
        error = failure.reason
    came = "delivered" if status is not None and 200 <= status < 300 else error or "refused"
    services.meter.count("webhook_attempts_total", f'outcome="{came}"')
    duration_ms = round((time.monotonic() - began) * 1000)
    return Attempt(delivery, at, status, answer, error, duration_ms, retry_after)
