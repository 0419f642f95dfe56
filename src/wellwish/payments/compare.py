"""Compare the ledger with the providers: events, and the totals of each payment.

A problem with an account's own provider, such as a revoked key, is a notice, because it is not an error in
the operator's books.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from msgspec import Struct

from wellwish.base import clock
from wellwish.infra.checkout import (
    OPERATOR,
    Merchant,
    ProviderCharge,
    ProviderPayout,
    ProviderRefusedError,
    ProviderUnavailableError,
    RawProviderEvent,
)
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.payments import apply, poll
from wellwish.payments import merchant as merchants

TOLD_WITHIN: Final = timedelta(minutes=2)  # two polls of a provider, and some time to apply their events
LOOKS_BACK: Final = timedelta(days=30)
_CALLED_BACK_WITHIN: Final = timedelta(days=4)  # Stripe retries callbacks for three days
_LISTED: Final = 100


class Findings(Struct):
    """Sentences about errors in the books, and notices about accounts' own providers."""

    faults: list[str]
    notices: list[str]


class _Event(Struct):
    id: str
    kind: str


class _Booked(Struct):
    id: str
    amount: int
    currency: str


class _Payment(Struct):
    id: str
    amount: int
    refunded: int
    refunding: int
    is_paid: bool


async def compare(services: Services) -> Findings:
    """Compares all providers, even if one is unavailable or sends malformed responses."""
    found = Findings([], [])
    play = not services.checkout.plays  # then only test data has play money, which the ledger excludes
    for each in services.checkout.merchants:
        if not (play and each.provider == "sandbox"):
            await _try(services, each, found)
    async with services.db.transaction() as tx:
        accounts = await merchants.polled(tx, every=True)
    for each in accounts:
        async with services.db.transaction([each.account_id]) as tx:
            merchant = await merchants.find_by_name(tx, services, each.account_id, each.merchant)
        if merchant is not None and not (play and merchant.provider == "sandbox"):
            await _try(services, merchant, found)
    return found


async def _try(services: Services, merchant: Merchant, found: Findings) -> None:
    ours = merchant.owner == OPERATOR
    try:
        await _compare(services, merchant, found)
    except ProviderUnavailableError:
        unavailable = f"{merchant.name} is unavailable, so its events were not compared."
        (found.faults if ours else found.notices).append(unavailable)
    except Exception as error:  # noqa: BLE001 - the others are compared nevertheless
        strange = f"{merchant.name} could not be compared: {type(error).__name__}."
        (found.faults if ours else found.notices).append(strange)


async def _compare(services: Services, merchant: Merchant, found: Findings) -> None:
    now, provider = clock.now(), services.checkout.adapter(merchant.provider)
    raw_events = await provider.events(merchant, now - LOOKS_BACK)
    for each in await poll.unknown(services, merchant, raw_events):
        if each.occurred_at < now - TOLD_WITHIN and (amount := await _ours(services, merchant, each)):
            found.faults.append(
                f"{merchant.name} reported {each.kind} in {each.event_id} ({amount}), which was not "
                "processed."
            )
    found.faults += [
        f"{each.kind} in {each.id} was processed, but {merchant.name} does not report it."
        for each in await _invented(services, merchant, raw_events)
    ]
    charges = await provider.charges(merchant, now - LOOKS_BACK)
    found.faults += await _apart(services, merchant, charges, now)
    found.faults += await _not_at_provider(services, merchant, charges, now)


async def _ours(services: Services, merchant: Merchant, raw: RawProviderEvent) -> str | None:
    """Returns the amount if the event concerns one of our payments, otherwise None.

    Other events are malformed or unreadable, or another program caused them.
    """
    try:
        event = await services.checkout.adapter(merchant.provider).interpret(merchant, raw)
    except (AttributeError, KeyError, TypeError, ValueError, ProviderRefusedError):
        return None
    if event is None or isinstance(event, ProviderPayout) or not apply.concerns(merchant, event):
        return None
    return f"{event.amount} {event.currency} of {event.payment_id}"


async def _apart(
    services: Services, merchant: Merchant, charges: Sequence[ProviderCharge], now: datetime
) -> list[str]:
    """Returns a sentence for each payment whose totals differ between the ledger and the provider."""
    faults: list[str] = []
    by_account: dict[str, list[ProviderCharge]] = {}
    for charge in charges:
        if merchant.account_id in (None, charge.account_id) and charge.created_at < now - TOLD_WITHIN:
            by_account.setdefault(charge.account_id, []).append(charge)
    for account_id, of_account in by_account.items():
        async with services.db.transaction([account_id]) as tx:
            rows = await _payments(tx, account_id, [each.payment_id for each in of_account])
        for charge in of_account:
            faults += _differences(merchant, charge, rows.get(charge.payment_id))
    return faults


async def _not_at_provider(
    services: Services, merchant: Merchant, charges: Sequence[ProviderCharge], now: datetime
) -> list[str]:
    """Returns a sentence for each payment that an account's own provider should list as paid, but does not.

    The operator's payments belong to all accounts, and ``_invented`` checks them by their events.
    """
    if merchant.account_id is None:
        return []
    async with services.db.transaction([merchant.account_id]) as tx:
        rows = await tx.many(
            _Booked,
            """
            select {columns} from payments
            where account_id = :account_id and paid_to = :merchant and created_at >= :since
              and succeeded_at < :before and not id = any (:ids)
            order by id limit :listed
            """,
            account_id=merchant.account_id,
            merchant=merchant.name,
            # The provider creates its payment later than we create ours.
            since=now - LOOKS_BACK + _CALLED_BACK_WITHIN,
            before=now - TOLD_WITHIN,
            ids=[each.payment_id for each in charges],
            listed=_LISTED,
        )
    return [
        f"{row.amount} {row.currency} (minor units) of {row.id} are booked as paid, but {merchant.name} does "
        "not report them."
        for row in rows
    ]


def _differences(merchant: Merchant, charge: ProviderCharge, row: _Payment | None) -> list[str]:
    if row is None:
        taken = f"{merchant.name} took {charge.amount} {charge.currency} (minor units)"
        return [f"{taken} for {charge.payment_id}, which does not exist here."]
    paid = row.amount if row.is_paid else 0
    # The provider may already have made our pending refund.
    refunded = min(max(charge.refunded, row.refunded), row.refunded + row.refunding)
    sums = (("was paid", charge.amount, paid), ("was refunded", charge.refunded, refunded))
    return [
        f"{merchant.name} reports that {theirs} {charge.currency} (minor units) of {row.id} {what}, the "
        f"ledger has {ours}: a difference of {theirs - ours}."
        for what, theirs, ours in sums
        if theirs != ours
    ]


async def _payments(tx: Tx, account_id: str, payment_ids: list[str]) -> dict[str, _Payment]:
    rows = await tx.many(
        _Payment,
        """
        select id, amount, refunded, refunding, succeeded_at is not null as is_paid
        from payments where account_id = :account_id and id = any (:ids) limit 1000000
        """,
        account_id=account_id,
        ids=payment_ids,
    )
    return {row.id: row for row in rows}


async def _invented(
    services: Services, merchant: Merchant, raw_events: Sequence[RawProviderEvent]
) -> list[_Event]:
    """Returns the processed events that are missing from the provider's list for the same period.

    Excludes responses to our own calls, for which the provider has no events.
    """
    async with services.db.statement() as tx:
        return await tx.many(
            _Event,
            """
            select {columns} from provider_events
            where merchant = :merchant and created_at >= :since and not id = any (:ids)
              and outcome in ('applied', 'nothing') and id not like 'answer:%' and id not like 'refused:%'
            order by created_at desc limit :listed
            """,
            merchant=merchant.name,
            since=clock.now() - LOOKS_BACK + _CALLED_BACK_WITHIN,
            ids=[each.event_id for each in raw_events],
            listed=_LISTED,
        )
