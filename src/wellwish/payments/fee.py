"""Estimate the provider's fee before a payment."""

from typing import Final

from msgspec import Struct

from wellwish.checkout import Merchant
from wellwish.checkout.sandbox_event import fee_of
from wellwish.db import Tx

_LAST: Final = 500  # recent payments of the account that are searched for a similar one


class _Kept(Struct, frozen=True):
    amount: int
    fee: int


async def expected(tx: Tx, account_id: str, paid_to: Merchant, amount: int, currency: str) -> int | None:
    """Returns the fee in minor units: exact for the sandbox, an estimate from past payments otherwise.

    Providers report a fee only after the payment, since it depends on the card. The estimate scales the fee
    of the account's recent payment with the closest amount; None without any.
    """
    if paid_to.provider == "sandbox":
        return fee_of(amount)
    kept = await tx.maybe(
        _Kept,
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
    return None if kept is None else (kept.fee * amount + kept.amount // 2) // kept.amount
