"""Remove the account's own payment provider."""

from wellwish.accounts import account
from wellwish.db import Tx
from wellwish.http import Caller, IfMatch, Services
from wellwish.payments import own_provider
from wellwish.payments.own_provider import PaymentProvider
from wellwish.payments.provider.replace import Tried, put


async def remove(tx: Tx, caller: Caller, services: Services, if_match: IfMatch) -> PaymentProvider:
    """No new payment goes there; what was begun is finished, and then its key is deleted.

    From then on what was paid there can be refunded only after the same account at Stripe was set again.
    Returns what is in its place: the sandbox where there is one, but nothing after real money. Raises
    PreconditionFailed.
    """
    await account.lock(tx, caller.account_id)
    row = await own_provider.current(tx, caller.account_id)
    if_match.check(row.version if row else own_provider.NONE_SET)
    if row is not None:
        await put(tx, services, caller.account_id, Tried(None))
    return await own_provider.record(tx, services, caller.account_id, None)
