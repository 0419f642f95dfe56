"""The news of a card since the last email to its organisers.

Events are read in the order of their transactions, so that an event whose transaction commits late is
included in the next email. The card's row of organiser_news is locked while its emails are written, so that
no two jobs write the same email.
"""

from datetime import date, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from msgspec import Struct

from wellwish.base import ids
from wellwish.cards.card_row import CardRow, OfCard
from wellwish.cards.morning import morning_before
from wellwish.infra.db import Tx

# The first email about a card covers the events of this period.
_FIRST: Final = timedelta(days=7)
# IDs are created before their transaction commits; a transaction takes at most a minute.
_OVERLAP: Final = timedelta(hours=1)
_UNDELIVERED: Final = ("invitation.bounced", "invitation.failed", "invitation.suppressed")
# After one of these events, all remaining invitees may have signed or declined.
_ENDED: Final = ("invitation.declined", "invitation.revoked")
_TYPES: Final = (
    "contribution.created", "contribution.updated", "contribution.reported", *_UNDELIVERED, *_ENDED,
)  # fmt: skip


class Position(Struct, frozen=True):
    """The position up to which events are covered by emails.

    ``mailed_day`` is the day of the last digest in the card's time zone, ``warned_of`` the end of the card in
    the last warning.
    """

    txid: str
    read_at: datetime
    mailed_at: datetime | None
    mailed_day: date | None
    all_signed_at: datetime | None
    warned_of: datetime | None


class News(Struct, frozen=True, kw_only=True):
    """The numbers of events; ``closes_at`` is set if the card closes tomorrow.

    ``signed_by`` is set if only one person signed, by name, and the note is published.
    ``all_signed`` means that every invitee has signed or declined, ``some_declined`` that at least one of
    them declined.
    """

    signed: int = 0
    signed_by: str | None = None
    waiting: int = 0
    all_signed: bool = False
    some_declined: bool = False
    reported: int = 0
    undelivered: int = 0
    closes_at: datetime | None = None

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to write about."""
        return self == News()


class Found(Struct, frozen=True):
    """The news before the transaction ``txid``; ``is_late``: the order of newer events is not final."""

    news: News
    txid: str
    is_late: bool


async def locked(tx: Tx, of: OfCard) -> Position:
    """Returns the position of the card, locked until the transaction ends."""
    return await tx.one(
        Position,
        """
        insert into organiser_news (account_id, card_id, txid, read_at)
        values (:account_id, :card_id, '0', :first)
        on conflict (account_id, card_id) do update set card_id = excluded.card_id
        returning txid::text, read_at, mailed_at, mailed_day, all_signed_at, warned_of
        """,
        account_id=of.account_id,
        card_id=of.card_id,
        first=tx.now - _FIRST,
    )


async def begin(tx: Tx, of: OfCard) -> None:
    """Skips the events that occurred while the organisers did not want emails."""
    await tx.run(
        """
        insert into organiser_news (account_id, card_id, txid, read_at)
        values (:account_id, :card_id, pg_current_xact_id(), :now)
        on conflict (account_id, card_id) do update set txid = excluded.txid, read_at = excluded.read_at
        """,
        account_id=of.account_id,
        card_id=of.card_id,
    )


async def mailed(tx: Tx, row: CardRow, position: Position, found: Found) -> None:
    """Advances the position to the end of the news. The same transaction writes the emails."""
    await tx.run(
        """
        update organiser_news set txid = :txid::text::xid8, read_at = :now, mailed_at = :now,
          mailed_day = :day::text::date, warned_of = :warned_of,
          all_signed_at = case when :all_signed then :now::timestamptz else all_signed_at end
        where account_id = :account_id and card_id = :card_id
        """,
        account_id=row.account_id,
        card_id=row.id,
        txid=found.txid,
        day=tx.now.astimezone(ZoneInfo(row.timezone)).date().isoformat(),
        all_signed=found.news.all_signed,
        warned_of=position.warned_of if found.news.closes_at is None else row.contribution_ends_at,
    )


class _Counted(Struct):
    signed: int
    pending: int
    reported: int
    undelivered: int
    ended: int
    late: int
    txid: str
    name: str | None


async def since(tx: Tx, row: CardRow, position: Position) -> Found:
    """Returns the news since the position.

    Deleted contributions and those that the owner added do not count as signed.
    """
    counted = await tx.one(
        _Counted,
        """
        with horizon as (select events_horizon() as txid from migrations limit 1)
        select
          count(*) filter (where e.txid < h.txid and e.type = 'contribution.created' and c.id is not null),
          count(*) filter (where e.txid < h.txid and c.note_status = 'pending'),
          count(*) filter (where e.txid < h.txid and e.type = 'contribution.reported'),
          count(*) filter (where e.txid < h.txid and e.type = any (:undelivered)),
          count(*) filter (where e.txid < h.txid and e.type = any (:ended)),
          count(*) filter (where e.txid >= h.txid),
          max(h.txid::text),
          min(c.name) filter (where e.txid < h.txid and e.type = 'contribution.created'
            and c.note_status = 'published' and not c.anonymous) as name
        from horizon h
        left join events e on e.account_id = :account_id and e.card_id = :card_id and e.id > :after
          and e.txid >= :txid::text::xid8 and e.type = any (:types)
        left join contributions c on c.account_id = :account_id and c.card_id = :card_id
          and c.id = e.data ->> 'contribution_id' and c.source <> 'owner' and c.note_status <> 'deleted'
        """,
        account_id=row.account_id,
        card_id=row.id,
        after=ids.earliest("evt", position.read_at - _OVERLAP),
        txid=position.txid,
        types=list(_TYPES),
        undelivered=list(_UNDELIVERED),
        ended=list(_ENDED),
    )
    answers = await _answers(tx, row, position) if counted.signed or counted.ended else _Answers()
    news = News(
        signed=counted.signed,
        signed_by=counted.name if counted.signed == 1 else None,
        waiting=await _waiting(tx, row) if counted.pending else 0,
        all_signed=answers.are_complete,
        some_declined=answers.are_complete and answers.declined > 0,
        reported=counted.reported,
        undelivered=counted.undelivered,
        closes_at=row.contribution_ends_at if is_last_day(row, position, tx.now) else None,
    )
    return Found(news, counted.txid, is_late=counted.late > 0)


def is_last_day(row: CardRow, position: Position, now: datetime) -> bool:
    """Returns whether it is time to warn the organisers that the card closes tomorrow."""
    if row.contribution_ends_at is None or row.contribution_ends_at == position.warned_of:
        return False
    zone = ZoneInfo(row.timezone)
    at = morning_before(row.contribution_ends_at, zone)
    return at <= now and at.astimezone(zone).date() == now.astimezone(zone).date()


async def _waiting(tx: Tx, row: CardRow) -> int:
    sql = """
        select count(*) from contributions
        where account_id = :account_id and card_id = :card_id and note_status = 'pending'
        """
    return await tx.value(sql, account_id=row.account_id, card_id=row.id)


class _Answers(Struct, frozen=True):
    are_complete: bool = False
    declined: int = 0


async def _answers(tx: Tx, row: CardRow, position: Position) -> _Answers:
    """Returns whether every invitee has signed or declined and no email has reported this yet.

    A report counts if it is newer than all invitations whose invitees have signed. Only the visible status of
    invitations counts: an invitation that was used anonymously looks unused, so it never counts as signed.
    """
    return await tx.one(
        _Answers,
        """
        select count(*) filter (where status = 'contributed') > 0
          and count(*) filter (where status not in ('contributed', 'declined', 'revoked')) = 0
          and (:before::timestamptz is null
            or max(created_at) filter (where status = 'contributed') > :before),
          count(*) filter (where status = 'declined')
        from invitations where account_id = :account_id and card_id = :card_id and not is_parent
        """,
        before=position.all_signed_at,
        account_id=row.account_id,
        card_id=row.id,
    )
