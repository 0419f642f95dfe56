"""Write the receipt of a bundle to the owners of the account that bought it."""

from datetime import datetime
from functools import partial
from typing import Any

from msgspec import Struct

from wellwish.delivery import owner, wording
from wellwish.delivery.owner import Owner, OwnerMail
from wellwish.delivery.wording import Receipt
from wellwish.delivery.words import Words
from wellwish.infra.http import Services


class _Bought(Struct):
    name: str
    cards_total: int
    price_amount: int
    price_currency: str
    payment_id: str | None
    purchased_at: datetime
    expires_at: datetime | None


async def run(services: Services, args: dict[str, Any]) -> None:
    """Writes one email to each owner; a second run writes none."""
    account_id, purchase_id = args["account_id"], args["bundle_purchase_id"]
    async with services.db.transaction([account_id]) as tx:
        bought = await tx.maybe(
            _Bought,
            """
            select {columns} from bundle_purchases
            where account_id = :account_id and id = :id and payment_status in ('paid', 'refunded')
            """,
            account_id=account_id,
            id=purchase_id,
        )
        if bought is None:
            return
        mail = OwnerMail("receipt", f"receipt:{purchase_id}", partial(_written, bought))
        await owner.mail_owners(tx, services, account_id, mail)


def _written(bought: _Bought, to: Owner) -> tuple[str, Words]:
    receipt = Receipt(
        account_name=to.account_name,
        name=to.name,
        bundle=bought.name,
        cards=bought.cards_total,
        amount=bought.price_amount,
        currency=bought.price_currency,
        payment_id=bought.payment_id,
        bought_at=bought.purchased_at,
        expires_at=bought.expires_at,
        locale=to.locale,
    )
    return wording.receipt_subject(receipt), wording.receipt_email(receipt)
