"""Bundle purchases: the bundles that an account bought, and the number of cards left."""

from datetime import datetime
from typing import Annotated, Literal

from msgspec import Meta, Struct

from wellwish.base import clock, ids
from wellwish.base.money import Money


class PurchaseRow(Struct, frozen=True):
    """A row of bundle_purchases."""

    id: str
    bundle_id: str | None
    name: str
    status: str
    payment_status: str
    cards_total: int
    cards_used: int
    price_amount: int
    price_currency: str
    payment_id: str | None
    purchased_at: datetime
    expires_at: datetime | None
    version: int
    created_at: datetime
    updated_at: datetime
    platform_id: str | None  # the platform that owns the purchase, if the account draws cards from it


class BundlePurchase(Struct, frozen=True, kw_only=True):
    """A purchase of a bundle, and the number of cards left."""

    object: Literal["bundle_purchase"] = "bundle_purchase"
    id: Annotated[str, Meta(pattern=ids.pattern("bp"))]
    bundle_purchase_id: Annotated[str, Meta(pattern=ids.pattern("bp"), description="The same as `id`.")]
    bundle_id: Annotated[str, Meta(pattern=ids.pattern("bdl"))] | None
    name: str
    status: Literal["pending", "active", "exhausted", "expired", "failed", "refunded"]
    payment_status: Literal["pending", "paid", "failed", "refunded"]
    cards_total: int
    cards_used: int
    cards_remaining: int
    price: Money
    payment_id: (
        Annotated[
            str, Meta(pattern=ids.pattern("pay"), description="The payment; null if the bundle was granted.")
        ]
        | None
    )
    purchased_at: str
    expires_at: str | None
    source: Annotated[
        Literal["own", "platform"],
        Meta(description="`platform`: a purchase of the account's platform; its price is hidden."),
    ]
    version: int
    created_at: str
    updated_at: str


def record(row: PurchaseRow, now: datetime) -> BundlePurchase:
    """Returns the record of a row as of ``now``."""
    return BundlePurchase(
        id=row.id,
        bundle_purchase_id=row.id,
        bundle_id=row.bundle_id,
        name=row.name,
        status=_status(row, now),
        payment_status=row.payment_status,  # pyright: ignore[reportArgumentType] - checked by the table
        cards_total=row.cards_total,
        cards_used=row.cards_used,
        cards_remaining=row.cards_total - row.cards_used,
        price=Money(row.price_amount, row.price_currency),
        payment_id=row.payment_id,
        purchased_at=clock.rfc3339(row.purchased_at),
        expires_at=clock.rfc3339_or_none(row.expires_at),
        source="own" if row.platform_id is None else "platform",
        version=row.version,
        created_at=clock.rfc3339(row.created_at),
        updated_at=clock.rfc3339(row.updated_at),
    )


def _status(
    row: PurchaseRow, now: datetime
) -> Literal["pending", "active", "exhausted", "expired", "failed", "refunded"]:
    if row.status != "active":
        return row.status  # pyright: ignore[reportReturnType] - checked by the table
    if row.expires_at is not None and row.expires_at <= now:
        return "expired"
    return "exhausted" if row.cards_used >= row.cards_total else "active"
