"""Check the ledger against itself, the payments and the providers.

Runs as the owner of the tables, over all accounts, in one snapshot.
"""

from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from msgspec import Struct

from wellwish import clock
from wellwish.checkout import Merchant, ProviderUnavailableError, RawProviderEvent
from wellwish.db import Tx
from wellwish.http import Services
from wellwish.payments import merchant as merchants
from wellwish.payments import poll

HANGS_AFTER: Final = timedelta(minutes=10)  # an operation pending for longer is stuck
TOLD_WITHIN: Final = timedelta(minutes=2)  # two polls of a provider, and some time to apply the events
_LOOKS_BACK: Final = timedelta(days=30)
_CALLED_BACK_WITHIN: Final = timedelta(days=4)  # Stripe retries callbacks for three days
_LISTED: Final = 100


class Sum(Struct, frozen=True):
    """The balance of all ledger accounts of a kind, credits less debits, in minor units."""

    kind: str
    currency: str
    balance: int


class Counts(Struct, frozen=True):
    """The size of the checked data."""

    movements: int
    transfers: int
    payments: int
    events: int


class CheckReport(Struct, kw_only=True):
    """The result of the check; the ledger is correct if it has no faults."""

    counts: Counts
    sums: list[Sum]
    faults: list[str]


class _Kept(Struct):
    name: str
    currency: str
    amount: int


class _Payment(Struct):
    account_id: str
    payment_id: str | None
    currency: str
    amount: int


class _Event(Struct):
    merchant: str
    id: str
    kind: str
    outcome: str


async def check(tx: Tx) -> CheckReport:
    await tx.run("set transaction isolation level repeatable read")
    counts = await tx.one(
        Counts,
        """
        select count(distinct (account_id, movement))::bigint as movements, count(*)::bigint as transfers,
          (select count(*) from payments)::bigint as payments,
          (select count(*) from provider_events)::bigint as events
        from ledger
        """,
    )
    sums = await tx.many(
        Sum,
        """
        select split_part(t.name, ':', 1) as kind, t.currency, sum(t.amount)::bigint as balance
        from (
          select credit as name, currency, amount from ledger
          union all select debit, currency, -amount from ledger) t
        group by 1, 2 order by 1, 2 limit 10000
        """,
    )
    faults = [
        f"The ledger is out of balance by {total} {currency} (minor units)."
        for currency in sorted({each.currency for each in sums})
        if (total := sum(each.balance for each in sums if each.currency == currency))
    ]
    faults += await _miscounted(tx)
    faults += await _hanging(tx)
    faults += await _not_booked(tx)
    faults += await _not_fitting(tx)
    return CheckReport(counts=counts, sums=sums, faults=faults)


async def _miscounted(tx: Tx) -> list[str]:
    """Stored card balances that differ from the sum of their transfers."""
    rows = await tx.many(
        _Kept,
        """
        select coalesce(b.name, s.name) as name, coalesce(b.currency, s.currency) as currency,
          (coalesce(b.balance, 0) - coalesce(s.amount, 0))::bigint as amount
        from ledger_balances b
        full join (
          select t.account_id, t.name, t.currency, sum(t.amount) as amount
          from (
            select account_id, credit as name, currency, amount from ledger
            union all select account_id, debit, currency, -amount from ledger) t
          where left(split_part(t.name, ':', 2), 5) = 'card_' group by 1, 2, 3) s
          on s.account_id = b.account_id and s.name = b.name and s.currency = b.currency
        where coalesce(b.balance, 0) <> coalesce(s.amount, 0)
        order by 1 limit :listed
        """,
        listed=_LISTED,
    )
    return [
        f"The balance of {each.name} is off by {each.amount} {each.currency} (minor units)." for each in rows
    ]


async def _hanging(tx: Tx) -> list[str]:
    rows = await tx.many(
        _Payment,
        """
        select l.account_id, l.payment_id, l.currency,
          sum(case when l.credit like 'clearing:%' then l.amount else -l.amount end)::bigint as amount
        from ledger l where (l.credit like 'clearing:%') <> (l.debit like 'clearing:%')
        group by 1, 2, 3
        having sum(case when l.credit like 'clearing:%' then l.amount else -l.amount end) <> 0
          and max(l.created_at) < :before
        order by 2 limit :listed
        """,
        before=tx.now - HANGS_AFTER,
        listed=_LISTED,
    )
    return [
        f"{each.amount} {each.currency} (minor units) of {each.payment_id} have been in clearing for over 10 "
        "minutes. `wellwish jobs list` may show the reason."
        for each in rows
    ]


async def _not_booked(tx: Tx) -> list[str]:
    """Payments whose state differs from what the ledger booked at the provider."""
    rows = await tx.many(
        _Payment,
        """
        select p.account_id, p.id as payment_id, p.currency,
          (case when p.succeeded_at is null then 0 else p.amount - p.refunded - coalesce(p.fee, 0) end
            - coalesce(sum(case when l.movement like 'dispute%' then 0
                when l.debit like 'provider:%' then l.amount
                when l.credit like 'provider:%' then -l.amount else 0 end), 0))::bigint as amount
        from payments p left join ledger l on l.account_id = p.account_id and l.payment_id = p.id
        group by p.account_id, p.id
        having case when p.succeeded_at is null then 0 else p.amount - p.refunded - coalesce(p.fee, 0) end
            <> coalesce(sum(case when l.movement like 'dispute%' then 0
                when l.debit like 'provider:%' then l.amount
                when l.credit like 'provider:%' then -l.amount else 0 end), 0)
        order by p.id limit :listed
        """,
        listed=_LISTED,
    )
    return [
        f"{each.amount} {each.currency} (minor units) of {each.payment_id} are missing from the ledger."
        for each in rows
    ]


async def _not_fitting(tx: Tx) -> list[str]:
    rows = await tx.many(
        _Event,
        """
        select {columns} from provider_events where outcome in ('unknown', 'mismatch')
        order by created_at desc limit :listed
        """,
        listed=_LISTED,
    )
    why = {"unknown": "belongs to an unknown payment", "mismatch": "does not match its payment"}
    return [f"{each.merchant} reported {each.kind} in {each.id}, which {why[each.outcome]}." for each in rows]


async def untaken(services: Services) -> list[str]:
    """Asks all providers and returns the events that are older than two minutes and were not applied.

    Also returns applied events that the provider does not know: an owner who has set a webhook secret can
    sign any.
    """
    faults = [fault for each in services.checkout.merchants for fault in await _untaken_of(services, each)]
    async with services.db.transaction() as tx:
        accounts = await merchants.polled(tx, every=True)
    for each in accounts:
        async with services.db.transaction([each.account_id]) as tx:
            merchant = await merchants.find_by_name(tx, services, each.account_id, each.merchant)
        if merchant is not None:
            faults += await _untaken_of(services, merchant)
    return faults


async def _untaken_of(services: Services, merchant: Merchant) -> list[str]:
    now, provider = clock.now(), services.checkout.adapter(merchant.provider)
    try:
        raw_events = await provider.events(merchant, now - _LOOKS_BACK)
        invented = await _taken_besides(services, merchant, raw_events)
        lost = [
            each
            for each in await poll.unknown(services, merchant, raw_events)
            if each.occurred_at < now - TOLD_WITHIN and await provider.interpret(merchant, each) is not None
        ]
    except ProviderUnavailableError:
        return [f"{merchant.name} is unavailable, so its events were not compared."]
    return [
        *(
            f"{merchant.name} reported {each.kind} in {each.event_id}, which was not processed."
            for each in lost
        ),
        *(
            f"{each.kind} in {each.id} was processed, but {merchant.name} does not report it."
            for each in invented
        ),
    ]


async def _taken_besides(
    services: Services, merchant: Merchant, raw_events: Sequence[RawProviderEvent]
) -> list[_Event]:
    """Returns the applied events that are missing from the provider's list for the same period.

    Responses to our own calls are no events at the provider; the adapters mark them.
    """
    async with services.db.statement() as tx:
        return await tx.many(
            _Event,
            """
            select {columns} from provider_events
            where merchant = :merchant and created_at >= :since and not id = any (:ids)
              and id not like 'answer:%' and id not like 'refused:%'
            order by created_at desc limit :listed
            """,
            merchant=merchant.name,
            since=clock.now() - _LOOKS_BACK + _CALLED_BACK_WITHIN,
            ids=[each.event_id for each in raw_events],
            listed=_LISTED,
        )
