"""Raise a gift by the expected fee, so that the chosen amount is left after the fee.

The giver chooses the increase as a part of the gift. It is never a default, and never a charge for a means of
payment, which Article 62(4) of Directive (EU) 2015/2366 (PSD2) forbids.
"""

from typing import Final

from msgspec import structs

from wellwish.base.errors import Fault, InvalidRequest
from wellwish.cards.card_row import CardRow
from wellwish.contributions.note import NewContribution
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.payments import fee, merchant

_UNKNOWN: Final = (
    "The fee of this amount is not known closely enough. State the provider's fees with "
    "`PUT /api/payment-provider/fees`; otherwise they are known once payments of different amounts agree."
)


async def covered(tx: Tx, services: Services, row: CardRow, new: NewContribution) -> NewContribution:
    """Returns the contribution with the raised amount, which the payer sees before paying.

    Raises InvalidRequest if the fee is not known closely enough.
    """
    if new.money is None or not new.money.cover_fee or new.money.method != "online":
        return new
    paid_to = await merchant.find_merchant(tx, services, row.account_id)
    if paid_to is None or new.money.currency != row.currency:
        return new  # ``gift.check`` refuses it
    found = await fee.estimate(tx, row.account_id, paid_to, row.currency)
    raised = None if found is None else found.covering(new.money.amount)
    if raised is None:
        raise InvalidRequest(faults=[Fault("/money/cover_fee", "invalid_value", _UNKNOWN)])
    return structs.replace(new, money=structs.replace(new.money, amount=raised, cover_fee=False))
