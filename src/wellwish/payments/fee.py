"""Estimate the provider's fee before a payment."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from wellwish.infra.checkout import Merchant, Name, limits_of
from wellwish.infra.checkout.sandbox_event import fee_of
from wellwish.infra.db import Tx
from wellwish.payments.fee_schedule import FittedFee, KnownFee, Schedule, StatedFee, fit

_LAST: Final = 500  # number of recent payments of the account searched for known fees
_KNOWN: Final = 24  # number of known fees to which a schedule is fitted
_OTHER_METHODS: Final = 4  # one in this many fees may belong to another payment method
# Maximum ratio of the amount with the fee to the chosen amount. Above it, there is no estimate.
_MOST_RAISED: Final = 4
_CLOSE: Final = 5  # maximum difference between the largest and the smallest possible fee in minor units


class Estimate(Struct, frozen=True):
    """The fee as a function of the amount, exact for the sandbox and otherwise based on a schedule."""

    schedule: Schedule | None  # None for the sandbox

    def fee(self, amount: int) -> int | None:
        """Returns the largest possible fee in minor units; None if the uncertainty exceeds five units."""
        if self.schedule is None:
            return fee_of(amount)
        low, high = self.schedule.bounds(amount)
        return high if high - low <= _CLOSE else None

    def covering(self, amount: int) -> int | None:
        """Returns the smallest amount that leaves ``amount`` after the fee; None if the fee is unknown."""
        raised = amount
        while (fee := self.fee(raised)) is not None and raised <= amount * _MOST_RAISED:
            if raised - fee >= amount:
                return raised
            raised = amount + fee
        return None


class _Recent(Struct):
    amount: int
    fee: int
    method: str | None


def can_cover(provider: Name, currency: str) -> bool:
    """Returns whether givers can add the fee of a payment when it is known.

    They cannot if the provider accepts only round amounts, because rounding exceeds the permitted error.
    """
    limits = limits_of(provider, currency)
    return limits is not None and limits.step <= _CLOSE


async def estimate(tx: Tx, account_id: str, paid_to: Merchant, currency: str) -> Estimate | None:
    """Returns the estimate for a currency, or None if there is no schedule.

    Providers report fees only after payments, because they depend on the payment method. Therefore, the
    schedule is either stated by the owner or fitted to the fees of the account's recent payments.
    """
    if paid_to.provider == "sandbox":
        return Estimate(None)
    if not can_cover(paid_to.provider, currency):
        return None
    schedule = await _stated(tx, account_id, paid_to, currency)
    if schedule is None:
        schedule = _fitted(await _recent(tx, account_id, paid_to, currency))
    return None if schedule is None else Estimate(schedule)


async def expected(tx: Tx, account_id: str, paid_to: Merchant, amount: int, currency: str) -> int | None:
    """Returns the fee in minor units, or None if it is unknown."""
    found = await estimate(tx, account_id, paid_to, currency)
    return None if found is None else found.fee(amount)


class _Stated(Struct):
    fees: list[StatedFee] | None


async def _stated(tx: Tx, account_id: str, paid_to: Merchant, currency: str) -> StatedFee | None:
    row = await tx.maybe(
        _Stated,
        "select {columns} from payment_providers where account_id = :account_id and id = :id",
        account_id=account_id,
        id=paid_to.owner,
    )
    listed = [] if row is None else row.fees or []
    return next((each for each in listed if each.currency == currency), None)


async def _recent(tx: Tx, account_id: str, paid_to: Merchant, currency: str) -> list[_Recent]:
    return await tx.many(
        _Recent,
        """
        select {columns} from (
          select id, amount, fee, method, paid_to, currency from payments
          where account_id = :account_id order by id desc limit :last
        ) recent
        where fee is not null and paid_to = :paid_to and currency = :currency
        order by id desc limit :most
        """,
        account_id=account_id,
        last=_LAST,
        paid_to=paid_to.name,
        currency=currency,
        most=_KNOWN,
    )


def _fitted(recent: Sequence[_Recent]) -> FittedFee | None:
    """Returns the schedule of the usual payment method; None if too many payers use others.

    The payer chooses the method after the amount, so an estimate must hold for most payers.
    """
    methods = Counter(each.method for each in recent if each.method is not None)
    usual = next((method for method, _ in methods.most_common(1)), None)
    known = [KnownFee(each.amount, each.fee) for each in recent if each.method in (None, usual)]
    if len(recent) - len(known) > len(recent) // _OTHER_METHODS:
        return None
    return fit(known)
