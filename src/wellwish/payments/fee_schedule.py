"""A provider's fee for an amount: a percentage and a fixed part, stated or fitted to known fees.

A fitted schedule has bounds instead of values, because known fees are rounded to minor units.
"""

from collections.abc import Sequence
from typing import Annotated, Final

from msgspec import Struct

from wellwish.base import money
from wellwish.infra.http import line, whole

MAX_FEES: Final = 50  # maximum number of currencies with a stated fee per provider
_BASIS_POINTS: Final = 10_000  # 100 %
_MOST_BASIS_POINTS: Final = 2_000
_MOST_FIXED: Final = 10_000_000  # minor units
_APART: Final = 4  # minimum ratio of largest to smallest amount needed to determine a percentage
_STRANGERS: Final = 4  # one in this many known fees may belong to another kind of card


class StatedFee(Struct, frozen=True, kw_only=True):
    """The fee for payments in a currency, as agreed between the owner and the provider."""

    currency: Annotated[
        str,
        line(
            3,
            "ISO 4217 code.",
            required=True,
            check=money.currency,
            schema={"enum": sorted(money.EXPONENTS)},
        ),
    ]
    basis_points: Annotated[
        int, whole(0, _MOST_BASIS_POINTS, "Percentage of the amount, in hundredths of a percent.")
    ]
    fixed: Annotated[int, whole(0, _MOST_FIXED, "Fixed part of each fee, in minor units of the currency.")]

    def bounds(self, amount: int) -> tuple[int, int]:
        """Returns the fee as both bounds, because it is exact."""
        fee = (amount * self.basis_points + _BASIS_POINTS // 2) // _BASIS_POINTS + self.fixed
        return fee, fee


class KnownFee(Struct, frozen=True, order=True):
    """A past payment and its fee, in minor units."""

    amount: int
    fee: int


class FittedFee(Struct, frozen=True):
    """Pairs of known fees. Each fee of the schedule is within the bounds of at least one pair."""

    pairs: Sequence[tuple[KnownFee, KnownFee]]

    def bounds(self, amount: int) -> tuple[int, int]:
        """Returns the smallest and the largest possible fee for an amount, in minor units."""
        found = [_bounds(*pair, amount) for pair in self.pairs]
        return min(low for low, _ in found), max(high for _, high in found)


Schedule = StatedFee | FittedFee


def _bounds(first: KnownFee, second: KnownFee, amount: int) -> tuple[int, int]:
    """Returns the bounds implied by two fees of a schedule, each rounded to the nearest minor unit.

    The schedule is a line within half a unit of both. Between them, it is known to half a unit; beyond them,
    the uncertainty grows with the distance. All terms are multiplied by twice the difference between the
    amounts.
    """
    apart = second.amount - first.amount
    middle = 2 * (apart * first.fee + (second.fee - first.fee) * (amount - first.amount))
    unsure = max(apart, abs(2 * amount - first.amount - second.amount))
    scale = 2 * apart
    return (middle - unsure + apart) // scale, (middle + unsure + apart - 1) // scale


def fit(known: Sequence[KnownFee]) -> FittedFee | None:
    """Returns the schedule of the known fees; None if they do not determine one.

    At most a quarter of the fees, or one if there are few, may belong to other, unknown kinds of cards. The
    remaining fees agree with the schedule, which lies within the bounds of their outermost two. These can be
    any pair that is far enough apart, so every such pair contributes its bounds.
    """
    strangers = max(1, len(known) // _STRANGERS)
    agreeing = _agreeing(known)
    sure = len(agreeing) - strangers
    if sure < 2 or len(agreeing) < len(known) - strangers:
        return None
    if agreeing[-1].amount < _APART * agreeing[0].amount:
        return None
    pairs = [
        (first, second)
        for position, first in enumerate(agreeing)
        for second in agreeing[position + sure - 1 :]
    ]
    if any(first.amount == second.amount for first, second in pairs):
        return None
    return FittedFee(tuple(pairs))


def _agreeing(known: Sequence[KnownFee]) -> list[KnownFee]:
    """Returns the largest set of fees within one unit of a line through two of them, sorted by amount."""
    best: list[KnownFee] = []
    ordered = sorted(known)
    for position, first in enumerate(ordered):
        for second in ordered[position + 1 :]:
            apart, rise = second.amount - first.amount, second.fee - first.fee
            if apart == 0:
                continue
            near = [
                each
                for each in ordered
                if abs((each.fee - first.fee) * apart - rise * (each.amount - first.amount)) <= apart
            ]
            if len(near) > len(best):
                best = near
    return best
