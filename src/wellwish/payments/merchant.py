"""Who gets the money: the operator for bundles, an account for its cards. Decided here and nowhere else."""

from datetime import datetime, timedelta
from typing import Final, Literal

from msgspec import Struct

from wellwish.checkout import OPERATOR, Merchant
from wellwish.db import Tx
from wellwish.http import Services
from wellwish.payments import own_provider

Whose = Literal["operator", "account"]
# An account's provider where nothing is under way is asked for disputes and what its own pages refunded.
_IDLE_EVERY: Final = timedelta(hours=1)
SPARE: Final = timedelta(hours=2)  # so that few of many payments at once write how long it is busy
_MOST: Final = 100_000


class Polled(Struct, frozen=True):
    """A merchant of an account whose events are asked for."""

    merchant: str
    account_id: str


async def of(tx: Tx, services: Services, account_id: str) -> Merchant | None:
    """Returns who gets the money of a new payment to the account, or None where that is not set.

    It is the provider that the account has set, which stays set until the transaction ends, else the
    sandbox, where there is one and the account never had real money. The operator's is
    ``services.checkout.operator``.
    """
    row = await own_provider.held(tx, account_id)
    if row is not None and row.removed_at is None:
        return own_provider.merchant(services, account_id, row)
    if row is None:
        plays = "sandbox" in services.checkout.by_name
    else:
        plays = await own_provider.plays(tx, services, account_id)
    return Merchant(provider="sandbox", owner=account_id) if plays else None


async def named(tx: Tx, services: Services, account_id: str, name: str) -> Merchant | None:
    """Returns the account's merchant, or the operator, of this name, as payments have it.

    It may be a former one. None where it is of nobody, or cannot be reached any more.
    """
    provider, _, owner = name.partition(":")
    if owner == OPERATOR:
        return services.checkout.merchant("stripe" if provider == "stripe" else "sandbox")
    if provider == "sandbox":
        here = owner == account_id and "sandbox" in services.checkout.by_name
        return Merchant(provider="sandbox", owner=owner) if here else None
    row = await own_provider.find(tx, account_id, owner)
    return None if row is None else own_provider.merchant(services, account_id, row)


async def busy(tx: Tx, account_id: str, name: str, until: datetime) -> None:
    """Has the events of an account's merchant asked for each time until then, at least.

    What it told before its first payment was of no payment of ours.
    """
    if not name.endswith(f":{OPERATOR}"):
        await tx.run(
            """
            insert into provider_polls (merchant, account_id, busy_until, polled_until)
            values (:merchant, :account_id, :spare, :now)
            on conflict (merchant) do update set
              busy_until = greatest(provider_polls.busy_until, excluded.busy_until)
              where provider_polls.busy_until is null or provider_polls.busy_until < :until
            """,
            merchant=name,
            account_id=account_id,
            until=until,
            spare=until + SPARE,
        )


async def polled(tx: Tx, *, every: bool = False) -> list[Polled]:
    """Returns the merchants of accounts that are due to be asked, or all of them."""
    return await tx.many(
        Polled,
        """
        select {columns} from provider_polls
        where account_id is not null
          and (:every or busy_until > :now or polled_until is null or polled_until < :idle)
        order by merchant limit :most
        """,
        every=every,
        idle=tx.now - _IDLE_EVERY,
        most=_MOST,
    )
