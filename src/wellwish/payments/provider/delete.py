"""Remove the payment provider."""

from wellwish.accounts import account
from wellwish.infra.db import Tx
from wellwish.infra.http import Caller, IfMatch, Services
from wellwish.payments import own_provider
from wellwish.payments.own_provider import PaymentProvider
from wellwish.payments.provider.update import CheckedProvider, put


async def delete_provider(tx: Tx, caller: Caller, services: Services, if_match: IfMatch) -> PaymentProvider:
    """New payments no longer use the provider. Its key is deleted when pending payments are completed.

    Then, its payments can be refunded only after the same Stripe account is set again. Returns the provider
    that now applies: the sandbox if this server has one and the account never received real money, otherwise
    none. Raises PreconditionFailed.
    """
    await remove(tx, services, caller.account_id, if_match)
    return await own_provider.record(tx, services, caller.account_id, None)


async def remove(tx: Tx, services: Services, account_id: str, if_match: IfMatch) -> bool:
    """Returns whether the account had a provider. Raises PreconditionFailed."""
    await account.lock(tx, account_id)
    row = await own_provider.current(tx, account_id)
    if_match.check(row.version if row else own_provider.NONE_SET)
    if row is not None:
        await put(tx, services, account_id, CheckedProvider(None))
    return row is not None
