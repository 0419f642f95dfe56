"""Raise a gift by the expected fee, so that the chosen amount is left after the fee.

The giver chooses the increase as a part of the gift. It is never a default, and never a charge for a means of
payment, which Article 62(4) of Directive (EU) 2015/2366 (PSD2) forbids.
"""

from msgspec import structs

from wellwish.base.errors import Fault, InvalidRequest
from wellwish.cards.card_row import CardRow
from wellwish.contributions.note import NewContribution
from wellwish.infra.checkout import limits_of
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.payments import fee, merchant


async def covered(tx: Tx, services: Services, row: CardRow, new: NewContribution) -> NewContribution:
    """Returns the contribution with the raised amount, which the payer sees before paying.

    Raises InvalidRequest if no fee is known.
    """
    if new.money is None or not new.money.cover_fee or new.money.method != "online":
        return new
    paid_to = await merchant.find_merchant(tx, services, row.account_id)
    if paid_to is None or new.money.currency != row.currency:
        return new  # ``gift.check`` refuses it
    amount = new.money.amount
    found = await fee.estimate(tx, row.account_id, paid_to, amount, row.currency)
    raised = None if found is None else found.covering(amount)
    if raised is None:
        detail = "The fee is known only after the account's first payment in this currency."
        raise InvalidRequest(faults=[Fault("/money/cover_fee", "invalid_value", detail)])
    limits = limits_of(paid_to.provider, row.currency)
    if limits is not None:
        raised += -raised % limits.step
    return structs.replace(new, money=structs.replace(new.money, amount=raised, cover_fee=False))
