"""The customer of a platform: its row, its record, and the access rule of a platform's operations."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from wellwish.accounts.access import owner_only
from wellwish.base import ids
from wellwish.base.errors import ExternalIdExists, Fault, OwnerRequired, PlatformRequired, Refusal
from wellwish.infra.db import Tx
from wellwish.infra.http import Body, Caller, Granted, line, whole, word
from wellwish.infra.http.record import from_row

CARDS_FROM: Final = ("own", "platform")
CardsFrom = Annotated[str, word(CARDS_FROM, "`platform`: also your cards, once the customer's are used up.")]
ExternalId = Annotated[str, line(255, "Your own identifier for the customer, unique among your customers.")]


class CustomerRow(Struct, frozen=True):
    """A row of customers_of."""

    id: str
    name: str
    external_id: str | None
    bundles: str
    closed_at: datetime | None
    suspended_at: datetime | None
    cards: int
    created_at: datetime
    updated_at: datetime


class Customer(Struct, frozen=True, kw_only=True):
    """The account of a customer, as its platform sees it."""

    object: Literal["customer"] = "customer"
    id: Annotated[str, Meta(pattern=ids.pattern("acct"), description="Send it as `Wellwish-Account`.")]
    name: str
    external_id: str | None
    cards_from: Literal["own", "platform"]
    cards: Annotated[int, whole(0, 2**31 - 1, "Number of cards taken from bundles.")]
    closed_at: Annotated[str | None, Meta(description="Time when its owners closed it to you.")]
    suspended_at: str | None
    created_at: str
    updated_at: str


def record(row: CustomerRow) -> Customer:
    return from_row(Customer, row, cards_from=row.bundles)


class OfPlatform(Struct, frozen=True):
    """The platform that the caller owns."""

    account_id: str


class PlatformOnly:
    """Access rule: the caller's account is a platform, and the caller's user is one of its owners."""

    says = "Only for owners of a platform."
    refuses: Sequence[type[Refusal]] = (PlatformRequired, OwnerRequired)
    gives: Sequence[type] = (OfPlatform,)

    async def __call__(self, tx: Tx, caller: Caller, path: Mapping[str, str], body: Body | None) -> Granted:
        """Raises PlatformRequired, OwnerRequired."""
        sql = "select true from platforms where account_id = :account_id"
        if not await tx.value(sql, account_id=caller.account_id):
            raise PlatformRequired
        await owner_only(tx, caller, path, body)
        return {OfPlatform: OfPlatform(caller.account_id)}


platform_only: Final = PlatformOnly()


async def find(tx: Tx, platform_id: str, account_id: str) -> CustomerRow | None:
    """Returns the customer with this ID, or None."""
    return await tx.maybe(
        CustomerRow,
        "select {columns} from customers_of(:platform_id, :account_id, null, null, null, 1)",
        platform_id=platform_id,
        account_id=account_id,
    )


async def refuse_taken(tx: Tx, platform_id: str, external_id: str | None, but: str = "") -> None:
    """Raises ExternalIdExists if a customer other than ``but`` has this ``external_id``."""
    other = external_id and await tx.value(
        """
        select account_id from customers
        where platform_id = :platform_id and external_id = :external_id and account_id <> :but
        """,
        platform_id=platform_id,
        external_id=external_id,
        but=but,
    )
    if other:
        fault = Fault("/external_id", "exists", "Another customer already has this `external_id`.")
        raise ExternalIdExists(faults=[fault], members={"account_id": other})
