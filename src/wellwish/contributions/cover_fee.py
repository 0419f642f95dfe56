"""Raise a gift by the expected fee, so that the chosen amount remains after the fee.

The giver chooses the increase as part of the gift. It is never a default, and never a surcharge for a means
of payment, which Article 62(4) of Directive (EU) 2015/2366 (PSD2) forbids.
"""

from typing import Final

from msgspec import structs

from wellwish.base.errors import Fault, InvalidRequest
from wellwish.cards.card_row import CardRow
from wellwish.contributions.note import NewContribution
from wellwish.infra.checkout import limits_of
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.payments import fee, merchant

_FIELD: Final = "/money/cover_fee"
_UNKNOWN: Final = (
    "The fee for this amount is not known precisely. State the provider's fees with "
    "`PUT /api/payment-provider/fees`, or wait until payments of different amounts determine them."
)
_ROUND: Final = (
    "The provider accepts only multiples of {step} in this currency, so the fee cannot be added exactly."
)
_ABOVE: Final = "With the fee, the gift is {raised}, which is above {most}, the card's `max_amount`."


async def covered(tx: Tx, services: Services, row: CardRow, new: NewContribution) -> NewContribution:
    """Returns the contribution with the raised amount, which the payer sees before paying.

    Raises InvalidRequest if the fee cannot be added exactly, or if the raised amount is too large for the
    card; ``accept`` refuses a chosen amount that is already too large.
    """
    if new.money is None or not new.money.cover_fee or new.money.method != "online":
        return new
    paid_to = await merchant.find_merchant(tx, services, row.account_id)
    if paid_to is None or new.money.currency != row.currency:
        return new  # ``accept`` refuses the gift afterwards
    found = await fee.estimate(tx, row.account_id, paid_to, row.currency)
    raised = None if found is None else found.covering(new.money.amount)
    if raised is None:
        limits = limits_of(paid_to.provider, row.currency)
        step = 1 if limits is None else limits.step
        detail = _UNKNOWN if step == 1 else _ROUND.format(step=step)
        raise InvalidRequest(faults=[Fault(_FIELD, "invalid_value", detail)])
    if row.max_amount is not None and new.money.amount <= row.max_amount < raised:
        detail = _ABOVE.format(raised=raised, most=row.max_amount)
        raise InvalidRequest(faults=[Fault(_FIELD, "out_of_range", detail)])
    return structs.replace(new, money=structs.replace(new.money, amount=raised, cover_fee=False))
