"""Recover missed webhook deliveries."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from wellwish.base import clock, ids
from wellwish.base.errors import WebhookEndpointDisabled
from wellwish.infra import jobs
from wellwish.infra.db import Tx
from wellwish.infra.http import Body, Caller
from wellwish.infra.http.query_time import instant
from wellwish.webhooks import endpoint
from wellwish.webhooks.refill import REFILL


class Recovery(Body, frozen=True, kw_only=True):
    """The start of the recovery."""

    since: Annotated[str, instant("Start of the recovery. Events are kept for 90 days.", required=True)]


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
