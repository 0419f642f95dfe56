"""Show a card's money over time as a chart with its table."""

from collections.abc import AsyncIterator

from wellwish.cards import card, sees
from wellwish.cards.access import CardAccess
from wellwish.db import Tx
from wellwish.errors import MissingPrivilege
from wellwish.http import Html
from wellwish.language import spoken
from wellwish.movements import chart
from wellwish.movements.day import days


async def over_time(tx: Tx, access: CardAccess) -> Html:
    """A page without scripts, in the card's language: bars a day, the running total, and the goal.

    For those who see the total. Raises MissingPrivilege.
    """
    row = await card.load(tx, access)
    right = sees.rights(row, sees.of_caller(access), tx.now).see_total
    if not right.allowed:
        raise MissingPrivilege(right.because)
    drawn = chart.Chart(await days(tx, row), row.currency, row.goal_amount, spoken(row.locale))
    return Html(f"{access.card_id}-money.html", _one(chart.page(drawn, row.title).encode()))


async def _one(piece: bytes) -> AsyncIterator[bytes]:
    yield piece
