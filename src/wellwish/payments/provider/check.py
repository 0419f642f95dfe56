"""Check the payment provider."""

from msgspec import Struct

from wellwish.accounts.access import Owning
from wellwish.base.errors import PaymentProviderMissing, PaymentProviderRefused, Unavailable
from wellwish.infra.checkout import ProviderRefusedError, ProviderUnavailableError
from wellwish.infra.db import Tx
from wellwish.infra.http import Caller, Services
from wellwish.payments import merchant as merchants
from wellwish.payments import own_provider
from wellwish.payments.own_provider import PaymentProvider
from wellwish.payments.provider.update import RETRY_AFTER_S


class CheckResult(Struct, frozen=True):
    """The successful result: the ID of the account at the provider."""

    merchant_id: str


async def prepare(services: Services, access: Owning, body: object) -> CheckResult:
    """Calls the provider outside transactions. Raises the errors of the operation."""
    del body
    async with services.db.transaction([access.account_id]) as tx:
        merchant = await merchants.find_merchant(tx, services, access.account_id)
    if merchant is None:
        raise PaymentProviderMissing
    try:
        return CheckResult(await services.checkout.adapter(merchant.provider).account(merchant))
    except ProviderRefusedError as error:
        raise PaymentProviderRefused(str(error)) from error
    except ProviderUnavailableError as error:
        raise Unavailable(headers={"Retry-After": str(RETRY_AFTER_S)}) from error


async def check_provider(tx: Tx, caller: Caller, services: Services, taken: CheckResult) -> PaymentProvider:
    """Checks whether the provider still accepts the account's key, and records the time.

    Raises PaymentProviderMissing, PaymentProviderRefused, Unavailable.
    """
    await tx.run(
        """
        update payment_providers set checked_at = :now
        where account_id = :account_id and merchant_id = :merchant_id and removed_at is null
        """,
        account_id=caller.account_id,
        merchant_id=taken.merchant_id,
    )
    row = await own_provider.current(tx, caller.account_id)
    return await own_provider.record(tx, services, caller.account_id, row)
