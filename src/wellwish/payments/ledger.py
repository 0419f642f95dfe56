"""The ledger: append-only double entry. A row is one transfer, so everything balances by construction.

Accounts of the ledger, by kind and what they are of. Money comes in at ``provider`` (what a provider holds
for a merchant) against ``clearing`` (told, but not yet taken for what it was paid for); the job that follows
a payment moves it on from there to a card's ``pot`` or to ``sales``. A refund goes from ``refunds`` to
``clearing`` when it is asked for and on to ``provider`` when the provider has made it. So ``clearing`` is
nothing whenever nothing is under way, and how long it is not tells of what hangs. Of cash, which never comes
by a provider, what was promised stands on ``pledges`` against ``promised``, and confirmed, against ``cash``.
"""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from wellwish.db import Tx

BUNDLES: Final = "sales:bundles"


class Transfer(Struct, frozen=True):
    """An amount in minor units, from a credit to a debit account of the ledger."""

    debit: str
    credit: str
    amount: int


class Balance(Struct, frozen=True):
    """What stands on an account of the ledger: credits less debits."""

    name: str
    currency: str
    balance: int


def provider(merchant: str) -> str:
    """Returns the account of what a provider holds for a merchant."""
    return f"provider:{merchant}"


def clearing(merchant: str) -> str:
    """Returns the account of what is under way."""
    return f"clearing:{merchant}"


def fees(merchant: str) -> str:
    """Returns the account of what a provider kept."""
    return f"fees:{merchant}"


def disputes(merchant: str) -> str:
    """Returns the account of what a provider took back while it is disputed."""
    return f"disputes:{merchant}"


def income(card_id: str | None) -> str:
    """Returns the account that a payment is for: a card's pot, or the sales of bundles."""
    return BUNDLES if card_id is None else f"pot:{card_id}"


def refunds(card_id: str | None) -> str:
    """Returns the account of what went back of that."""
    return "refunds:bundles" if card_id is None else f"refunds:{card_id}"


def pledges(card_id: str) -> str:
    """Returns the account of cash that was promised to a card and not dropped."""
    return f"pledges:{card_id}"


def promised(card_id: str) -> str:
    """Returns the account of what of that is still to come."""
    return f"promised:{card_id}"


def cash(card_id: str) -> str:
    """Returns the account of cash that an admin of a card has."""
    return f"cash:{card_id}"


def counted(card_id: str) -> list[str]:
    """Returns the accounts whose sum is what a card has collected; cash from when an admin has it.

    Each transfer of a card's money is to or from one of them.
    """
    return [income(card_id), refunds(card_id), *of_pledges(card_id)]


def of_pledges(card_id: str) -> list[str]:
    """Returns the accounts whose sum is the cash that was promised and has come."""
    return [pledges(card_id), promised(card_id)]


async def book(
    tx: Tx,
    account_id: str,
    movement: str,
    transfers: Sequence[Transfer],
    *,
    currency: str,
    payment_id: str | None,
) -> bool:
    """Writes the transfers of a movement, all at once; false where it was booked before."""
    # In one order everywhere, so that two transactions that open accounts cannot wait for each other.
    names = sorted({name for each in transfers for name in (each.debit, each.credit)})
    await tx.run(
        """
        insert into ledger_accounts (account_id, name, currency, kind, created_at)
        select :account_id, made.name, :currency, split_part(made.name, ':', 1), :now
        from unnest(:names::text[]) as made (name) order by made.name
        on conflict do nothing
        """,
        account_id=account_id,
        currency=currency,
        names=names,
    )
    # Balances in the order of names again, for each is locked until the end of the transaction.
    count = await tx.value(
        """
        with booked as (
          insert into ledger
            (account_id, movement, leg, debit, credit, amount, currency, payment_id, created_at)
          select :account_id, :movement, made.leg, made.debit, made.credit, made.amount, :currency,
            :payment_id, :now
          from unnest(:debits::text[], :credits::text[], :amounts::bigint[])
            with ordinality as made (debit, credit, amount, leg)
          on conflict do nothing
          returning debit, credit, amount
        ), kept as (
          insert into ledger_balances (account_id, name, currency, balance)
          select :account_id, moved.name, :currency, sum(moved.amount)::bigint
          from (
            select credit as name, amount from booked union all select debit, -amount from booked) as moved
          where left(split_part(moved.name, ':', 2), 5) = 'card_'
          group by moved.name order by moved.name
          on conflict (account_id, name, currency) do update set
            balance = ledger_balances.balance + excluded.balance
        )
        select count(*) from booked
        """,
        account_id=account_id,
        movement=movement,
        currency=currency,
        payment_id=payment_id,
        debits=[each.debit for each in transfers],
        credits=[each.credit for each in transfers],
        amounts=[each.amount for each in transfers],
    )
    return count > 0


async def balances(tx: Tx, account_id: str) -> list[Balance]:
    """Returns what stands on each account of the ledger of a tenant."""
    return await tx.many(
        Balance,
        """
        select a.name, a.currency,
          (coalesce((select sum(c.amount) from ledger c where c.account_id = :account_id
            and c.credit = a.name and c.currency = a.currency), 0)
          - coalesce((select sum(d.amount) from ledger d where d.account_id = :account_id
            and d.debit = a.name and d.currency = a.currency), 0))::bigint as balance
        from ledger_accounts a where a.account_id = :account_id order by a.name, a.currency limit 100000
        """,
        account_id=account_id,
    )


async def total(tx: Tx, account_id: str, card_id: str, currency: str) -> int:
    """Returns what a card has collected, less what went back of it; cash from when an admin has it."""
    return await tx.value(
        """
        select coalesce(sum(balance), 0)::bigint from ledger_balances
        where account_id = :account_id and name = any (:names) and currency = :currency
        """,
        account_id=account_id,
        names=counted(card_id),
        currency=currency,
    )
