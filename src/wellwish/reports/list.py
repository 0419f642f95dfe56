"""List the reported notes of a card."""

from datetime import datetime
from typing import Annotated, Literal

from msgspec import Meta, Struct

from wellwish.base import clock, ids
from wellwish.cards.access import CardAccess
from wellwish.infra.db import Tx
from wellwish.infra.http import WHOLE_LIMIT, Page, WholeQuery, text
from wellwish.infra.http.page import after, page
from wellwish.reports.report import MAX_OF_NOTE, MAX_TEXT, Reason


class _Row(Struct, frozen=True):
    contribution_id: str
    count: int
    reasons: list[str]
    texts: list[str]
    first_reported_at: datetime
    reported_at: datetime


class Report(Struct, frozen=True, kw_only=True):
    """The reports of one note. Reports are anonymous."""

    object: Literal["note_report"] = "note_report"
    contribution_id: Annotated[str, Meta(pattern=ids.pattern("ctb"))]
    count: Annotated[
        int, Meta(ge=1, le=MAX_OF_NOTE, description="Number of browsers that reported the note.")
    ]
    reasons: list[Reason]
    texts: Annotated[
        list[Annotated[str, text(MAX_TEXT, "")]],
        Meta(max_length=MAX_OF_NOTE, description="Comments of the reports, oldest first."),
    ]
    first_reported_at: str
    reported_at: Annotated[str, Meta(description="Time of the latest report.")]


async def list_reports(tx: Tx, access: CardAccess, query: WholeQuery) -> Page[Report]:
    """Returns the reports by note, newest note first. Publish, hide or reject a note to moderate it.

    Raises InvalidCursor.
    """
    limit = query.limit or WHOLE_LIMIT
    rows = await tx.many(
        _Row,
        """
        select contribution_id, count(*)::integer,
          to_jsonb(array_agg(distinct reason order by reason)),
          coalesce(jsonb_agg(text order by created_at) filter (where text is not null), '[]'),
          min(created_at), max(updated_at)
        from note_reports
        where account_id = :account_id and card_id = :card_id
          and (:after::text is null or contribution_id < :after)
        group by contribution_id order by contribution_id desc limit :count
        """,
        account_id=access.account_id,
        card_id=access.card_id,
        after=after(query),
        count=limit + 1,
    )
    return page(rows, limit, query, lambda row: row.contribution_id, _record)


async def find_reports(tx: Tx, account_id: str, after: str | None, count: int) -> list[Report]:
    """Returns the reports of notes of all cards of the account, newest note first, after a note."""
    rows = await tx.many(
        _Row,
        """
        select r.contribution_id, count(*)::integer,
          to_jsonb(array_agg(distinct r.reason order by r.reason)),
          coalesce(jsonb_agg(r.text order by r.created_at) filter (where r.text is not null), '[]'),
          min(r.created_at), max(r.updated_at)
        from note_reports r
        where r.account_id = :account_id and (:after::text is null or r.contribution_id < :after)
          and exists (
            select true from cards c
            where c.account_id = :account_id and c.id = r.card_id and c.deleted_at is null)
        group by r.contribution_id order by r.contribution_id desc limit :count
        """,
        account_id=account_id,
        after=after,
        count=count,
    )
    return [_record(row) for row in rows]


def _record(row: _Row) -> Report:
    return Report(
        contribution_id=row.contribution_id,
        count=row.count,
        reasons=row.reasons,  # pyright: ignore[reportArgumentType] - the table's check holds them to the words
        texts=row.texts,
        first_reported_at=clock.rfc3339(row.first_reported_at),
        reported_at=clock.rfc3339(row.reported_at),
    )
