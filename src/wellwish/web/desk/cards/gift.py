"""The gift panel of a card: the collected amount, the goal, and their audience."""

from datetime import datetime
from typing import Final

from msgspec import UNSET, Struct

from wellwish.base.language import Language, later
from wellwish.base.money import Money
from wellwish.cards.card import Card
from wellwish.web.kit.pot import briefly

SEES_TOTAL: Final = {
    "everyone": later("Everyone with a link sees the total."),
    "contributors": later("Everyone who signs sees the total."),
    "recipient": later("Only the recipients and the organisers see the total."),
    "admins": later("Only the organisers see the total."),
    "nobody": later("Only the account sees the total."),
}


class GiftPanel(Struct, frozen=True):
    """Amounts as displayed. Without a goal, ``most`` is 0 and there is no bar."""

    collected: str
    goal: str
    value: int
    most: int
    lines: list[str]


def takes_money(card: Card) -> bool:
    return card.collection.add_money != "nobody" or card.collection.add_cash


def gift_panel(language: Language, card: Card) -> GiftPanel | None:
    """Returns the panel; None if the card has no gift or the reader may not see the total."""
    money = card.collected
    if money is UNSET or not (money.amount or takes_money(card)):
        return None
    _ = language.gettext
    goal = card.collection.goal_amount or 0
    lines: list[str] = []
    if not money.amount:
        lines.append(_(later("Nobody has chipped in yet.")))
    if card.proceeds is not UNSET and card.proceeds.fees.amount:
        lines.append(_(later("After fees: %(amount)s.")) % {"amount": briefly(language, card.proceeds.net)})
    if card.handover is not UNSET and card.handover is not None:
        day = language.day(datetime.fromisoformat(card.handover.handed_over_at), card.timezone)
        lines.append(_(later("Handed over on %(day)s.")) % {"day": day})
    elif card.status == "open":
        lines.append(_(SEES_TOTAL[card.collection.see_total]))
    return GiftPanel(
        briefly(language, money),
        briefly(language, Money(goal, money.currency)) if goal else "",
        min(money.amount, goal),
        goal,
        lines,
    )
