"""Match the payouts of an account's provider to its bank with the movements of the ledger."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from wellwish.infra import jobs
from wellwish.infra.checkout import Merchant, PayoutLine, ProviderPayout
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.payments import ledger
from wellwish.payments import merchant as merchants

MATCH: Final = "payments.match_payout"
# Late events may book movements of a payout that is already matched.
_ONCE_MORE: Final = timedelta(days=1)


async def report(services: Services, merchant: Merchant, reported: ProviderPayout) -> None:
    """Enqueues one matching job per payout, since polls and callbacks report a payout several times.

    Ignores the operator's payouts, which contain payments of many accounts and are hidden from them.
    """
    if merchant.account_id is None:
        return
    async with services.db.transaction([merchant.account_id]) as tx:
        is_known = await tx.value(
            """
            select exists (
              select 1 from payouts where account_id = :account_id and merchant = :merchant and id = :id)
            """,
            account_id=merchant.account_id,
            merchant=merchant.name,
            id=reported.payout_id,
        )
        if not is_known:
            args = {
                "account_id": merchant.account_id,
                "merchant": merchant.name,
                "payout_id": reported.payout_id,
            }
            await jobs.wake(tx, MATCH, {f"{merchant.name}:{reported.payout_id}": args})


async def run(services: Services, args: dict[str, Any]) -> datetime | None:
    """Stores the movements of a payout, and repeats this a day later.

    Ignores payouts unknown to the provider, because accounts can sign any callback. Raises
    ProviderUnavailableError.
    """
    account_id, payout_id = args["account_id"], args["payout_id"]
    async with services.db.transaction([account_id]) as tx:
        merchant = await merchants.find_by_name(tx, services, account_id, args["merchant"])
    if merchant is None:
        return None
    lines = await services.checkout.adapter(merchant.provider).payout_lines(merchant, payout_id)
    if lines is None:
        return None
    async with services.db.transaction([account_id]) as tx:
        is_first = await tx.run(
            """
            insert into payouts (account_id, merchant, id, created_at)
            values (:account_id, :merchant, :id, :now) on conflict do nothing
            """,
            account_id=account_id,
            merchant=merchant.name,
            id=payout_id,
        )
        await _match(tx, account_id, merchant.name, payout_id, lines)
        return tx.now + _ONCE_MORE if is_first else None


async def _match(tx: Tx, account_id: str, merchant: str, payout_id: str, lines: Sequence[PayoutLine]) -> None:
    """Assigns movements to the payout, unless they already have one. Lines of other programs do not match."""
    named = {
        kind: [each.reference for each in lines if each.kind == kind]
        for kind in ("charge", "refund", "refund_failed", "dispute", "dispute_over")
    }
    await tx.run(
        """
        with refunded as (
          select id, provider_reference from refunds
          where account_id = :account_id and provider_reference = any (:refunds::text[] || :failed::text[])),
        named as (
          select unnest(array['paid:' || id, 'fee:' || id]) as movement from unnest(:charges::text[]) as id
          union all select 'refunded:' || id from refunded where provider_reference = any (:refunds::text[])
          union all
            select 'refund_failed:' || id from refunded where provider_reference = any (:failed::text[])
          union all select 'disputed:' || id from unnest(:disputes::text[]) as id
          union all select case when exists (
              select 1 from ledger l
              where l.account_id = :account_id and l.movement = 'dispute_returned:' || id)
            then 'dispute_returned:' || id else 'dispute_over:' || id end
          from unnest(:over::text[]) as id)
        insert into payout_movements (account_id, movement, payout_id, created_at)
        select :account_id, n.movement, :payout_id, :now from named n
        where exists (
          select 1 from ledger l
          where l.account_id = :account_id and l.movement = n.movement
            and :held in (l.debit, l.credit))
        on conflict do nothing
        """,
        account_id=account_id,
        payout_id=payout_id,
        held=ledger.provider(merchant),
        charges=named["charge"],
        refunds=named["refund"],
        failed=named["refund_failed"],
        disputes=named["dispute"],
        over=named["dispute_over"],
    )
