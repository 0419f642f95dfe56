"""The collection settings of a card: who can add money, who can see it, and the currency."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Annotated, Final

from msgspec import UNSET, Meta, Struct, UnsetType

from wellwish.base import money
from wellwish.base.errors import Fault
from wellwish.cards.audience import Audience, audience
from wellwish.infra.http import Lenient, line, whole, word

NAMES_MEANING: Final = "0 everyone, 1 contributors and the recipient, 2 the recipient and admins, 3 admins."


_NAMES: Final = (Audience.EVERYONE, Audience.CONTRIBUTORS, Audience.RECIPIENT, Audience.ADMINS)


def _one_word(given: str) -> str:
    return audience(given).value


def _names(given: str) -> int:
    with suppress(ValueError):
        return _NAMES.index(audience(given))
    raise ValueError(f"Must be one of: {NAMES_MEANING}")


AddMoney = Annotated[str, word([*Audience], "Who can add money.", check=_one_word)]
SeeTotal = Annotated[str, word([*Audience], "Who can see the total.", check=_one_word)]
SeeContributors = Annotated[str, word([*Audience], "Who can see who gave money.", check=_one_word)]
AddCash = Annotated[
    bool, Meta(description="Whether cash can be pledged. Cash is handed over outside the service.")
]
RestrictCash = Annotated[
    bool, Meta(description="Whether only holders of an invitation link can pledge cash.")
]
Currency = Annotated[
    str,
    line(
        3,
        "ISO 4217 currency code.",
        check=money.currency,
        spelled=True,
        schema={"enum": sorted(money.EXPONENTS)},
    ),
]
Names = Annotated[
    int, whole(0, 3, f"Who can see the names on notes: {NAMES_MEANING}"), Lenient(number=_names)
]
Amount = Annotated[int, whole(1, money.MAX_MINOR_AMOUNT, "Amount in minor units of the currency.")]
MinAmount = Annotated[int, whole(1, money.MAX_MINOR_AMOUNT, "Smallest amount of a gift, in minor units.")]
MaxAmount = Annotated[int, whole(1, money.MAX_MINOR_AMOUNT, "Largest amount of a gift, in minor units.")]
GoalAmount = Annotated[int, whole(1, money.MAX_MINOR_AMOUNT, "Amount to collect, in minor units.")]
Amounts = Annotated[list[Amount], Meta(max_length=4, description="Suggested amounts, in minor units.")]


class NewCollection(Struct, frozen=True, kw_only=True):
    """Collection settings of a new card; ``{}`` creates a card without money."""

    add_money: AddMoney = "nobody"
    see_total: SeeTotal = "admins"
    see_contributors: SeeContributors = "contributors"
    add_cash: AddCash = False
    restrict_cash: RestrictCash = False
    currency: Currency | None = None
    see_contributor_names: Names = 0
    suggested_amounts: Amounts | None = None
    min_amount: MinAmount | None = None
    max_amount: MaxAmount | None = None
    goal_amount: GoalAmount | None = None


class CollectionChange(Struct, frozen=True, kw_only=True):
    """Changes to the collection settings. Absent settings stay unchanged; null restores the default."""

    add_money: AddMoney | None | UnsetType = UNSET
    see_total: SeeTotal | None | UnsetType = UNSET
    see_contributors: SeeContributors | None | UnsetType = UNSET
    add_cash: AddCash | None | UnsetType = UNSET
    restrict_cash: RestrictCash | None | UnsetType = UNSET
    currency: Currency | None | UnsetType = UNSET
    see_contributor_names: Names | None | UnsetType = UNSET
    suggested_amounts: Amounts | None | UnsetType = UNSET
    min_amount: MinAmount | None | UnsetType = UNSET
    max_amount: MaxAmount | None | UnsetType = UNSET
    goal_amount: GoalAmount | None | UnsetType = UNSET


class Collection(Struct, frozen=True, kw_only=True):
    """The collection settings of a card."""

    add_money: Annotated[str, Meta(extra_json_schema={"enum": [*Audience]})]
    see_total: Annotated[str, Meta(extra_json_schema={"enum": [*Audience]})]
    see_contributors: Annotated[str, Meta(extra_json_schema={"enum": [*Audience]})]
    add_cash: bool
    restrict_cash: bool
    currency: str
    see_contributor_names: int
    suggested_amounts: list[int] | None
    min_amount: int | None
    max_amount: int | None
    goal_amount: int | None


def amount_faults(smallest: int | None, largest: int | None, suggested: list[int] | None) -> Iterator[Fault]:
    """Yields a fault for a minimum above the maximum, and for each suggested amount outside this range."""
    if smallest is not None and largest is not None and smallest > largest:
        yield Fault("/collection/min_amount", "out_of_range", "Must not be greater than `max_amount`.")
    for index, amount in enumerate(suggested or ()):
        if (smallest is not None and amount < smallest) or (largest is not None and amount > largest):
            pointer = f"/collection/suggested_amounts/{index}"
            yield Fault(pointer, "out_of_range", "Must be between `min_amount` and `max_amount`.")
