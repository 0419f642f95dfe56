"""Check the ledger for consistency and against the payments; ``compare`` checks it against the providers.

Runs as the owner of the tables, over all accounts, in one snapshot. Play money of test data is excluded.
"""

from datetime import timedelta
from typing import Final

from msgspec import Struct

from wellwish.infra.db import Tx

HANGS_AFTER: Final = timedelta(minutes=10)  # an operation pending for longer is stuck
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
    """The result of the check. Without errors, the ledger is correct.

    Notices concern accounts' own providers and events signed by accounts.
    """

    counts: Counts
    sums: list[Sum]
    faults: list[str]
    notices: list[str]


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
    reason: str | None
    amount: int | None
    currency: str | None
    payment_id: str | None
    is_ours: bool


async def check(tx: Tx) -> CheckReport:
    await tx.run("set transaction isolation level repeatable read")
    counts = await tx.one(
        Counts,
        """
        with booked as materialized (
          select count(distinct (account_id, movement)) as movements, count(*) as transfers
          from ledger l where not exists (select 1 from test_accounts t where t.account_id = l.account_id)),
        paid as materialized (
          select count(*) as payments
          from payments p where not exists (select 1 from test_accounts t where t.account_id = p.account_id)),
        tested as materialized (
          select p.id from payments p join test_accounts t on t.account_id = p.account_id),
        reported as materialized (
          select count(*) as events
          from provider_events e where not exists (select 1 from tested t where t.id = e.payment_id))
        select movements, transfers, payments, events from booked, paid, reported
        """,
    )
    sums = await tx.many(
        Sum,
        """
        select split_part(t.name, ':', 1) as kind, t.currency, sum(t.amount)::bigint as balance
        from (
          select account_id, credit as name, currency, amount from ledger
          union all select account_id, debit, currency, -amount from ledger) t
        where not exists (select 1 from test_accounts a where a.account_id = t.account_id)
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
    unfit, notices = await _not_fitting(tx)
    return CheckReport(counts=counts, sums=sums, faults=[*faults, *unfit], notices=notices)


async def _miscounted(tx: Tx) -> list[str]:
    """Returns a sentence for each stored card balance that differs from the sum of its transfers."""
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
        where coalesce(b.balance, 0) <> coalesce(s.amount, 0) and not exists (
          select 1 from test_accounts a where a.account_id = coalesce(b.account_id, s.account_id))
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
          and not exists (select 1 from test_accounts t where t.account_id = l.account_id)
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
    """Returns a sentence for each payment whose state differs from its transfers at the provider."""
    rows = await tx.many(
        _Payment,
        """
        select p.account_id, p.id as payment_id, p.currency,
          (case when p.succeeded_at is null then 0 else p.amount - p.refunded - coalesce(p.fee, 0) end
            - coalesce(sum(case when l.movement like 'dispute%' then 0
                when l.debit like 'provider:%' then l.amount
                when l.credit like 'provider:%' then -l.amount else 0 end), 0))::bigint as amount
        from payments p left join ledger l on l.account_id = p.account_id and l.payment_id = p.id
        where not exists (select 1 from test_accounts t where t.account_id = p.account_id)
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


async def _not_fitting(tx: Tx) -> tuple[list[str], list[str]]:
    """Returns errors and notices about unresolved unmatched events.

    An event is a notice if only an account's signature confirms it and the provider does not list it, because
    the owner can sign anything.
    """
    rows = await tx.many(
        _Event,
        """
        select {columns} from (
          select merchant, id, kind, outcome, reason, amount, currency, payment_id, created_at,
            split_part(merchant, ':', 2) = 'operator' or listed_at is not null as is_ours
          from provider_events
          where resolved_at is null
            and (outcome in ('unknown', 'mismatch') or outcome = 'waiting' and created_at < :before)
            and split_part(merchant, ':', 2) not in (select account_id from test_accounts)
        ) unfit
        order by is_ours desc, created_at desc limit :listed
        """,
        before=tx.now - HANGS_AFTER,
        listed=_LISTED,
    )
    return [_says(each) for each in rows if each.is_ours], [_says(each) for each in rows if not each.is_ours]


def _says(event: _Event) -> str:
    what = {
        "unknown": "which belongs to an unknown payment",
        "mismatch": f"which does not match its payment {event.payment_id}",
        "waiting": f"which waits to be applied to {event.payment_id}",
    }[event.outcome]
    amount = "" if event.amount is None else f" of {event.amount} {event.currency} (minor units)"
    reason = "" if event.reason is None else f" {event.reason}"
    vouched = "" if event.is_ours else " Only the account's own signature vouches for it."
    return f"{event.merchant} reported {event.kind}{amount} in {event.id}, {what}.{reason}{vouched}"
