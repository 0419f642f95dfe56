"""The ledger: append-only double entry. Each row is a transfer, so the ledger balances by construction.

Money enters at ``provider`` (held by a provider for a merchant) against ``clearing`` (reported, but not yet
allocated). The job that follows a payment moves it to a card's ``pot`` or to ``sales``. A refund moves from
``refunds`` to ``clearing`` when it is requested, and to ``provider`` when the provider has made it.
Therefore, ``clearing`` is zero if nothing is pending, and a permanent balance indicates a stuck payment. Cash
bypasses providers: a pledge is booked on ``pledges`` against ``promised`` and, once confirmed, against
``cash``.
"""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from wellwish.infra.db import Tx

BUNDLES: Final = "sales:bundles"


class Transfer(Struct, frozen=True):
    """An amount in minor units, from a credit to a debit account of the ledger."""

    debit: str
    credit: str
    amount: int


class Balance(Struct, frozen=True):
    """The balance of a ledger account: credits less debits."""

    name: str
    currency: str
    balance: int


def provider(merchant: str) -> str:
    """Money that a provider holds for a merchant."""
    return f"provider:{merchant}"


def clearing(merchant: str) -> str:
    """Reported money that is not yet allocated."""
    return f"clearing:{merchant}"


def fees(merchant: str) -> str:
    """Fees that a provider kept."""
    return f"fees:{merchant}"


def disputes(merchant: str) -> str:
    """Money that a provider withholds during a dispute."""
    return f"disputes:{merchant}"


def income(card_id: str | None) -> str:
    """Paid money: a card's pot, or the sales of bundles."""
    return BUNDLES if card_id is None else f"pot:{card_id}"


def refunds(card_id: str | None) -> str:
    """Refunds of the money in ``income``."""
    return "refunds:bundles" if card_id is None else f"refunds:{card_id}"


def pledges(card_id: str) -> str:
    """Cash pledged to a card, except dropped pledges."""
    return f"pledges:{card_id}"


def promised(card_id: str) -> str:
    """Pledged cash that has not arrived."""
    return f"promised:{card_id}"


def cash(card_id: str) -> str:
    """Cash that a card's admin has received."""
    return f"cash:{card_id}"


def counted(card_id: str) -> list[str]:
    """Returns the accounts whose balances add up to the money that a card has collected.

    Confirmed cash is included. A transfer changes the sum if exactly one of its two accounts is included.
    """
    return [income(card_id), refunds(card_id), *pledge_accounts(card_id)]


def pledge_accounts(card_id: str) -> list[str]:
    """Returns the accounts whose balances add up to the pledged cash that has arrived."""
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
    """Books the transfers of a movement in one statement. Returns False if it was already booked."""
    # The statement opens accounts and then locks balances until the end of the transaction, both in the order
    # of names to prevent deadlocks. Foreign keys are checked at the end of the statement.
    count = await tx.value(
        """
        with opened as materialized (
          insert into ledger_accounts (account_id, name, currency, kind, created_at)
          select :account_id, made.name, :currency, split_part(made.name, ':', 1), :now
          from unnest(:names::text[]) as made (name) order by made.name
          on conflict do nothing
          returning name
        ), booked as (
          insert into ledger
            (account_id, movement, leg, debit, credit, amount, currency, payment_id, created_at)
          select :account_id, :movement, made.leg, made.debit, made.credit, made.amount, :currency,
            :payment_id, :now
          from unnest(:debits::text[], :credits::text[], :amounts::bigint[])
            with ordinality as made (debit, credit, amount, leg)
          where (select count(*) from opened) >= 0 and not exists (
            select 1 from ledger l where l.account_id = :account_id and l.movement = :movement)
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
        names=sorted({name for each in transfers for name in (each.debit, each.credit)}),
        debits=[each.debit for each in transfers],
        credits=[each.credit for each in transfers],
        amounts=[each.amount for each in transfers],
    )
    return count > 0


async def balances(tx: Tx, account_id: str) -> list[Balance]:
    """Returns the balance of each ledger account of a tenant."""
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
    """Returns the money collected by a card, less refunds, including confirmed cash."""
    return await tx.value(
        """
        select coalesce(sum(balance), 0)::bigint from ledger_balances
        where account_id = :account_id and name = any (:names) and currency = :currency
        """,
        account_id=account_id,
        names=counted(card_id),
        currency=currency,
    )
