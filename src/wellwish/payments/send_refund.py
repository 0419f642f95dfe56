"""Request a refund from the provider, with the refund's ID as the idempotency key."""

from datetime import datetime, timedelta
from typing import Any, Final

import structlog
from msgspec import Struct

from wellwish.base import clock
from wellwish.infra.checkout import (
    ProviderEvent,
    ProviderFailedError,
    ProviderRefusedError,
    ProviderUnavailableError,
    RefundOrder,
)
from wellwish.infra.http import Services
from wellwish.payments import apply, payment


class _Refund(Struct):
    id: str
    payment_id: str
    amount: int
    currency: str
    attempt: int
    created_at: datetime


# The queue makes ten attempts in an hour and a half, with delays that soon exceed a minute. Refunds are owed
# to payers, so these delays are shorter: after an outage of an hour, a refund is sent within half a minute,
# and attempts continue for days.
_SOON: Final = timedelta(seconds=10)
_SHARE: Final = 120
_PATIENT_FOR: Final = timedelta(days=7)
_AGAIN: Final = timedelta(minutes=10)

log: Final = structlog.get_logger("wellwish.payments")


async def run(services: Services, args: dict[str, Any]) -> datetime | None:
    """Retries for a week while the provider is unavailable.

    Afterwards, raises ProviderUnavailableError, which leaves only the queue's attempts.
    """
    account_id, refund_id = args["account_id"], args["refund_id"]
    async with services.db.transaction([account_id]) as tx:
        refund = await tx.maybe(
            _Refund,
            """
            select {columns} from refunds
            where account_id = :account_id and id = :id and status = 'pending'
            """,
            account_id=account_id,
            id=refund_id,
        )
        if refund is None:
            return None
        row = await payment.load(tx, account_id, refund.payment_id)
        merchant = await payment.merchant_of(tx, services, account_id, row)
    order = RefundOrder(
        account_id=account_id,
        payment_id=row.id,
        refund_id=refund.id,
        provider_reference=row.provider_reference or row.id,
        amount=refund.amount,
        currency=refund.currency,
        attempt=refund.attempt,
    )
    event: ProviderEvent | None
    try:
        event = await services.checkout.adapter(row.provider).refund(merchant, order)
    except ProviderUnavailableError as error:
        if isinstance(error, ProviderFailedError):
            await _raise_attempt(services, account_id, refund)
        waits = clock.data_now() - refund.created_at
        if waits > _PATIENT_FOR:
            raise
        log.warning("refund not sent", merchant=merchant.name, refund_id=refund.id, why=type(error).__name__)
        return clock.data_now() + min(max(waits / _SHARE, _SOON), _AGAIN)
    except ProviderRefusedError:
        event = ProviderEvent(
            merchant=merchant.name,
            event_id=f"refused:{refund.id}",
            kind="refund_failed",
            account_id=account_id,
            payment_id=row.id,
            amount=refund.amount,
            currency=refund.currency,
            occurred_at=clock.data_now(),
            refund_id=refund.id,
        )
    if event is not None:
        await apply.take(services, event)
    return None


async def _raise_attempt(services: Services, account_id: str, refund: _Refund) -> None:
    """Changes the idempotency key of the next attempt, because the provider repeats an error per key for a
    day. If this attempt made the refund, the next one finds it in the provider's list.
    """
    async with services.db.transaction([account_id]) as tx:
        await tx.run(
            """
            update refunds set attempt = attempt + 1
            where account_id = :account_id and id = :id and attempt = :attempt and status = 'pending'
            """,
            account_id=account_id,
            id=refund.id,
            attempt=refund.attempt,
        )
