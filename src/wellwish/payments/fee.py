"""Estimate the provider's fee before a payment."""

from typing import Final

from msgspec import Struct

from wellwish.infra.checkout import Merchant
from wellwish.infra.checkout.sandbox_event import fee_of
from wellwish.infra.db import Tx

_LAST: Final = 500  # recent payments of the account that are searched for a similar one
_MOST_RAISED: Final = 4  # times the amount at most: a larger fee allows no estimate


class Kept(Struct, frozen=True):
    """A past payment and its fee, in minor units."""

    amount: int
    fee: int


class Estimate(Struct, frozen=True):
    """The fee as a function of the amount: exact for the sandbox, otherwise scaled from a past payment."""

    kept: Kept | None  # None for the sandbox

    def fee(self, amount: int) -> int:
        """Returns the fee in minor units."""
        if self.kept is None:
            return fee_of(amount)
        return (self.kept.fee * amount + self.kept.amount // 2) // self.kept.amount

    def covering(self, amount: int) -> int | None:
        """Returns the smallest amount that leaves ``amount`` after the fee, or None for a very large fee."""
        raised = amount + self.fee(amount)
        while raised - self.fee(raised) < amount:
            if raised > amount * _MOST_RAISED:
                return None
            raised = amount + self.fee(raised)
        return raised


async def estimate(tx: Tx, account_id: str, paid_to: Merchant, amount: int, currency: str) -> Estimate | None:
    """Returns the estimate for an amount, or None while no fee of the account is known.

    Providers report a fee only after the payment, since it depends on the card. The estimate scales the fee
    of the account's recent payment with the closest amount.
    """
    if paid_to.provider == "sandbox":
        return Estimate(None)
    kept = await tx.maybe(
        Kept,
        """
        select {columns} from (
          select id, amount, fee, paid_to, currency from payments
          where account_id = :account_id order by id desc limit :last
        ) recent
        where fee is not null and paid_to = :paid_to and currency = :currency
        order by abs(amount - :amount), id desc limit 1
        """,
        account_id=account_id,
        last=_LAST,
        paid_to=paid_to.name,
        currency=currency,
        amount=amount,
    )
    return None if kept is None else Estimate(kept)


async def expected(tx: Tx, account_id: str, paid_to: Merchant, amount: int, currency: str) -> int | None:
    """Returns the fee in minor units, or None while no fee of the account is known."""
    found = await estimate(tx, account_id, paid_to, amount, currency)
    return None if found is None else found.fee(amount)
