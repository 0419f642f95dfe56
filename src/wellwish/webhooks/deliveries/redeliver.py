"""Redeliver an event."""

from wellwish.base.errors import WebhookEndpointDisabled
from wellwish.infra.db import Tx
from wellwish.infra.http import Caller
from wellwish.webhooks import delivery, endpoint
from wellwish.webhooks.delivery import TRIES, DeliveryRow, WebhookDelivery


async def redeliver(tx: Tx, caller: Caller, webhook_delivery_id: str) -> WebhookDelivery:
    """Sends the event again immediately, with the same ``webhook-id`` and up to ten attempts.

    Raises NotFound, WebhookEndpointDisabled.
    """
    row = await delivery.load(tx, caller.account_id, webhook_delivery_id)
    if (await endpoint.load(tx, caller.account_id, row.endpoint_id)).disabled_at is not None:
        raise WebhookEndpointDisabled
    again = await tx.one(
        DeliveryRow,
        """
        update webhook_deliveries
        set status = 'pending', tries_left = :tries_left, next_attempt_at = :real_now, updated_at = :now
        where account_id = :account_id and id = :id
        returning {columns}
        """,
        account_id=caller.account_id,
        id=row.id,
        tries_left=TRIES,
    )
    await delivery.wake_at_once(tx, caller.account_id, row.endpoint_id)
    return delivery.record(again, await delivery.attempts_of(tx, caller.account_id, [row.id]))
