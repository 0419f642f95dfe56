"""A provider's fee of an amount: a percentage and a fixed part, stated or fitted to known fees.

A fitted schedule gives bounds instead of values, since each known fee was rounded to a minor unit.
"""

from collections.abc import Sequence
from typing import Annotated, Final

from msgspec import Struct

from wellwish.base import money
from wellwish.infra.http import line, whole

MAX_FEES: Final = 50  # currencies of a provider whose fees are stated
_BASIS_POINTS: Final = 10_000  # of the whole
_MOST_BASIS_POINTS: Final = 2_000
_MOST_FIXED: Final = 10_000_000  # minor units
_APART: Final = 4  # times the smallest amount that the largest is at least: less determines no percentage
_STRANGERS: Final = 4  # one of so many known fees may be that of another kind of card


class StatedFee(Struct, frozen=True, kw_only=True):
    """The fee for payments in a currency, as the owner has agreed with the provider."""

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
        """Returns the fee twice: it is known exactly."""
        fee = (amount * self.basis_points + _BASIS_POINTS // 2) // _BASIS_POINTS + self.fixed
        return fee, fee


class KnownFee(Struct, frozen=True, order=True):
    """A past payment and its fee, in minor units."""

    amount: int
    fee: int


class FittedFee(Struct, frozen=True):
    """Pairs of known fees; each fee of the schedule lies within the bounds of at least one pair."""

    pairs: Sequence[tuple[KnownFee, KnownFee]]

    def bounds(self, amount: int) -> tuple[int, int]:
        """Returns the smallest and the largest possible fee of an amount, in minor units."""
        found = [_bounds(*pair, amount) for pair in self.pairs]
        return min(low for low, _ in found), max(high for _, high in found)


Schedule = StatedFee | FittedFee


def _bounds(first: KnownFee, second: KnownFee, amount: int) -> tuple[int, int]:
    """Returns the bounds by two fees of one schedule that were rounded to the nearest minor unit.

    The schedule is a line that passes both within half a unit. Between them it is known as closely, and
    beyond them the uncertainty grows with the distance. All terms are multiplied by twice the distance.
    """
    apart = second.amount - first.amount
    middle = 2 * (apart * first.fee + (second.fee - first.fee) * (amount - first.amount))
    unsure = max(apart, abs(2 * amount - first.amount - second.amount))
    scale = 2 * apart
    return (middle - unsure + apart) // scale, (middle + unsure + apart - 1) // scale


def fit(known: Sequence[KnownFee]) -> FittedFee | None:
    """Returns the schedule of the known fees; None if they do not determine one.

    Nobody knows which fees are those of other cards. If these are a quarter of them at most (one of few),
    then of the fees that agree, all but so many belong to the schedule. Its fees lie between the bounds of
    the outermost two of these, whichever they are, so every such pair counts.
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
    """Returns the most fees that lie within one unit of the line through two of them, by amount."""
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
