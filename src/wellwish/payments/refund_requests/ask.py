"""Request a refund of all payments for a contribution, and show the state of these requests."""

from typing import Final, Literal

from msgspec import Struct

from wellwish.base import ids
from wellwish.infra import events, jobs
from wellwish.infra.db import Tx
from wellwish.payments.refund_requests.request import ID, MAX_REQUESTS, RequestRow, Status, data

MAIL_OWNERS: Final = (
    "refund_requests.mail_owners"  # a job in wellwish.delivery, which this package must not import
)
_MOST: Final = 100  # payments per contribution


class Asked(Struct, frozen=True):
    """The state of a contribution's refund requests; ``note`` is from the owner who refused.

    ``status`` is ``open`` if any request is open, otherwise ``approved`` while a refund is pending, otherwise
    ``refused`` if the newest request was refused.
    """

    may_ask: bool
    status: Literal["open", "approved", "refused"] | None = None
    note: str | None = None


class _Paid(Struct, frozen=True):
    """A payment, its newest refund request, and whether a refund can be requested."""

    refunding: int
    can_ask: bool
    request_id: str | None
    status: Status | None
    note: str | None


async def find_asked(tx: Tx, account_id: str, contribution_id: str) -> Asked:
    rows = await tx.many(
        _Paid,
        """
        select p.refunding,
          p.status in ('succeeded', 'partially_refunded')
            and p.amount - p.refunded - p.refunding - p.lost > 0
            and r.status is distinct from 'open'
            and (select count(*) from refund_requests q
              where q.account_id = :account_id and q.payment_id = p.id) < :most_requests as can_ask,
          r.id as request_id, r.status, r.note
        from payments p left join lateral (
          select n.id, n.status, n.note from refund_requests n
          where n.account_id = :account_id and n.payment_id = p.id order by n.id desc limit 1) r on true
        where p.account_id = :account_id and p.subject_id = :contribution_id and p.succeeded_at is not null
        order by p.id limit :most
        """,
        account_id=account_id,
        contribution_id=contribution_id,
        most_requests=MAX_REQUESTS,
        most=_MOST,
    )
    may_ask = any(each.can_ask for each in rows)
    asked = [each for each in rows if each.request_id is not None]
    if any(each.status == "open" for each in asked):
        return Asked(may_ask, "open")
    if any(each.status == "approved" and each.refunding for each in asked):
        return Asked(may_ask, "approved")
    newest = max(asked, key=lambda each: each.request_id or "", default=None)
    if newest is not None and newest.status == "refused":
        return Asked(may_ask, "refused", newest.note)
    return Asked(may_ask)


class _Refundable(Struct, frozen=True):
    """A payment; ``left`` is its refundable amount in minor units."""

    id: str
    card_id: str
    left: int
    currency: str


async def ask(tx: Tx, account_id: str, contribution_id: str, reason: str | None) -> list[RequestRow]:
    """Opens and returns requests for refundable payments without an open request, up to the limit.

    Locks the payments, so that a refund that completes concurrently closes the request. The caller must not
    hold other locks.
    """
    paid = await tx.many(
        _Refundable,
        """
        select p.id, p.card_id, p.amount - p.refunded - p.refunding - p.lost as left, p.currency
        from payments p
        where p.account_id = :account_id and p.subject_id = :contribution_id and p.card_id is not null
          and p.status in ('succeeded', 'partially_refunded')
          and p.amount - p.refunded - p.refunding - p.lost > 0
        order by p.id limit :most for no key update of p
        """,
        account_id=account_id,
        contribution_id=contribution_id,
        most=_MOST,
    )
    if not paid:
        return []
    opened = await tx.many(
        RequestRow,
        """
        insert into refund_requests
          (account_id, id, payment_id, contribution_id, card_id, status, amount, currency, reason,
           created_at, updated_at)
        select :account_id, n.id, n.payment_id, :contribution_id, n.card_id, 'open', n.amount, n.currency,
          :reason, :now, :now
        from unnest(:ids::text[], :payment_ids::text[], :card_ids::text[], :amounts::bigint[],
          :currencies::text[]) as n(id, payment_id, card_id, amount, currency)
        where :most > (
          select count(*) from refund_requests r
          where r.account_id = :account_id and r.payment_id = n.payment_id)
        on conflict (account_id, payment_id) where status = 'open' do nothing
        returning {columns}
        """,
        account_id=account_id,
        contribution_id=contribution_id,
        ids=[ids.new(ID) for _ in paid],
        payment_ids=[each.id for each in paid],
        card_ids=[each.card_id for each in paid],
        amounts=[each.left for each in paid],
        currencies=[each.currency for each in paid],
        reason=reason,
        most=MAX_REQUESTS,
    )
    for each in opened:
        await events.record(tx, account_id, "refund_request.created", card_id=each.card_id, data=data(each))
    told = [{"account_id": account_id, "refund_request_id": each.id} for each in opened]
    await jobs.enqueue(tx, MAIL_OWNERS, told)
    return opened
