"""Read where the money of the account's cards goes."""

from wellwish.db import Tx
from wellwish.http import Caller, Services
from wellwish.payments import own_provider
from wellwish.payments.own_provider import PaymentProvider


async def read(tx: Tx, caller: Caller, services: Services) -> PaymentProvider:
    """Without a provider of its own an account has the sandbox, where there is one; secrets are not shown."""
    row = await own_provider.current(tx, caller.account_id)
    return await own_provider.record(tx, services, caller.account_id, row)
