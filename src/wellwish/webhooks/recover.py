"""Recover missed webhook deliveries."""

from datetime import UTC, datetime
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from wellwish import clock, ids, jobs
from wellwish.db import Tx
from wellwish.errors import WebhookEndpointDisabled
from wellwish.http import Body, Caller, line
from wellwish.webhooks import endpoint
from wellwish.webhooks.refill import REFILL

_TIME: Final = {"format": "date-time", "pattern": r"^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt]\S+$"}


def _instant(given: str) -> str:
    """Converts an RFC 3339 time to UTC. Raises ValueError."""
    try:
        read = datetime.fromisoformat(given.upper())
        if read.tzinfo is None or not 1971 <= read.year <= 9000:
            raise ValueError
    except ValueError:
        raise ValueError("Must be an RFC 3339 time with an offset, such as 2026-12-24T18:00:00Z.") from None
    return clock.rfc3339(read.astimezone(UTC))


class Recovery(Body, frozen=True, kw_only=True):
    """The start of the recovery."""

    since: Annotated[
        str,
        line(40, "Start of the recovery. Events are kept for 90 days.", required=True, check=_instant,
             schema=_TIME),
    ]  # fmt: skip


class WebhookRecovery(Struct, frozen=True, kw_only=True):
    """A recovery in progress. Its deliveries appear in the list of deliveries."""

    object: Literal["webhook_recovery"] = "webhook_recovery"
    webhook_endpoint_id: Annotated[str, Meta(pattern=ids.pattern("whe"))]
    since: str


async def recover(tx: Tx, caller: Caller, webhook_endpoint_id: str, recovery: Recovery) -> WebhookRecovery:
    """Delivers failed events, and events that occurred while the endpoint was disabled.

    Deliveries are sent in the background. Events that were already delivered are not sent again.

    Raises NotFound, WebhookEndpointDisabled.
    """
    row = await endpoint.load(tx, caller.account_id, webhook_endpoint_id)
    if row.disabled_at is not None:
        raise WebhookEndpointDisabled
    args = {"account_id": caller.account_id, "endpoint_id": row.id, "since": recovery.since,
            "until": clock.rfc3339(tx.now)}  # fmt: skip
    await jobs.enqueue(tx, REFILL, [args])
    return WebhookRecovery(webhook_endpoint_id=row.id, since=recovery.since)
