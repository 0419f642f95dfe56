"""The pot of a card: the collected amount and its givers, as far as the reader may see them."""

from decimal import Decimal

from msgspec import Struct

from wellwish.base.language import Language, later
from wellwish.base.money import EXPONENTS, Money
from wellwish.cards import permissions
from wellwish.cards.card_row import CardRow
from wellwish.contributions.givers import givers
from wellwish.contributions.note_visibility import Viewer
from wellwish.infra.db import Tx


class Pot(Struct, kw_only=True):
    """The collected money of a card; texts of hidden values are empty."""

    total: str
    goal: str
    percent: int | None
    people: str
    names: list[str]


def said(language: Language, money: Money) -> str:
    """Returns a formatted amount."""
    return language.money(Decimal(money.amount).scaleb(-EXPONENTS[money.currency]), money.currency)


def briefly(language: Language, money: Money) -> str:
    """Returns a formatted amount without zero decimals, for a choice of amounts."""
    return language.short_money(Decimal(money.amount).scaleb(-EXPONENTS[money.currency]), money.currency)


async def pot(tx: Tx, row: CardRow, viewer: Viewer, language: Language, *, shows_goal: bool) -> Pot | None:
    """Returns the pot; None if it is empty or hidden from the reader.

    Recipients do not see the goal, so that a gift does not look like a missed goal.
    """
    total = await permissions.total(tx, row, viewer.kind)
    gave = await givers(tx, row, viewer)
    if not (total is not None and total.amount) and not gave:
        return None
    people, names = "", []
    if gave:
        count = len(gave)
        if total is not None and total.amount:
            people = language.ngettext("from %(count)s person", "from %(count)s people", count)
        else:
            people = language.ngettext(
                "%(count)s person has chipped in", "%(count)s people have chipped in", count
            )
        people %= {"count": language.number(count)}
        names = [_named(each.name, each.amount, language) for each in gave]
    return Pot(
        total="" if total is None or not total.amount else said(language, total),
        goal=_goal(row, language) if shows_goal and total is not None and total.amount else "",
        percent=_percent(row, total) if shows_goal and total is not None and total.amount else None,
        people=people,
        names=names,
    )


def _named(name: str | None, amount: Money | None, language: Language) -> str:
    who = f"\u2068{name}\u2069" if name else language.gettext(later("Someone"))
    return who if amount is None else f"{who} · {said(language, amount)}"


def _goal(row: CardRow, language: Language) -> str:
    return "" if row.goal_amount is None else said(language, Money(row.goal_amount, row.currency))


def _percent(row: CardRow, total: Money | None) -> int | None:
    if total is None or row.goal_amount is None:
        return None
    return max(0, min(100, total.amount * 100 // row.goal_amount))
