"""Send a test event to a webhook endpoint."""

from wellwish.base import ids
from wellwish.base.errors import WebhookEndpointDisabled
from wellwish.infra import events
from wellwish.infra.db import Tx
from wellwish.infra.http import Caller
from wellwish.webhooks import delivery, endpoint
from wellwish.webhooks.delivery import WebhookDelivery

TEST = "webhook_endpoint.test"


async def send_test(tx: Tx, caller: Caller, webhook_endpoint_id: str) -> WebhookDelivery:
    """Ignores the `event_types` of the endpoint. Raises NotFound, WebhookEndpointDisabled."""
    row = await endpoint.load(tx, caller.account_id, webhook_endpoint_id)
    if row.disabled_at is not None:
        raise WebhookEndpointDisabled
    event_id = await events.record(tx, caller.account_id, TEST, data={"webhook_endpoint_id": row.id})
    sent = delivery.NewDelivery(ids.new("dlv"), row.id, event_id, TEST)
    await delivery.insert(tx, caller.account_id, [sent])
    await delivery.wake_at_once(tx, caller.account_id, row.id)
    return delivery.record(await delivery.load(tx, caller.account_id, sent.id), [])
