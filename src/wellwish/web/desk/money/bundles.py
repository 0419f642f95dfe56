"""Bundles of cards: the account's purchases and receipts, and buying another bundle."""

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Final

from msgspec import Struct, structs
from starlette.responses import RedirectResponse, Response

from wellwish.accounts.settings import AccountSettings
from wellwish.base.errors import (
    IdempotencyKeyReused,
    IdempotencyKeyRunning,
    InvalidCursor,
    InvalidRequest,
    NotFound,
    PaymentProviderMissing,
    TooManyPendingPurchases,
)
from wellwish.base.language import Language, later
from wellwish.bundles.bundle import Bundle
from wellwish.bundles.purchase import BundlePurchase
from wellwish.infra.http import Page
from wellwish.payments.payment import Payment
from wellwish.web.desk import names
from wellwish.web.desk.account import accounts
from wellwish.web.desk.guard import call, desk_paper, read_form, signed_in
from wellwish.web.desk.visit import Visit
from wellwish.web.kit import cookie
from wellwish.web.kit.language import choose
from wellwish.web.kit.pot import said

PATH: Final = "/desk/bundles"
_COUNT: Final = 20  # purchases per page; each needs a call for its receipt
_ZONE: Final = "UTC"
_STATES: Final = {
    "pending": later("Not paid yet"),
    "active": later("Active"),
    "exhausted": later("Used up"),
    "expired": later("Expired"),
    "failed": later("Failed"),
    "refunded": later("Refunded"),
}
_REFUSED: Final[dict[type[Exception], str]] = {
    PaymentProviderMissing: later("Payments aren't set up on this server yet. Ask its operator."),
    TooManyPendingPurchases: later("There are too many unpaid purchases. Pay for one of them first."),
}
_NOT_NOW: Final = later("This bundle isn't for sale any more. Choose another one.")


class Shown(Struct, frozen=True, kw_only=True):
    """A purchase as displayed. ``price`` is empty if it was granted, ``invoice_url`` if it has no invoice."""

    record: BundlePurchase
    name: str
    state: str
    price: str
    bought_at: str
    expires_at: str
    invoice: str
    invoice_url: str


@signed_in
async def bundles_page(visit: Visit) -> Response:
    """Returns the purchases of the account, and for its owners the bundles for sale."""
    return await _page(visit)


@signed_in
async def bundle_bought(visit: Visit) -> Response:
    """Starts a purchase and opens its payment page. Resubmitting the form has no effect.

    Uses a refresh instead of a redirect to the provider, which the ``form-action`` policy forbids.

    Raises OwnerRequired, ForeignForm.
    """
    # The form of a card that needed more capacity is stored, and the buyer returns to it after the payment.
    sent = await read_form(visit, drops_kept=False)
    try:
        result = await call(
            visit,
            "POST /api/bundle-purchases",
            body={"bundle_id": sent.text("bundle_id"), "currency": sent.text("currency") or None},
            idempotency_key=sent.text("form_key") or "none",
        )
    except (PaymentProviderMissing, TooManyPendingPurchases) as refusal:
        return await _page(visit, says=_REFUSED[type(refusal)], status=409)
    except (NotFound, InvalidRequest, IdempotencyKeyReused, IdempotencyKeyRunning):
        return await _page(visit, says=_NOT_NOW, status=409)
    bought = json.loads(result.body)  # the stored response to a resubmitted form has no record
    return await _page(visit, pay_url=bought["checkout_url"], pay_for=bought["name"])


async def _page(
    visit: Visit,
    *,
    says: str = "",
    pay_url: str = "",
    pay_for: str = "",
    status: int = 200,
) -> Response:
    if visit.session.account_id is None:
        return RedirectResponse(accounts.PATH, 303)
    language, cursor = choose(visit.request), visit.request.query_params.get("cursor", "")
    query = {"limit": str(_COUNT), **({"cursor": cursor} if cursor else {})}
    try:
        found: Page[BundlePurchase] = (await call(visit, "GET /api/bundle-purchases", query=query)).record
    except (InvalidCursor, InvalidRequest):
        return RedirectResponse(PATH, 303)
    available: Sequence[BundlePurchase] = (
        await call(visit, "GET /api/bundle-purchases/available")
    ).record.data
    owns = visit.session.role == "owner"
    return desk_paper(
        visit,
        "desk/bundles.html",
        language=language,
        status=status,
        headers={"Refresh": f"0; url={pay_url}"} if pay_url else None,
        form_key=cookie.random(),
        says=says,
        pay_url=pay_url,
        pay_for=names.bundle(language, pay_for),
        left=sum(each.cards_remaining for each in available),
        purchases=[
            _shown(language, each, await _payment(visit, each) if owns else None) for each in found.data
        ],
        next_url=found.next_cursor and f"{PATH}?cursor={found.next_cursor}",
        offers=await offers(visit) if owns else [],
        owns=owns,
    )


async def offers(visit: Visit) -> list[tuple[Bundle, list[tuple[str, str]]]]:
    """Returns the bundles for sale with their prices, each as its currency and its formatted amount.

    The price in the account's currency comes first.
    """
    language = choose(visit.request)
    account: AccountSettings = (await call(visit, "GET /api/account")).record
    found: Sequence[Bundle] = (await call(visit, "GET /api/bundles")).record.data
    return [
        (
            structs.replace(offer, name=names.bundle(language, offer.name)),
            [
                (price.currency, said(language, price))
                for price in sorted(offer.prices, key=lambda price: price.currency != account.currency)
            ],
        )
        for offer in found
    ]


async def _payment(visit: Visit, each: BundlePurchase) -> Payment | None:
    if each.payment_id is None:
        return None
    path = {"payment_id": each.payment_id}
    paid: Payment = (await call(visit, "GET /api/payments/{payment_id}", path=path)).record
    return paid


def _shown(language: Language, each: BundlePurchase, payment: Payment | None) -> Shown:
    invoice = None if payment is None else payment.invoice
    expires = each.expires_at
    return Shown(
        record=each,
        name=names.bundle(language, each.name),
        state=language.gettext(_STATES[each.status]),
        price=said(language, each.price) if each.price.amount else "",
        bought_at=language.long_day(datetime.fromisoformat(each.purchased_at), _ZONE),
        expires_at="" if expires is None else language.long_day(datetime.fromisoformat(expires), _ZONE),
        invoice="" if invoice is None else invoice.number,
        invoice_url="" if invoice is None else invoice.url or "",
    )
