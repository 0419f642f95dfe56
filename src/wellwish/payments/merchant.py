"""The recipient of money: the operator for bundles, an account for its cards."""

from datetime import datetime, timedelta
from typing import Final, Literal

from msgspec import Struct

from wellwish.accounts import test_account
from wellwish.infra.checkout import OPERATOR, Merchant
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.payments import own_provider

Whose = Literal["operator", "account"]
# An account's provider without pending payments is still polled, for disputes and dashboard refunds.
_IDLE_EVERY: Final = timedelta(hours=1)
# extra time, so that few of many simultaneous payments update the row
SPARE: Final = timedelta(hours=2)
_MOST: Final = 100_000


class Polled(Struct, frozen=True):
    """A merchant of an account whose events are polled."""

    merchant: str
    account_id: str


async def find_merchant(tx: Tx, services: Services, account_id: str) -> Merchant | None:
    """Returns the merchant for new payments to the account, or None.

    This is the account's own provider, locked until the transaction ends. Otherwise, it is the sandbox,
    always for test data, and for live data if the server has a sandbox and the account never had real money.
    For payments to the operator, use ``services.checkout.operator``, or ``services.checkout.play`` for test
    data.
    """
    row = await own_provider.lock_current(tx, account_id)
    if row is not None and row.removed_at is None:
        return own_provider.merchant(services, account_id, row)
    if row is None:
        plays = services.checkout.plays or await test_account.is_test(tx, account_id)
    else:
        plays = await own_provider.uses_sandbox(tx, services, account_id)
    return Merchant(provider="sandbox", owner=account_id, account_id=account_id) if plays else None


async def find_by_name(tx: Tx, services: Services, account_id: str, name: str) -> Merchant | None:
    """Returns the account's merchant, or the operator, by the name that payments store.

    The provider may be a previous one. Returns None if the name is unknown or the provider cannot be called
    any more.
    """
    provider, _, owner = name.partition(":")
    if owner == OPERATOR:
        return services.checkout.merchant("stripe" if provider == "stripe" else "sandbox")
    if provider == "sandbox":
        own = owner == account_id
        return Merchant(provider="sandbox", owner=owner, account_id=account_id) if own else None
    row = await own_provider.find_provider(tx, account_id, owner)
    return None if row is None else own_provider.merchant(services, account_id, row)


async def busy(tx: Tx, account_id: str, name: str, until: datetime) -> None:
    """Schedules frequent polls of the account's merchant, at least until the given time.

    Polls use real time and start now, because earlier events do not concern our payments.
    """
    if not name.endswith(f":{OPERATOR}"):
        await tx.run(
            """
            insert into provider_polls (merchant, account_id, busy_until, polled_until)
            values (:merchant, :account_id, :spare, :real_now)
            on conflict (merchant) do update set
              busy_until = greatest(provider_polls.busy_until, excluded.busy_until)
              where provider_polls.busy_until is null or provider_polls.busy_until < :until
            """,
            merchant=name,
            account_id=account_id,
            until=until,
            spare=until + SPARE,
        )


async def connect(tx: Tx, name: str, connected_id: str) -> None:
    """Stores a merchant's account ID at the provider, for events sent to the platform's endpoint."""
    await tx.run(
        "update provider_polls set connected_id = :connected_id where merchant = :merchant",
        connected_id=connected_id,
        merchant=name,
    )


async def connected(tx: Tx, connected_id: str) -> list[Polled]:
    """Returns the merchants with this account ID at the provider, which several accounts can share."""
    return await tx.many(
        Polled,
        """
        select {columns} from provider_polls
        where account_id is not null and connected_id = :connected_id order by merchant limit 1000
        """,
        connected_id=connected_id,
    )


async def polled(tx: Tx, *, every: bool = False) -> list[Polled]:
    """Returns the merchants of accounts that are due to be polled, or all if ``every`` is set."""
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
