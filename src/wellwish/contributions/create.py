"""Create a contribution."""

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from wellwish.base.money import Money
from wellwish.cards.access import CardAccess
from wellwish.cards.card_row import LockedCard
from wellwish.contributions import note_visibility, receipt_address
from wellwish.contributions.contribution import Contribution
from wellwish.contributions.cover_fee import covered
from wellwish.contributions.edit import Signed
from wellwish.contributions.note import NewContribution
from wellwish.contributions.sign import sign
from wellwish.contributions.signing import OWNER
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.payments import fee


class NewlySigned(Contribution, frozen=True, kw_only=True):
    """The new contribution, and the page where its money is paid."""

    checkout_url: (
        Annotated[
            str,
            Meta(
                max_length=2048,
                description="Payment page for online money. It is open for 23 hours.",
                extra_json_schema={"format": "uri"},
            ),
        ]
        | UnsetType
    ) = UNSET
    expected_fee: (
        Annotated[
            Money,
            Meta(
                description=(
                    "Estimated provider fee of an online payment, from the account's stated fees or its "
                    "earlier payments; absent while it is not known."
                )
            ),
        ]
        | UnsetType
    ) = UNSET


async def create_contribution(
    tx: Tx, access: CardAccess, row: LockedCard, services: Services, new: NewContribution
) -> NewlySigned:
    """Adds a contribution on behalf of the named person.

    Its note is published immediately, regardless of the card's `moderation`, and is kept if the payment
    fails. A contribution with money requires an `Idempotency-Key`.

    Raises NotFound, InvalidRequest, CardClosed, CardState,
    CardFull, MoneyNotTaken, PaymentProviderMissing.
    """
    new = await covered(tx, services, row, new)
    signed = await sign(tx, services, row, OWNER, new)
    if new.money is not None and new.money.receipt_email is not None:
        await receipt_address.put(tx, services.keys, access, signed.row.id, new.money.receipt_email)
    visibility = note_visibility.decide_for_caller(row, access, tx.now)
    has_media = new.note is not None and bool(new.note.media)
    shown = await note_visibility.to_record_of_new(tx, signed.row, visibility, has_media=has_media)
    members = {name: getattr(shown, name) for name in shown.__struct_fields__}
    if signed.checkout_url is None:
        return NewlySigned(**members)
    kept = await _fee(tx, signed)
    return NewlySigned(**members, checkout_url=signed.checkout_url, expected_fee=kept or UNSET)


async def _fee(tx: Tx, signed: Signed) -> Money | None:
    row, paid_to = signed.row, signed.paid_to
    if paid_to is None or row.money_amount is None or row.money_currency is None:
        return None
    kept = await fee.expected(tx, row.account_id, paid_to, row.money_amount, row.money_currency)
    return None if kept is None else Money(kept, row.money_currency)
