"""Cancel an open payment."""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from wellwish.accounts.access import owner_only
from wellwish.base.errors import NotFound, PaymentState
from wellwish.infra.db import Tx
from wellwish.infra.http import Body, Caller, Granted, Services
from wellwish.payments import payment, payment_records
from wellwish.payments.end import end
from wellwish.payments.payment import Payment


class OwnPayment(Struct, frozen=True):
    """A payment to the account that the caller owns."""

    account_id: str
    payment_id: str


class OfOwner:
    """Grants access to a payment of the caller's account if the user is an owner."""

    says = owner_only.says
    refuses = owner_only.refuses
    gives: tuple[type, ...] = (OwnPayment,)

    async def __call__(self, tx: Tx, caller: Caller, path: Mapping[str, str], body: Body | None) -> Granted:
        """Raises OwnerRequired, NotFound."""
        await owner_only(tx, caller, path, body)
        row = await payment.find_payment(tx, caller.account_id, path["payment_id"])
        if row is None:
            raise NotFound
        return {OwnPayment: OwnPayment(caller.account_id, row.id)}


of_owner: Final = OfOwner()


async def prepare(services: Services, own: OwnPayment, new: object) -> None:
    """Closes the payment's page at the provider, outside transactions.

    Raises PaymentState, Unavailable.
    """
    del new
    await end(services, own.account_id, own.payment_id)


async def cancel_payment(tx: Tx, own: OwnPayment, services: Services) -> Payment:
    """Closes the page at the provider, so that nobody can pay in an open tab.

    Cancelling a cancelled payment has no effect. If the payer has already paid, the payment succeeds and can
    be refunded.

    Raises NotFound, PaymentState unless the payment was pending, Unavailable.
    """
    row = await payment.load(tx, own.account_id, own.payment_id)
    if row.status != "cancelled":
        raise PaymentState(f"The payment is {row.status}. Only a pending payment can be cancelled.")
    return await payment_records.record(tx, services, own.account_id, row)
