"""The bundle: a number of cards, with a price in each currency."""

from datetime import datetime
from typing import Annotated, Literal

from msgspec import Meta, Struct

from wellwish.base import clock, ids
from wellwish.base.money import EXPONENTS, Money
from wellwish.bundles.load import MAX_DAYS


class BundleRow(Struct, frozen=True):
    """A row of bundles, with its prices."""

    id: str
    name: str
    cards: int
    valid_days: int | None
    position: int
    created_at: datetime
    updated_at: datetime
    prices: list[Money]


class Bundle(Struct, frozen=True, kw_only=True):
    """A number of cards that can be bought together."""

    object: Literal["bundle"] = "bundle"
    id: Annotated[str, Meta(pattern=ids.pattern("bdl"))]
    name: str
    cards: Annotated[int, Meta(ge=1, le=10_000_000, description="Number of cards.")]
    valid_days: (
        Annotated[
            int,
            Meta(
                ge=1,
                le=MAX_DAYS,
                description="Number of days for which the cards can be used; null if they do not expire.",
            ),
        ]
        | None
    )
    prices: Annotated[list[Money], Meta(max_length=len(EXPONENTS), description="Price in each currency.")]
    created_at: str
    updated_at: str


def record(row: BundleRow) -> Bundle:
    return Bundle(
        id=row.id,
        name=row.name,
        cards=row.cards,
        valid_days=row.valid_days,
        prices=row.prices,
        created_at=clock.rfc3339(row.created_at),
        updated_at=clock.rfc3339(row.updated_at),
    )
