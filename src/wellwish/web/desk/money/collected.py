"""The collected and handed-over money of a card, as sentences, a bar and, after several days, a chart."""

from typing import Final

from markupsafe import Markup
from msgspec import Struct, structs

from wellwish.base.errors import MissingPrivilege
from wellwish.base.language import Language, later
from wellwish.base.money import Money
from wellwish.cards.card import Card
from wellwish.movements import chart
from wellwish.web.desk.guard import call
from wellwish.web.desk.visit import Visit
from wellwish.web.kit.pot import said

_SEVERAL: Final = 3  # minimum number of days with gifts; with fewer, the chart would be a single wide bar
_HANDED: Final = later("%(handed)s of %(collected)s handed over")
_ALL_HANDED: Final = later("%(handed)s handed over")


class Collected(Struct, frozen=True):
    """The sentence about the money, the percentage of the goal, and a chart, which is empty for few days."""

    says: str
    percent: int | None
    figure: Markup


async def collected(visit: Visit, card: Card, language: Language) -> Collected | None:
    """Returns None if the reader may not see the total."""
    operation, path = "GET /api/cards/{card_id}/money-chart", {"card_id": card.id}
    try:
        file = (await call(visit, operation, path=path)).record
    except MissingPrivilege:
        return None
    drawn = structs.replace(file.chart, language=language)
    percent = None if not drawn.goal else max(0, min(100, drawn.total * 100 // drawn.goal))
    is_drawn = len(drawn.days) >= _SEVERAL
    figure = chart.figure(drawn) if is_drawn else Markup("")
    return Collected(chart.finding(drawn, with_best=is_drawn), percent, figure)


def handed_over(language: Language, card: Card) -> str:
    """Returns the handed-over amount; empty if there is none or the reader may not see it."""
    amount = card.handover.amount if card.handover else None
    if not isinstance(amount, Money):
        return ""
    total = card.collected or None
    # Refunds can reduce the total below the handed-over amount.
    is_part = total is not None and amount.amount < total.amount
    return language.gettext(_HANDED if is_part else _ALL_HANDED) % {
        "handed": said(language, amount),
        "collected": "" if total is None else said(language, total),
    }
