"""The records of payments for their readers, with refunds, and with the page if pending.

Only the signer sees the page of their gift, because it may contain data that they entered at the provider.
"""

from collections.abc import Sequence

from msgspec import Struct

from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.payments import payment
from wellwish.payments.open import url_of
from wellwish.payments.payment import MAX_REFUNDS, Payment, PaymentRow, RefundRow


class _Made(Struct):
    id: str


async def records(tx: Tx, services: Services, account_id: str, rows: Sequence[PaymentRow]) -> list[Payment]:
    """Returns the records of payments that the caller may read, with their refunds."""
    refunds = await _refunds_of(tx, account_id, [row.id for row in rows]) if rows else {}
    waiting = [row for row in rows if row.status == "pending" and row.opens_until > tx.now]
    gifts = [row.subject_id for row in waiting if row.purpose == "contribution"]
    given = await _made_by_account(tx, account_id, gifts) if gifts else set[str]()
    urls = {
        row.id: url_of(services, row.id)
        for row in waiting
        if row.purpose == "bundle_purchase" or row.subject_id in given
    }
    return [payment.record(row, refunds.get(row.id, []), urls.get(row.id)) for row in rows]


async def record(tx: Tx, services: Services, account_id: str, row: PaymentRow) -> Payment:
    return (await records(tx, services, account_id, [row]))[0]


async def _made_by_account(tx: Tx, account_id: str, contribution_ids: Sequence[str]) -> set[str]:
    """Returns the IDs of contributions made by the account on somebody's behalf."""
    rows = await tx.many(
        _Made,
        """
        select id from contributions
        where account_id = :account_id and id = any (:ids) and source = 'owner' limit :most
        """,
        account_id=account_id,
        ids=list(contribution_ids),
        most=len(contribution_ids),
    )
    return {row.id for row in rows}


async def _refunds_of(tx: Tx, account_id: str, payment_ids: Sequence[str]) -> dict[str, list[RefundRow]]:
    """Returns the refunds by payment ID, newest first."""
    rows = await tx.many(
        RefundRow,
        """
        select {columns} from refunds where account_id = :account_id and payment_id = any (:payment_ids)
        order by id desc limit :most
        """,
        account_id=account_id,
        payment_ids=list(payment_ids),
        most=max(1, len(payment_ids)) * MAX_REFUNDS,
    )
    found: dict[str, list[RefundRow]] = {}
    for row in rows:
        found.setdefault(row.payment_id, []).append(row)
    return found
