"""The gift panel of the signing page: the available choices, and the visitor's own gift."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from wellwish.accounts import account
from wellwish.base.language import Language, later
from wellwish.base.money import EXPONENTS, Money
from wellwish.cards.card_row import CardRow
from wellwish.contributions import gift, gift_state
from wellwish.contributions.contribution import ContributionRow
from wellwish.contributions.gift import CurrentGift, Given
from wellwish.contributions.gift_state import GivenPayment
from wellwish.infra.checkout import Limits, Merchant, limits_of
from wellwish.infra.db import Tx
from wellwish.payments import fee, merchant
from wellwish.web.kit import payee
from wellwish.web.kit.pot import briefly, said
from wellwish.web.signing.card_view import Shown

# Default suggestions in major units, multiplied by a hundred for currencies without minor units.
_UNITS: Final = (5, 10, 20)

# Descriptions of the status of the visitor's gift.
_OWN: Final[dict[str, str]] = {
    "pending": later("Your payment of %(amount)s hasn't been confirmed yet."),
    "processing": later("Your bank is processing your payment of %(amount)s. That can take a few days."),
    "lost": later("Your bank has returned your %(amount)s to you."),
    "paid": later("You chipped in %(amount)s. Thank you."),
    "failed": later(
        "Your payment of %(amount)s didn't go through, and you haven't been charged. Your note is safe."
    ),
    "cancelled": later(
        "Your payment of %(amount)s was cancelled, and you haven't been charged. Your note is safe."
    ),
    "partially_refunded": later("Part of your %(amount)s has been refunded."),
    "refunded": later("Your %(amount)s has been refunded."),
    "disputed": later("Your payment of %(amount)s is on hold while your bank reviews it."),
    "promised": later("You promised %(amount)s in cash. Please give it to the organisers."),
    "confirmed": later("The organisers have received your %(amount)s in cash. Thank you."),
    "dropped": later("The organisers no longer expect your %(amount)s in cash."),
}


_GOES_BACK: Final = later("Your payment of %(amount)s is on its way back to you.")
_REFUNDED: Final = later("Your earlier payment of %(amount)s has been refunded.")
_MORE: Final = later("Your additional payment of %(amount)s hasn't been confirmed yet.")


class Suggested(Struct, frozen=True):
    """A suggested amount, in minor units and as displayed."""

    minor: int
    says: str


class OwnGift(Struct, frozen=True):
    """The visitor's gift and the available actions."""

    status: str
    says: str
    pay_url: str | None
    open_id: str | None = None  # the payment that can be cancelled

    @property
    def may_ask_refund(self) -> bool:
        """Whether the organisers can refund the money or are refunding it."""
        return self.status in ("paid", "partially_refunded", "refunding")

    @property
    def failed(self) -> bool:
        """Whether the payment failed or was cancelled."""
        return self.status in ("failed", "cancelled")


class Panel(Struct, kw_only=True):
    """The available choices, formatted for the page."""

    online: bool
    cash: bool
    paused: bool
    amounts: list[Suggested]
    range: str
    sign: str
    fee: str
    cover: str  # label of the choice to add the fee; empty if the fee is unknown
    adds_to: str | None  # the newest payment of a gift that can grow
    payee: str  # recipient of the money; empty if the visitor cannot pay
    paid: list[str]  # payee, amount, date and ID of each payment
    own: OwnGift | None

    @property
    def is_there(self) -> bool:
        """Whether the panel has content."""
        return self.online or self.cash or self.paused or self.own is not None

    @property
    def takes(self) -> bool:
        """Whether the visitor can give now."""
        return self.online or self.cash


async def panel(tx: Tx, card: Shown, own: ContributionRow | None, *, only_again: bool = False) -> Panel:
    """Returns the panel. With ``only_again``, it offers a gift only after a failed one."""
    services, row, rights, language = card.visitor.services, card.row, card.rights, card.language
    now, last = CurrentGift(Given()), None
    payments: list[GivenPayment] = []
    if own is not None:
        payments = [] if own.money_method is None else await gift_state.load(tx, own.account_id, own.id)
        now, last = gift_state.current_of(own.given, payments), gift_state.completed_last(payments)
    given = now.given
    failed, pending = given.money_status in ("failed", "cancelled"), given.money_status == "pending"
    open_to = failed if only_again else given.may_give or pending or given.may_grow
    wants = rights.add_money.allowed and open_to
    paid_to = await merchant.find_merchant(tx, services, row.account_id) if wants else None
    limits = None if paid_to is None else limits_of(paid_to.provider, row.currency)
    if limits is None:
        paid_to = None
    amounts = _suggested(row, limits)
    example = None
    if paid_to is not None and limits is not None:
        example = await _example(tx, row, paid_to, limits, amounts)
    name = "" if paid_to is None and not payments else (await account.load(tx, row.account_id)).name
    receipts = [payee.paid(language, each, name, row.timezone) for each in payments]
    return Panel(
        online=paid_to is not None,
        cash=rights.add_cash.allowed and open_to and not given.may_grow,
        paused=wants and paid_to is None,
        amounts=[Suggested(each, briefly(language, Money(each, row.currency))) for each in amounts],
        range=_range(row, limits, language),
        sign=row.currency,
        fee="" if paid_to is None else _fee(row, paid_to, example, language),
        cover="" if paid_to is None else _cover(row, example, language),
        payee="" if paid_to is None else payee.payee(language, paid_to, name),
        paid=[each for each in receipts if each],
        adds_to=now.paid_id if given.may_grow else None,
        own=_own_gift(now, last, gift.url_of(services, now.open_payment, tx.now), language),
    )


def _own_gift(
    now: CurrentGift, last: GivenPayment | None, url: str | None, language: Language
) -> OwnGift | None:
    """Returns the status of the visitor's own gift."""
    given, more = now.given, now.open_payment
    if given.money_status is None:
        return None
    amount = said(language, Money(given.money_amount or 0, given.money_currency or ""))
    says = language.gettext(_OWN[given.money_status]) % {"amount": amount}
    if last is not None and (
        last.goes_back or (last.status == "refunded" and given.money_status != "refunded")
    ):
        back = said(language, Money(last.amount, last.currency))
        sentence = language.gettext(_GOES_BACK if last.goes_back else _REFUNDED) % {"amount": back}
        if last.goes_back and now.paid_id == last.id and given.money_amount == last.amount:
            return OwnGift("refunding", sentence, None)
        says = f"{says} {sentence}"
    if more is not None and given.may_grow:
        another = said(language, Money(more.amount, more.currency))
        says = f"{says} {language.gettext(_MORE) % {'amount': another}}"
    return OwnGift(given.money_status, says, url, None if more is None else more.id)


class _Example(Struct, frozen=True):
    """An example amount, its expected fee, and the surcharge that covers the fee, in minor units."""

    amount: int
    fee: int
    added: int | None  # None unless the fee is known for every amount of the card


async def _example(
    tx: Tx, row: CardRow, paid_to: Merchant, limits: Limits, amounts: Sequence[int]
) -> _Example | None:
    """Returns the middle amount as the example; None if its fee is not known.

    Without ``max_amount``, the largest suggestion is the card's largest amount. Larger gifts with unknown
    fees and very small gifts are refused if the visitor adds the fee.
    """
    found = await fee.estimate(tx, row.account_id, paid_to, row.currency) if amounts else None
    amount = amounts[len(amounts) // 2] if amounts else 0
    kept = None if found is None else found.fee(amount)
    if found is None or kept is None:
        return None
    least, most = max(row.min_amount or 1, limits.least), row.max_amount or max(amounts)
    raised, is_known = found.covering(amount), None not in (found.fee(least), found.covering(most))
    return _Example(amount, kept, raised - amount if is_known and raised is not None else None)


def _fee(row: CardRow, paid_to: Merchant, example: _Example | None, language: Language) -> str:
    """Describes the provider's fee."""
    if example is None:
        return language.gettext(later("The payment provider keeps a fee from each gift."))
    says = later("The payment provider keeps a fee of about %(fee)s from a gift of %(amount)s.")
    if paid_to.provider == "sandbox":
        says = later("The payment provider keeps a fee of %(fee)s from a gift of %(amount)s.")
    return language.gettext(says) % {
        "amount": said(language, Money(example.amount, row.currency)),
        "fee": said(language, Money(example.fee, row.currency)),
    }


def _cover(row: CardRow, example: _Example | None, language: Language) -> str:
    """Describes the choice to add the fee; empty if the fee is unknown or zero."""
    if example is None or not example.added:
        return ""
    says = later("Add the fee, so that your whole gift arrives: about %(fee)s for %(amount)s")
    return language.gettext(says) % {
        "amount": said(language, Money(example.amount, row.currency)),
        "fee": said(language, Money(example.added, row.currency)),
    }


def _suggested(row: CardRow, limits: Limits | None) -> Sequence[int]:
    """Returns the card's amounts, or defaults within its limits, that the provider accepts."""
    scale = 10 ** (EXPONENTS[row.currency] or 2)
    smallest, largest = row.min_amount or 1, row.max_amount
    made = [each * scale for each in _UNITS]
    fitting = [each for each in made if each >= smallest and (largest is None or each <= largest)]
    amounts = row.suggested_amounts or fitting
    if limits is None:
        return amounts
    return [each for each in amounts if limits.least <= each <= limits.most and not each % limits.step]


def _range(row: CardRow, limits: Limits | None, language: Language) -> str:
    """Describes the allowed amounts: the card's limits and the payment provider's minimum."""
    least = 0 if limits is None or limits.least == 1 else limits.least
    smallest, largest = (
        None if not each else said(language, Money(each, row.currency))
        for each in (max(row.min_amount or 0, least), row.max_amount)
    )
    if smallest is not None and largest is not None:
        says = language.gettext(later("From %(smallest)s to %(largest)s."))
        return says % {"smallest": smallest, "largest": largest}
    if smallest is not None:
        return language.gettext(later("At least %(smallest)s.")) % {"smallest": smallest}
    if largest is not None:
        return language.gettext(later("At most %(largest)s.")) % {"largest": largest}
    return ""
