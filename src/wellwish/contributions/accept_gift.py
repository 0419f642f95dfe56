"""Check whether a card accepts a gift from its giver."""

from wellwish.base.errors import Fault, InvalidRequest, MoneyNotTaken, PaymentProviderMissing
from wellwish.cards import permissions
from wellwish.cards.card_row import CardRow
from wellwish.contributions.gift import Accepted, Giver, NewGift
from wellwish.infra.checkout import Merchant, limits_of
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.payments import merchant, return_page


async def accept(tx: Tx, services: Services, row: CardRow, giver: Giver, new: NewGift) -> Accepted:
    """Raises InvalidRequest for a currency, an amount or another field that the card or provider refuses.

    Raises MoneyNotTaken if the giver may not give money to the card in this way, and PaymentProviderMissing
    if the account has no provider. The merchant is locked until the transaction ends.
    """
    if new.currency != row.currency:
        detail = f"Must be {row.currency}, the currency of the card."
        raise InvalidRequest(faults=[Fault("/money/currency", "invalid_value", detail)])
    if row.min_amount is not None and new.amount < row.min_amount:
        detail = f"Must be at least {row.min_amount}, the card's `min_amount`."
        raise InvalidRequest(faults=[Fault("/money/amount", "out_of_range", detail)])
    if row.max_amount is not None and new.amount > row.max_amount:
        detail = f"Must be at most {row.max_amount}, the card's `max_amount`."
        raise InvalidRequest(faults=[Fault("/money/amount", "out_of_range", detail)])
    rights = permissions.rights(row, giver.kind, tx.now, invited=giver.invited)
    right = rights.add_cash if new.method == "cash" else rights.add_money
    if not right.allowed:
        raise MoneyNotTaken(right.because)
    if new.method == "cash":
        _check_cash(new)
        return Accepted(new, giver, None)
    await return_page.check(tx, row.account_id, new.return_url, "/money/return_url")
    paid_to = await merchant.find_merchant(tx, services, row.account_id)
    if paid_to is None:
        raise PaymentProviderMissing
    _check_limits(paid_to, new)
    return Accepted(new, giver, paid_to)


def _check_cash(new: NewGift) -> None:
    """Raises InvalidRequest for fields that only a payment has."""
    for name in ("return_url", "receipt_email", "cover_fee"):
        if getattr(new, name):
            detail = "Must be absent for cash, which is not paid on a payment page."
            raise InvalidRequest(faults=[Fault(f"/money/{name}", "invalid_value", detail)])


def _check_limits(paid_to: Merchant, new: NewGift) -> None:
    """Raises InvalidRequest for an amount or a currency that the provider would refuse."""
    limits = limits_of(paid_to.provider, new.currency)
    if limits is None:
        detail = f"The account's payment provider does not accept {new.currency}."
        raise InvalidRequest(faults=[Fault("/money/currency", "invalid_value", detail)])
    detail = None
    if new.amount < limits.least:
        detail = f"Must be at least {limits.least}, the smallest amount that the payment provider accepts."
    elif new.amount > limits.most:
        detail = f"Must be at most {limits.most}, the largest amount that the payment provider accepts."
    elif new.amount % limits.step:
        detail = f"Must be a multiple of {limits.step}, as the payment provider requires."
    if detail is not None:
        raise InvalidRequest(faults=[Fault("/money/amount", "out_of_range", detail)])
