"""Write the receipt of a bundle to the owners of the account that bought it."""

from datetime import datetime
from decimal import Decimal
from typing import Any

from babel.numbers import format_currency
from msgspec import Struct

from wellwish.delivery import message, wording
from wellwish.delivery.message import EMAIL, Message
from wellwish.delivery.owner import owners
from wellwish.delivery.words import Words
from wellwish.http import Parts
from wellwish.money import EXPONENTS


class _Bought(Struct):
    name: str
    cards_total: int
    price_amount: int
    price_currency: str
    payment_id: str | None
    purchased_at: datetime
    expires_at: datetime | None


async def run(parts: Parts, args: dict[str, Any]) -> None:
    """Writes one mail to each owner; a second run finds those of the first."""
    account_id, purchase_id = args["account_id"], args["bundle_purchase_id"]
    async with parts.db.transaction([account_id]) as tx:
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
        mails: list[Message] = []
        for owner in await owners(tx, account_id):
            words = _words(bought, owner.account_name, owner.name)
            mails.append(
                Message(
                    channel=EMAIL,
                    kind="receipt",
                    recipient=owner.email,
                    subject=f"Receipt: {bought.name}, {_price(bought)}",
                    body=wording.plain(words),
                    content=words,
                    dedupe_key=f"receipt:{purchase_id}:{owner.id}",
                )
            )
        await message.write(tx, parts, account_id, mails)


def shown(amount: int, currency: str) -> str:
    """Returns an amount in minor units as people write it, with every digit that it has."""
    value = Decimal(amount).scaleb(-EXPONENTS[currency])
    return format_currency(value, currency, locale="en", decimal_quantization=False)


def _price(bought: _Bought) -> str:
    return shown(bought.price_amount, bought.price_currency)


def _words(bought: _Bought, account_name: str, name: str | None) -> Words:
    cards = "one card" if bought.cards_total == 1 else f"{bought.cards_total} cards"
    until = "They do not expire." if bought.expires_at is None else f"They can be used until {_day(bought)}."
    paid = (
        f"We received {_price(bought)} for “{bought.name}” ({cards}), bought for the account "
        f"{wording.apart(account_name)} on {wording.day(bought.purchased_at)}."
    )
    return Words(
        preheader=paid,
        heading="Thank you, here is your receipt",
        lines=[f"Hello {wording.apart(name)}," if name else "Hello,", paid, until],
        small=[f"Payment {bought.payment_id}. An unused bundle can be refunded as a whole."],
        why=f"You are an owner of the account {account_name}.",
    )


def _day(bought: _Bought) -> str:
    return wording.day(bought.expires_at) if bought.expires_at else ""
