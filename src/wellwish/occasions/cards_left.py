"""The cards left for a plan. A card of a purchase that expires before an opening is not left for it."""

from collections.abc import Collection, Sequence
from datetime import date, datetime, timedelta
from itertools import chain
from typing import Final

from msgspec import Struct

from wellwish.infra.db import Tx

_MOST_PURCHASES: Final = 10_000
_DAY: Final = timedelta(days=1)


class Purchase(Struct, frozen=True):
    """A purchase that new cards can use, and the number of its cards left."""

    id: str
    cards: int
    expires_at: datetime | None
    is_of_platform: bool

    @property
    def last_day(self) -> date:
        """The last day for whose openings the purchase has not expired, in any time zone."""
        # At 09:00 in the last zone, it is 21:00 UTC.
        return date.max if self.expires_at is None else (self.expires_at - _DAY).date()

    def can_open(self, at: datetime) -> bool:
        """Whether it has not expired by the time of an opening."""
        return self.expires_at is None or self.expires_at > at


async def load_purchases(tx: Tx, account_id: str) -> list[Purchase]:
    """Returns the purchases in the order in which cards are taken from them."""
    return await tx.many(
        Purchase,
        """
        with customer as materialized (
          select c.account_id from customers c where c.account_id = :account_id
        ), drawable as materialized (
          select d.id, d.cards_total - d.cards_used as cards, d.expires_at
          from customer c cross join lateral drawable_purchases(c.account_id) d
          where d.status = 'active' and d.cards_used < d.cards_total
            and (d.expires_at is null or d.expires_at > :now)
        ), usable as (
          select id, cards_total - cards_used as cards, expires_at, false as is_of_platform
          from bundle_purchases
          where account_id = :account_id and status = 'active' and payment_status = 'paid'
            and cards_used < cards_total and (expires_at is null or expires_at > :now)
          union all
          select id, cards, expires_at, true from drawable)
        select {columns} from usable
        order by is_of_platform, coalesce(expires_at, 'infinity'), id limit :most
        """,
        account_id=account_id,
        most=_MOST_PURCHASES,
    )


class CardsLeft:
    """The cards that are left while a plan takes them one by one."""

    def __init__(self, purchases: Sequence[Purchase]) -> None:
        self._by_id = {each.id: each for each in purchases}
        self._cards = {each.id: each.cards for each in purchases}

    def take(self, first: Collection[str], at: datetime) -> bool:
        """Takes a card for an opening, from one of the ``first`` purchases if possible, as its creation does.

        Returns whether one was left.
        """
        for each in chain(first, self._cards):
            if each in self._cards and self._by_id[each].can_open(at):
                self._cards[each] -= 1
                if not self._cards[each]:
                    del self._cards[each]
                return True
        return False

    @property
    def expire_in_order(self) -> bool:
        """Whether the cards that expire first are taken first, unless a rule names purchases."""
        days = [self._by_id[each].last_day for each in self._cards]
        return days == sorted(days)

    def until(self, day: date) -> int:
        """Returns the number of cards left that have not expired on a day, regardless of the time zone."""
        return sum(cards for each, cards in self._cards.items() if self._by_id[each].last_day >= day)

    def at_most(self, day: date) -> int:
        """Returns the number of cards left that have not expired on a day in at least one time zone."""
        return self.until(day - 2 * _DAY)

    @property
    def days(self) -> set[date]:
        """The days after which cards that are left have expired."""
        return {self._by_id[each].last_day for each in self._cards}
