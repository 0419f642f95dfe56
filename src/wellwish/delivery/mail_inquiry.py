"""Email the owners of an account when a bank asks about a payment."""

from functools import partial
from typing import Any

from msgspec import Struct

from wellwish.delivery import owner, wording
from wellwish.delivery.mail_refund_request import DESK_MONEY
from wellwish.delivery.owner import Owner, OwnerMail
from wellwish.delivery.wording import Inquiry
from wellwish.delivery.words import Words
from wellwish.infra.db import Tx
from wellwish.infra.http import Services


class _Paid(Struct):
    """A payment; ``amount`` in minor units."""

    id: str
    amount: int
    currency: str
    card_id: str | None
    title: str  # the card's title


async def run(services: Services, args: dict[str, Any]) -> None:
    """Writes one email to each owner for each payment, unless the money was refunded or disputed in the
    meantime.

    Only one email is sent, because an account can sign any number of inquiries with its own webhook secret.
    The email does not name a contributor, since the author of an anonymous note must stay unknown.
    """
    account_id = args["account_id"]
    async with services.db.transaction([account_id]) as tx:
        found = await _paid(tx, account_id, args["payment_id"])
        if found is not None and found.card_id is not None:
            key, link = f"payment_inquiry:{found.id}", (DESK_MONEY, found.card_id)
            mail = OwnerMail("payment_inquiry", key, partial(_written, found), link)
            await owner.mail_owners(tx, services, account_id, mail)


async def _paid(tx: Tx, account_id: str, payment_id: str) -> _Paid | None:
    return await tx.maybe(
        _Paid,
        """
        select p.id, p.amount, p.currency, p.card_id, c.title
        from payments p join cards c on c.account_id = p.account_id and c.id = p.card_id
        where p.account_id = :account_id and p.id = :id and p.status in ('succeeded', 'partially_refunded')
          and c.deleted_at is null
        """,
        account_id=account_id,
        id=payment_id,
    )


def _written(found: _Paid, to: Owner) -> tuple[str, Words]:
    inquiry = Inquiry(
        account_name=to.account_name,
        name=to.name,
        payment_id=found.id,
        amount=found.amount,
        currency=found.currency,
        card_title=found.title,
        locale=to.locale,
    )
    return wording.inquiry_subject(inquiry), wording.inquiry_email(inquiry)
