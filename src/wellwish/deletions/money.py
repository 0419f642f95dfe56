"""Obstacles to the deletion of an account: money that is neither paid out nor refunded, and customers."""

from typing import Final

from msgspec import Struct

from wellwish.infra.db import Tx


class Obstacles(Struct, frozen=True):
    """Numbers of payments, cards and customers, the provider, and whether a provider's key is stored."""

    open: int
    disputed: int
    refunding: int
    in_clearing: int
    with_gifts: int
    provider: str | None
    keeps_key: bool
    customers: int

    def sentences(self, account_id: str) -> list[str]:
        """Returns a sentence for each obstacle, with its remedy, for the operator."""
        gifts = (
            f"Cards with gifts that were neither refunded nor handed over: {self.with_gifts}. The owner must "
            "cancel them with refunds or record the handover, after `wellwish account resume`."
        )
        key = (
            "The key of a removed payment provider is still stored. `wellwish work` deletes it when none of "
            "its payments and refunds is pending."
        )
        obstacles = (
            (self.open, f"Open payments: {self.open}. Wait until they are paid or expire."),
            (self.disputed, f"Disputes: {self.disputed}. Wait until the payment provider has decided."),
            (self.refunding, f"Pending refunds: {self.refunding}. Wait until the provider has made them."),
            (
                self.in_clearing,
                f"Payments that are not booked completely: {self.in_clearing}. See `wellwish jobs list`.",
            ),
            (self.with_gifts, gifts),
            (
                self.provider,
                f"Payment provider {self.provider}. Run `wellwish provider remove {account_id}`.",
            ),
            (self.keeps_removed_key, key),
            (
                self.customers,
                f"Customers of the platform: {self.customers}. They must leave or be deleted first.",
            ),
        )
        return [sentence for holds, sentence in obstacles if holds]

    @property
    def keeps_removed_key(self) -> bool:
        return self.keeps_key and self.provider is None


async def load_obstacles(tx: Tx, account_id: str) -> Obstacles:
    return await tx.one(Obstacles, _SQL, account_id=account_id)


async def find_obstacles(tx: Tx, account_id: str) -> list[str]:
    """Returns a sentence for each obstacle."""
    return (await load_obstacles(tx, account_id)).sentences(account_id)


async def has_money(tx: Tx, account_id: str, card_id: str) -> bool:
    """Whether a card has an open or disputed payment, a pending refund, or gifts that it still holds.

    A card holds gifts that were neither refunded nor handed over.
    """
    return await tx.value(
        """
        select exists (
          select true from payments p
          where p.account_id = :account_id and p.card_id = :card_id and (
            p.status in ('pending', 'processing', 'disputed') or p.refunding > 0
            or p.status in ('succeeded', 'partially_refunded') and p.refunded + p.lost < p.amount
              and not exists (
                select 1 from handovers h where h.account_id = p.account_id and h.card_id = p.card_id)))
        """,
        account_id=account_id,
        card_id=card_id,
    )


# The card's admins have confirmed the cash, so it counts like an online gift.
_SQL: Final = """
    select
      count(*) filter (where p.status in ('pending', 'processing')) as open,
      count(*) filter (where p.status = 'disputed') as disputed,
      count(*) filter (where p.refunding > 0) as refunding,
      (select count(*) from (
        select 1 from ledger l
        where l.account_id = :account_id and l.payment_id is not null
          and (l.credit like 'clearing:%') <> (l.debit like 'clearing:%')
        group by l.account_id, l.payment_id
        having sum(case when l.credit like 'clearing:%' then l.amount else -l.amount end) <> 0
      ) as unbooked) as in_clearing,
      (select count(*) from (
        select g.card_id from payments g
        where g.account_id = :account_id and g.purpose = 'contribution'
          and g.status in ('succeeded', 'partially_refunded') and g.refunded + g.lost < g.amount
        union
        select split_part(b.name, ':', 2) from ledger_balances b
        where b.account_id = :account_id and b.name like 'cash:%' and b.balance <> 0
      ) as held
        join cards c on c.account_id = :account_id and c.id = held.card_id
        where not exists (
          select 1 from handovers h where h.account_id = :account_id and h.card_id = held.card_id)
      ) as with_gifts,
      (select min(o.merchant_id) from payment_providers o
        where o.account_id = :account_id and o.removed_at is null) as provider,
      exists (
        select 1 from payment_providers k
        where k.account_id = :account_id and k.forgotten_at is null) as keeps_key,
      (select count(*) from customers u
        where u.platform_id = :account_id and not exists (
          select 1 from account_suspensions s
          where s.account_id = u.account_id and s.deletion_began_at is not null)) as customers
    from payments p where p.account_id = :account_id
    """
