"""End an unpaid payment: close its page at the provider, then update our row.

Somebody may be paying in an old tab. The provider determines which came first, so nothing else starts before
its response.
"""

from datetime import datetime, timedelta
from typing import Any, Final, Literal

import structlog
from msgspec import Struct

from wellwish.base import clock
from wellwish.base.errors import PaymentState, Unavailable
from wellwish.infra import jobs
from wellwish.infra.checkout import OpenPage, ProviderUnavailableError, StillOpenError
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.payments import apply, charge, payment
from wellwish.payments import merchant as merchants
from wellwish.payments.payment import PaymentRow

END: Final = "payments.end"
_RETRY_AFTER_S: Final = 5
_AGAIN: Final = timedelta(seconds=30)
# time after which a run starts no more calls; the last call ends before the job's time limit
_LASTS: Final = timedelta(seconds=25)

Cause = Literal["note_removed", "card_cancelled", "card_deleted"]

log: Final = structlog.get_logger("wellwish.payments")


class _Open(Struct):
    id: str
    paid_to: str


async def of_contribution(tx: Tx, account_id: str, contribution_id: str, cause: Cause) -> None:
    """Enqueues a job that ends the open payment of a contribution, with retries."""
    await jobs.enqueue(tx, END, [{"account_id": account_id, "subject_id": contribution_id, "cause": cause}])


async def of_card(tx: Tx, account_id: str, card_id: str, cause: Cause) -> None:
    """Enqueues a job that ends all open payments of a card, with retries."""
    await jobs.enqueue(tx, END, [{"account_id": account_id, "card_id": card_id, "cause": cause}])


async def end(services: Services, account_id: str, payment_id: str) -> None:
    """Ends a payment if it is pending.

    Called between transactions. A payment without a page ends without a call, because a page created in the
    meantime is never shown (see ``checkout.start``). Raises PaymentState if the provider cannot close its
    page yet, Unavailable if the provider does not respond.
    """
    async with services.db.transaction([account_id]) as tx:
        row = await payment.locked(tx, account_id, payment_id)
        if row is None or row.status != "pending":
            return
        merchant = await merchants.find_by_name(tx, services, account_id, row.paid_to)
        if row.checkout_reference is None or merchant is None:
            await charge.ended(tx, account_id, row, "cancelled")
            return
    page = page_of(account_id, row, row.checkout_reference)
    try:
        event = await services.checkout.adapter(row.provider).end(merchant, page)
    except StillOpenError as error:
        until = "" if error.until is None else f" until {clock.rfc3339(error.until)}"
        raise PaymentState(
            f"The payer can still pay on the provider's page{until}, and the provider cannot close it."
        ) from error
    except ProviderUnavailableError as error:
        raise Unavailable(headers={"Retry-After": str(_RETRY_AFTER_S)}) from error
    await apply.take(services, event)


async def run(services: Services, args: dict[str, Any]) -> datetime | None:
    """Ends the open payments of a removed contribution, or of a cancelled or deleted card.

    Repeats until no payment is open. If a provider does not respond or cannot close a page yet, the job runs
    every 30 seconds until the payments expire, while ending payments at other providers.
    """
    account_id, until = args["account_id"], clock.now() + _LASTS
    unavailable: set[str] = set()
    is_open = False
    async with services.db.transaction([account_id]) as tx:
        rows = await _open_payments(tx, account_id, args.get("subject_id"), args.get("card_id"))
    for row in rows:
        if clock.now() >= until:
            return clock.now()
        if row.paid_to not in unavailable:
            try:
                await end(services, account_id, row.id)
            except PaymentState:
                is_open = True
            except Unavailable:
                unavailable.add(row.paid_to)
                log.warning(
                    "payment not ended", payment_id=row.id, merchant=row.paid_to, cause=args.get("cause")
                )
    return clock.data_now() + _AGAIN if unavailable or is_open else None


async def _open_payments(tx: Tx, account_id: str, subject_id: str | None, card_id: str | None) -> list[_Open]:
    return await tx.many(
        _Open,
        """
        select {columns} from payments
        where account_id = :account_id and status = 'pending'
          and (subject_id = :subject_id or card_id = :card_id)
        order by checkout_reference is not null, id limit 10000
        """,
        account_id=account_id,
        subject_id=subject_id,
        card_id=card_id,
    )


def page_of(account_id: str, row: PaymentRow, reference: str) -> OpenPage:
    return OpenPage(
        account_id=account_id,
        payment_id=row.id,
        amount=row.amount,
        currency=row.currency,
        reference=reference,
    )
