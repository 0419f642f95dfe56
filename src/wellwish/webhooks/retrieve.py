"""Retrieve a webhook endpoint."""

from wellwish.infra.db import Tx
from wellwish.infra.http import Caller
from wellwish.webhooks import endpoint


async def retrieve_endpoint(tx: Tx, caller: Caller, webhook_endpoint_id: str) -> endpoint.WebhookEndpoint:
    """The secret is not returned; rotate it if it was lost. Raises NotFound."""
    return endpoint.record(await endpoint.load(tx, caller.account_id, webhook_endpoint_id), tx.real_now)
