"""Retrieve the money chart of a card."""

from collections.abc import AsyncIterator
from dataclasses import dataclass

from wellwish.base.errors import MissingPrivilege
from wellwish.base.language import spoken
from wellwish.cards import permissions
from wellwish.cards.access import CardAccess
from wellwish.cards.card_row import CardRow
from wellwish.infra.db import Tx
from wellwish.infra.http import Html
from wellwish.movements import chart
from wellwish.movements.day import days


@dataclass(frozen=True)
class ChartFile(Html):
    """The page and its data, which the service's pages may draw in another language."""

    chart: chart.Chart


async def retrieve_chart(tx: Tx, access: CardAccess, row: CardRow) -> Html:
    """Returns an HTML page without scripts in the card's language: daily amounts, running total and goal.

    Requires the right to see the total. Raises MissingPrivilege.
    """
    right = permissions.rights(row, permissions.caller_kind(access), tx.now).see_total
    if not right.allowed:
        raise MissingPrivilege(right.because)
    drawn = chart.Chart(await days(tx, row), row.currency, row.goal_amount, spoken(row.locale))
    page = chart.page(drawn, row.title)
    return ChartFile(f"{access.card_id}-money.html", _one(page.encode()), drawn)


async def _one(piece: bytes) -> AsyncIterator[bytes]:
    yield piece
