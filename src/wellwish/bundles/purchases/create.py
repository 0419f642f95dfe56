"""Buy a bundle."""

from typing import Annotated, Final

from msgspec import Meta, Struct, structs

from wellwish.accounts.account import load_locked
from wellwish.base import ids, money
from wellwish.base.errors import (
    Fault,
    InvalidRequest,
    NotFound,
    PaymentProviderMissing,
    TooManyPendingPurchases,
)
from wellwish.base.money import EXPONENTS
from wellwish.bundles.follow_payment import FOLLOW
from wellwish.bundles.purchase import BundlePurchase, PurchaseRow, record
from wellwish.infra import events
from wellwish.infra.db import Tx
from wellwish.infra.http import Body, Caller, Services, line
from wellwish.payments import open as payments
from wellwish.payments import return_page
from wellwish.payments.open import NewPayment
from wellwish.payments.return_page import ReturnUrl

_LISTED: Final = 20  # maximum number of currencies listed in an error


class NewPurchase(Body, frozen=True, kw_only=True):
    """The bundle to buy, and the currency of the payment."""

    bundle_id: Annotated[str, line(255, "ID of the bundle.", required=True)]
    currency: (
        Annotated[
            str,
            line(
                3,
                "ISO 4217 code of a currency in which the bundle is sold. Default: the account's currency.",
                check=money.currency,
                schema={"enum": sorted(EXPONENTS)},
            ),
        ]
        | None
    ) = None
    return_url: ReturnUrl | None = None


class OpenPurchase(BundlePurchase, frozen=True, kw_only=True):
    """A bundle purchase that waits for payment."""

    checkout_url: Annotated[
        str,
        Meta(
            max_length=2048,
            description="Payment page at the provider. It is open for 23 hours.",
            extra_json_schema={"format": "uri"},
        ),
    ]


class _Offer(Struct):
    name: str
    cards: int
    amount: int | None


async def create_purchase(tx: Tx, caller: Caller, services: Services, new: NewPurchase) -> OpenPurchase:
    """Returns a purchase that is ``pending`` until it is paid at ``checkout_url``, and then ``active``.

    Raises NotFound, InvalidRequest, PaymentProviderMissing, TooManyPendingPurchases.
    """
    account = await load_locked(tx, caller.account_id)
    await return_page.check(tx, caller.account_id, new.return_url, "/return_url")
    currency = new.currency or account.currency
    offer = await _offer(tx, new.bundle_id, currency)
    if offer is None:
        raise NotFound(
            faults=[Fault("/bundle_id", "not_found", "The bundle does not exist or is not for sale.")]
        )
    if offer.amount is None:
        raise InvalidRequest(faults=[await _no_price(tx, new.bundle_id, currency)])
    paid_to = services.checkout.play if caller.is_test else services.checkout.operator
    if paid_to is None:
        raise PaymentProviderMissing
    purchase_id = ids.new("bp")
    wanted = NewPayment(
        purpose="bundle_purchase",
        subject_id=purchase_id,
        merchant="operator",
        title=offer.name,
        amount=offer.amount,
        currency=currency,
        follow=FOLLOW,
        return_url=new.return_url,
    )
    payment, url = await payments.open_payment(tx, services, caller.account_id, wanted, paid_to)
    # The account is locked, so no other purchase can begin meanwhile.
    row = await tx.maybe(
        PurchaseRow,
        """
        insert into bundle_purchases
          (account_id, id, bundle_id, name, status, payment_status, cards_total, price_amount, price_currency,
           payment_id, purchased_at, created_at, updated_at)
        select
          :account_id, :id, :bundle_id, :name, 'pending', 'pending', :cards, :amount, :currency,
          :payment_id, :now, :now, :now
        where :most::bigint = 0 or :most::bigint > (
          select count(*) from bundle_purchases where account_id = :account_id and status = 'pending')
        returning {columns}
        """,
        account_id=caller.account_id,
        id=purchase_id,
        bundle_id=new.bundle_id,
        name=offer.name,
        cards=offer.cards,
        amount=offer.amount,
        currency=currency,
        payment_id=payment.id,
        most=services.settings.limits.pending_purchases_per_account,
    )
    if row is None:
        raise TooManyPendingPurchases
    data = {"bundle_purchase_id": row.id, "payment_id": payment.id, "status": "pending"}
    await events.record(tx, caller.account_id, "bundle_purchase.created", data=data)
    return OpenPurchase(**structs.asdict(record(row, tx.now)), checkout_url=url)


async def _offer(tx: Tx, bundle_id: str, currency: str) -> _Offer | None:
    """Returns the bundle if it is for sale; ``amount`` is None if it has no price in the currency."""
    return await tx.maybe(
        _Offer,
        """
        select b.name, b.cards, p.amount from bundles b
        left join bundle_prices p on p.bundle_id = b.id and p.currency = :currency
        where b.id = :id and b.retired_at is null
        """,
        id=bundle_id,
        currency=currency,
    )


class _Currency(Struct):
    currency: str


async def _no_price(tx: Tx, bundle_id: str, currency: str) -> Fault:
    rows = await tx.many(
        _Currency,
        """
        select currency from bundle_prices where bundle_id = :bundle_id order by currency limit :listed
        """,
        bundle_id=bundle_id,
        listed=_LISTED,
    )
    known = ", ".join(row.currency for row in rows)
    return Fault(
        "/currency", "invalid_value", f"The bundle has no price in {currency}. Must be one of: {known}."
    )
