"""Resolve an unmatched provider event after the operator has investigated it."""

from msgspec import Struct

from wellwish.infra.db import Tx
from wellwish.payments import payment


class Unresolved(Struct, frozen=True):
    """An event that the check reports."""

    merchant: str
    kind: str
    outcome: str
    account_id: str | None
    payment_id: str | None


async def resolve(tx: Tx, event_id: str, note: str, merchant: str | None) -> Unresolved:
    """Marks an event as resolved. It is not booked, and no longer reported or retried.

    Raises LookupError if no such event is reported, or if several merchants have an event with this ID.
    """
    found = await _find(tx, event_id, merchant)
    if found.account_id is not None and found.payment_id is not None:
        await tx.see([found.account_id])
        # Lock the payment before its events, as ``apply`` does, to prevent deadlocks.
        await payment.locked(tx, found.account_id, found.payment_id)
    await tx.run(
        """
        update provider_events set resolved_at = :now, note = :note
        where merchant = :merchant and id = :id and resolved_at is null
        """,
        merchant=found.merchant,
        id=event_id,
        note=note,
    )
    if found.account_id is not None and found.payment_id is not None:
        await _explain_payment(tx, found.account_id, found.payment_id)
    return found


async def _find(tx: Tx, event_id: str, merchant: str | None) -> Unresolved:
    found = await tx.many(
        Unresolved,
        """
        select {columns} from provider_events
        where id = :id and (:merchant::text is null or merchant = :merchant) and resolved_at is null
          and outcome in ('unknown', 'mismatch', 'waiting')
        order by merchant limit 10
        """,
        id=event_id,
        merchant=merchant,
    )
    if not found:
        raise LookupError(f"No event {event_id} waits to be resolved. See `wellwish ledger check`.")
    if len(found) > 1:
        names = ", ".join(each.merchant for each in found)
        raise LookupError(f"Several merchants have an event {event_id}: {names}. Add --merchant.")
    return found[0]


async def _explain_payment(tx: Tx, account_id: str, payment_id: str) -> None:
    """Clears the mismatch notice of the payment if all its mismatched events are resolved."""
    await tx.run(
        """
        update payments p set mismatched_at = null, version = version + 1, updated_at = :now
        where account_id = :account_id and id = :payment_id and mismatched_at is not null and not exists (
          select 1 from provider_events e
          where e.merchant = p.paid_to and e.account_id = p.account_id and e.payment_id = p.id
            and e.outcome = 'mismatch' and e.resolved_at is null)
        """,
        account_id=account_id,
        payment_id=payment_id,
    )
