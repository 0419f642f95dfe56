"""The fee of a payment before it is made: what the provider will keep, as far as that can be known."""

from typing import Final

from msgspec import Struct

from wellwish.checkout import Merchant
from wellwish.checkout.sandbox import fee_of
from wellwish.db import Tx

_LAST: Final = 500  # payments of the account in which one like it is looked for


class _Kept(Struct, frozen=True):
    amount: int
    fee: int


async def expected(tx: Tx, account_id: str, paid_to: Merchant, amount: int, currency: str) -> int | None:
    """Returns the fee in minor units: the sandbox's to the cent, of others about what they kept before.

    Providers tell a fee only with the payment, for it depends on the card. So it is that of the nearest
    amount among the account's last payments, in proportion; None where there is none yet.
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
