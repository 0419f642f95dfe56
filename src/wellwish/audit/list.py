"""List the audit log."""

from datetime import UTC, datetime, timedelta, tzinfo
from typing import Annotated, Final
from zoneinfo import ZoneInfo

from msgspec import Struct

from wellwish.accounts.access import Owning
from wellwish.accounts.account import load as load_account
from wellwish.audit.entry import ACTIONS, KEPT_FOR, AuditEntry, EntryRow, record
from wellwish.base import ids
from wellwish.infra.db import Tx
from wellwish.infra.http import Page, PageQuery, Query, line, word
from wellwish.infra.http.addresses import email_address, email_key
from wellwish.infra.http.page import after, page
from wellwish.infra.http.query_time import has_offset, instant_of, moment

_SKEW: Final = timedelta(minutes=1)  # an ID is created a moment after its transaction begins
_LAST: Final = "aud_~"  # greater than every ID

Action = Annotated[str, word(ACTIONS, "Return only this action.", max_length=64)]
Email = Annotated[
    str,
    line(
        254,
        "Return only actions of the user with this email address, and of their key pairs.",
        check=email_address,
        schema={"format": "email"},
    ),
]
CardId = Annotated[str, line(255, "Return only actions on this card.")]
After = Annotated[str, moment("Return only actions after this time.")]
Before = Annotated[str, moment("Return only actions before this time.")]


class AuditQuery(PageQuery, frozen=True, kw_only=True):
    action: Action | None = None
    email: Email | None = None
    card_id: CardId | None = None
    created_after: After | None = None
    created_before: Before | None = None


class AuditExportQuery(Query, frozen=True, kw_only=True):
    """The filters of the file."""

    action: Action | None = None
    email: Email | None = None
    card_id: CardId | None = None
    created_after: After | None = None
    created_before: Before | None = None


class Span(Struct, frozen=True):
    """The time range of a list, without its ends."""

    after: datetime
    before: datetime | None

    @property
    def last_id(self) -> str:
        """An ID greater than all IDs in the range."""
        return _LAST if self.before is None else ids.earliest("aud", self.before + _SKEW)


async def list_entries(tx: Tx, owning: Owning, query: AuditQuery) -> Page[AuditEntry]:
    """Returns, newest first, the actions of the last 400 days by which owners, members, card admins, key
    pairs, platforms, their customers or the operator changed permissions or money.

    Raises InvalidCursor.
    """
    span = await span_of(tx, owning.account_id, query)
    rows = await load_rows(tx, owning.account_id, query, span, after(query), query.limit + 1)
    return page(rows, query.limit, query, lambda row: row.id, record)


async def span_of(tx: Tx, account_id: str, query: AuditQuery | AuditExportQuery) -> Span:
    """Returns the range of the filters, limited to the retention period."""
    given = [each for each in (query.created_after, query.created_before) if each is not None]
    zone: tzinfo = UTC
    if not all(map(has_offset, given)):
        zone = ZoneInfo((await load_account(tx, account_id)).timezone)
    oldest = tx.now - KEPT_FOR
    begin = oldest if query.created_after is None else max(oldest, instant_of(query.created_after, zone))
    end = None if query.created_before is None else instant_of(query.created_before, zone)
    return Span(begin, None if end is None or end > tx.now else end)


async def load_rows(
    tx: Tx,
    account_id: str,
    query: AuditQuery | AuditExportQuery,
    span: Span,
    begin: str | None,
    count: int,
) -> list[EntryRow]:
    """Returns up to ``count`` entries before the ID ``begin``, newest first."""
    # A generic plan for optional filters cannot use their indexes.
    await tx.plan_each_time()
    return await tx.many(
        EntryRow,
        """
        select a.id, a.action, a.actor, u.email, a.credential_id, a.network, a.record_id,
          a.card_id, a.fields, a.created_at
        from audit_entries a left join users u on u.id = a.user_id
        where a.account_id = :account_id and a.id >= :first and a.id < :before
          and a.created_at > :created_after
          and (:created_before::timestamptz is null or a.created_at < :created_before)
          and (:action::text is null or a.action = :action)
          and (:email_key::text is null
            or a.user_id = (select k.id from users k where k.email_key = :email_key))
          and (:card_id::text is null or a.card_id = :card_id)
        order by a.id desc limit :count
        """,
        account_id=account_id,
        first=ids.earliest("aud", span.after),
        before=min(begin or _LAST, span.last_id),
        created_after=span.after,
        created_before=span.before,
        action=query.action,
        email_key=None if query.email is None else email_key(query.email),
        card_id=query.card_id,
        count=count,
    )
