"""Resolve a provider event that did not fit, once an operator knows what happened."""

from msgspec import Struct

from wellwish.db import Tx


class Unresolved(Struct, frozen=True):
    """An event that the check reports."""

    merchant: str
    kind: str
    outcome: str


async def resolve(tx: Tx, event_id: str, note: str, merchant: str | None) -> Unresolved:
    """Ends the reports of an event, and its attempts if it waited; nothing is booked.

    Raises LookupError for an event that is not reported, or if several merchants have one of this id.
    """
    found = await tx.many(
        Unresolved,
        """
        select {columns} from provider_events
        where id = :id and (:merchant::text is null or merchant = :merchant) and resolved_at is null
          and outcome in ('unknown', 'mismatch', 'waiting')
        order by merchant limit 10 for update
        """,
        id=event_id,
        merchant=merchant,
    )
    if not found:
        raise LookupError(f"No event {event_id} waits to be resolved. See `wellwish ledger check`.")
    if len(found) > 1:
        names = ", ".join(each.merchant for each in found)
        raise LookupError(f"Several merchants have an event {event_id}: {names}. Add --merchant.")
    await tx.run(
        """
        update provider_events set resolved_at = :now, note = :note
        where merchant = :merchant and id = :id
        """,
        merchant=found[0].merchant,
        id=event_id,
        note=note,
    )
    return found[0]
