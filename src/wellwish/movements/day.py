"""A day of a card's money: the amount received, and the total at the end of the day."""

from datetime import UTC, date, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from msgspec import Struct

from wellwish.cards.card_row import CardRow
from wellwish.infra.db import Tx
from wellwish.payments import ledger

SHOWN: Final = 60  # days; more bars would be too thin to distinguish
_MOST: Final = 100_000


class _Sum(Struct):
    day: str
    amount: int


class Day(Struct, frozen=True):
    """A day in the card's time zone, with amounts in minor units; refunds are negative."""

    date: date
    amount: int
    total: int

    @property
    def noon(self) -> datetime:
        """An instant on this day, for formatting."""
        return datetime(self.date.year, self.date.month, self.date.day, 12, tzinfo=UTC)


async def days(tx: Tx, row: CardRow) -> list[Day]:
    """Returns the days from the first movement to today, at most the last ``SHOWN`` days."""
    found = await tx.many(
        _Sum,
        """
        select to_char(l.created_at at time zone :zone, 'YYYY-MM-DD') as day,
          (coalesce(sum(l.amount) filter (where l.credit = any (:names)), 0)
            - coalesce(sum(l.amount) filter (where l.debit = any (:names)), 0))::bigint as amount
        from ledger l
        where l.account_id = :account_id and l.currency = :currency
          and (l.credit = any (:names) or l.debit = any (:names))
        group by 1 order by 1 limit :most
        """,
        account_id=row.account_id,
        zone=row.timezone,
        names=ledger.counted(row.id),
        currency=row.currency,
        most=_MOST,
    )
    if not found:
        return []
    moved = {date.fromisoformat(each.day): each.amount for each in found}
    last = max(*moved, tx.now.astimezone(ZoneInfo(row.timezone)).date())
    first = max(min(moved), last - timedelta(days=SHOWN - 1))
    total = sum(amount for day, amount in moved.items() if day < first)
    shown: list[Day] = []
    for number in range((last - first).days + 1):
        day = first + timedelta(days=number)
        total += moved.get(day, 0)
        shown.append(Day(day, moved.get(day, 0), total))
    return shown
