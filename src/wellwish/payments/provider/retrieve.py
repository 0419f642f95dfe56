"""Retrieve the payment provider."""

from wellwish.infra.db import Tx
from wellwish.infra.http import Caller, Services
from wellwish.payments import own_provider
from wellwish.payments.own_provider import PaymentProvider


async def retrieve_provider(tx: Tx, caller: Caller, services: Services) -> PaymentProvider:
    """An account without a provider uses the sandbox, if this server has one. Secrets are not returned."""
    row = await own_provider.current(tx, caller.account_id)
    return await own_provider.record(tx, services, caller.account_id, row)
