"""Derive the status of a paid payment from its refunds and disputes. The caller must have locked it."""

from wellwish.infra.db import Tx


async def update_status(
    tx: Tx, account_id: str, payment_id: str, *, refunded: int = 0, refunding: int = 0, lost: int = 0
) -> None:
    """Adds the amounts to the totals of a payment and derives its status.

    A payment is disputed while any of its disputes is open, and lost if no money remains after a lost
    dispute.
    """
    await tx.run(
        """
        update payments p set
          refunded = p.refunded + :refunded, refunding = p.refunding + :refunding, lost = p.lost + :lost,
          disputed_at = case when open.dispute then coalesce(p.disputed_at, :now) end,
          status = case when open.dispute then 'disputed'
            when p.refunded + :refunded = p.amount then 'refunded'
            when p.lost + :lost > 0 and p.refunded + :refunded + p.lost + :lost >= p.amount then 'lost'
            when p.refunded + :refunded + p.lost + :lost > 0 then 'partially_refunded'
            else 'succeeded' end,
          version = p.version + 1, updated_at = :now
        from (
          select exists (
            select 1 from ledger d
            where d.account_id = :account_id and d.payment_id = :payment_id and d.movement like 'disputed:%'
              and not exists (
                select 1 from ledger o
                where o.account_id = d.account_id
                  and o.movement = 'dispute_over:' || substr(d.movement, length('disputed:') + 1))) as dispute
        ) open
        where p.account_id = :account_id and p.id = :payment_id
        """,
        account_id=account_id,
        payment_id=payment_id,
        refunded=refunded,
        refunding=refunding,
        lost=lost,
    )
