"""Load the operator's catalogue of bundles into the database."""

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from wellwish.base import ids, money
from wellwish.base.money import MAX_MINOR_AMOUNT
from wellwish.bundles.grant import MAX_CARDS
from wellwish.infra.db import Tx

MAX_DAYS: Final = 3650
MAX_BUNDLES: Final = 200
CATALOGUE: Final = Path(__file__).with_name("catalogue.toml")

Price = Annotated[int, Meta(ge=1, le=MAX_MINOR_AMOUNT)]


class Offer(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A bundle in a catalogue file, whose order determines the order of lists."""

    slug: Annotated[str, Meta(pattern="^[a-z0-9-]{1,60}$")]
    name: Annotated[str, Meta(min_length=1, max_length=100)]
    cards: Annotated[int, Meta(ge=1, le=MAX_CARDS)]
    valid_days: Annotated[int, Meta(ge=1, le=MAX_DAYS)] | None = None
    prices: Annotated[dict[str, Price], Meta(min_length=1)]

    def __post_init__(self) -> None:
        for code in self.prices:
            if money.currency(code) != code:
                raise ValueError(f"{self.slug}: the currency {code} must be in upper case")


class _File(Struct, forbid_unknown_fields=True):
    bundle: Annotated[list[Offer], Meta(max_length=MAX_BUNDLES)]


def read(file: Path) -> list[Offer]:
    """Returns the bundles of a TOML file. Raises ValueError with a description of the fault."""
    try:
        offers = msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), _File).bundle
    except ValueError as error:  # raised by tomllib, by msgspec, or above
        raise ValueError(f"{file}: {error}") from error
    slugs = [offer.slug for offer in offers]
    if len(set(slugs)) != len(slugs):
        raise ValueError(f"{file}: two bundles have the same slug")
    return offers


class _ForSale(Struct, frozen=True):
    slug: str | None
    name: str
    cards: int
    valid_days: int | None
    position: int
    prices: str


async def _for_sale(tx: Tx) -> list[_ForSale]:
    return await tx.many(
        _ForSale,
        """
        select slug, name, cards, valid_days, position, coalesce((
          select string_agg(p.currency || ' ' || p.amount, ',' order by p.currency collate "C")
          from bundle_prices p where p.bundle_id = bundles.id), '') as prices
        from bundles where retired_at is null
        """,
    )


def _prices(offer: Offer) -> str:
    return ",".join(sorted(f"{currency} {amount}" for currency, amount in offer.prices.items()))


async def load(tx: Tx, offers: Sequence[Offer]) -> int:
    """Offers these bundles for sale, and withdraws all others. Returns the number of bundles for sale.

    A bundle that has not changed keeps its `updated_at`. Runs as the owner of the tables: the catalogue is
    read-only for the runtime role.
    """
    await tx.run(
        "update bundles set retired_at = :now where retired_at is null and not (slug = any (:slugs))",
        slugs=[offer.slug for offer in offers],
    )
    stored = await _for_sale(tx)
    for position, offer in enumerate(offers):
        if (
            _ForSale(offer.slug, offer.name, offer.cards, offer.valid_days, position, _prices(offer))
            in stored
        ):
            continue
        bundle_id = await tx.value(
            """
            insert into bundles (id, slug, name, cards, valid_days, position, created_at, updated_at)
            values (:id, :slug, :name, :cards, :valid_days, :position, :now, :now)
            on conflict (slug) do update set name = excluded.name, cards = excluded.cards,
              valid_days = excluded.valid_days, position = excluded.position, retired_at = null,
              updated_at = excluded.updated_at
            returning id
            """,
            id=ids.new("bdl"),
            slug=offer.slug,
            name=offer.name,
            cards=offer.cards,
            valid_days=offer.valid_days,
            position=position,
        )
        await tx.run("delete from bundle_prices where bundle_id = :bundle_id", bundle_id=bundle_id)
        await tx.run(
            """
            insert into bundle_prices (bundle_id, currency, amount)
            select :bundle_id, p.currency, p.amount
            from unnest(:currencies::text[], :amounts::bigint[]) as p (currency, amount)
            """,
            bundle_id=bundle_id,
            currencies=list(offer.prices),
            amounts=list(offer.prices.values()),
        )
    return len(offers)
