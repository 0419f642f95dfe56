"""List payments."""

from datetime import UTC, datetime, timedelta, tzinfo
from typing import Annotated, Final, get_args
from zoneinfo import ZoneInfo

from wellwish.accounts.access import is_owner
from wellwish.accounts.account import load as load_account
from wellwish.base import ids
from wellwish.infra.db import Tx
from wellwish.infra.http import Caller, Page, PageQuery, Services, line, word
from wellwish.infra.http.page import after, page
from wellwish.infra.http.query_time import has_offset, instant_of, moment
from wellwish.payments import payment_records
from wellwish.payments.payment import Payment, PaymentRow, Status

_SKEW: Final = timedelta(minutes=1)  # an ID is created a moment after its created_at
_LAST: Final = "pay_~"  # greater than every ID


class AccountPaymentQuery(PageQuery, frozen=True, kw_only=True):
    card_id: Annotated[str, line(255, "Return only payments to this card.")] | None = None
    status: Annotated[str, word(get_args(Status), "Return only payments with this status.")] | None = None
    provider_payment_id: (
        Annotated[str, line(255, "Return only the payment with this ID at the provider.")] | None
    ) = None
    mismatched: (
        Annotated[str, word(("true",), "Return only payments that the provider's reports contradict.")] | None
    ) = None
    created_after: Annotated[str, moment("Return only payments created after this time.")] | None = None
    created_before: Annotated[str, moment("Return only payments created before this time.")] | None = None


async def list_account_payments(
    tx: Tx, caller: Caller, services: Services, query: AccountPaymentQuery
) -> Page[Payment]:
    """Returns payments for bundles and contributions with their refunds, newest first, including failed and
    unfinished ones. A member who is not an owner sees only payments for cards.

    Raises InvalidCursor.
    """
    begin = after(query)
    zone = await _zone(tx, caller, query)
    created_after, created_before = (
        None if given is None else instant_of(given, zone)
        for given in (query.created_after, query.created_before)
    )
    # A generic plan for optional filters cannot use their indexes.
    await tx.plan_each_time()
    rows = await tx.many(
        PaymentRow,
        """
        select {columns} from payments
        where account_id = :account_id and id >= :first and id < :before
          and (:with_bundles or purpose = 'contribution')
          and (:created_after::timestamptz is null or created_at > :created_after)
          and (:created_before::timestamptz is null or created_at < :created_before)
          and (:card_id::text is null or card_id = :card_id)
          and (:status::text is null or status = :status)
          and (:provider_payment_id::text is null or provider_reference = :provider_payment_id)
          and (:mismatched::text is null or mismatched_at is not null)
        order by id desc limit :count
        """,
        account_id=caller.account_id,
        with_bundles=await is_owner(tx, caller),
        first="" if created_after is None else ids.earliest("pay", _moved(created_after, -_SKEW)),
        before=min(
            begin or _LAST,
            _LAST if created_before is None else ids.earliest("pay", _moved(created_before, _SKEW)),
        ),
        created_after=created_after,
        created_before=created_before,
        card_id=query.card_id,
        status=query.status,
        provider_payment_id=query.provider_payment_id,
        mismatched=query.mismatched,
        count=query.limit + 1,
    )
    records = await payment_records.records(tx, services, caller.account_id, rows)
    return page(records, query.limit, query, lambda each: each.id, lambda each: each)


async def _zone(tx: Tx, caller: Caller, query: AccountPaymentQuery) -> tzinfo:
    """Returns the account's time zone, which is loaded only if a time without an offset needs it."""
    given = [each for each in (query.created_after, query.created_before) if each is not None]
    if all(map(has_offset, given)):
        return UTC
    return ZoneInfo((await load_account(tx, caller.account_id)).timezone)


def _moved(at: datetime, by: timedelta) -> datetime:
    """Returns the time moved by a duration, or the same time if the result is out of range."""
    try:
        return at + by
    except OverflowError:
        return at
