"""Refund all or part of a payment for a card. The button shows the amount. Requires a recent sign-in."""

from typing import Final
from urllib.parse import quote

from starlette.responses import Response

from wellwish.base.errors import (
    IdempotencyKeyReused,
    IdempotencyKeyRunning,
    InvalidRequest,
    NotFound,
    OwnerRequired,
    PaymentProviderMissing,
    PaymentState,
    PreconditionFailed,
    RefundExceedsPayment,
)
from wellwish.base.language import later
from wellwish.base.money import Money
from wellwish.payments.payment import Payment
from wellwish.web.desk.flash import after
from wellwish.web.desk.frame import card_paper, find
from wellwish.web.desk.guard import call, needs_recent, read_form, signed_in
from wellwish.web.desk.visit import Visit
from wellwish.web.kit.amount import amount_of, no_amount, written
from wellwish.web.kit.field import Field
from wellwish.web.kit.language import choose
from wellwish.web.kit.pot import said

_LONGEST_AMOUNT: Final = 40
_CHANGED: Final = later("The payment has changed in the meantime. Check the amount, then try again.")
_NOT_NOW: Final = later("This payment can't be refunded now.")
_TOO_MUCH: Final = later("That is more than the amount left to refund.")
_NOT_AT_PROVIDER: Final = later(
    "The payment provider can't refund this exact amount. Enter a rounded amount."
)
_CONTRIBUTION: Final = "GET /api/cards/{card_id}/contributions/{contribution_id}"


@signed_in
async def refund_form(visit: Visit) -> Response:
    """Returns the form. With ``amount``, its button refunds that part. Raises NotFound, OwnerRequired."""
    if (confirm := needs_recent(visit.session, visit.request.url.path)) is not None:
        return confirm
    return await _page(visit, visit.request.query_params.get("amount", ""))


@signed_in
async def refunded(visit: Visit) -> Response:
    """Refunds the amount, once for each form. Raises NotFound, OwnerRequired, ForeignForm."""
    sent = await read_form(visit)
    typed, minor = sent.text("amount"), sent.text("minor")
    amount = f"?amount={quote(typed, safe='')}" if len(typed) <= _LONGEST_AMOUNT else ""
    if (confirm := needs_recent(visit.session, visit.request.url.path + amount)) is not None:
        return confirm
    payment = await _payment(visit)
    if not (minor.isascii() and minor.isdigit() and 0 < len(minor) < 16):
        fault = no_amount(choose(visit.request), payment.amount.currency)
        return await _page(visit, typed, fault=fault, status=422)
    try:
        await call(
            visit,
            "POST /api/payments/{payment_id}/refunds",
            path={"payment_id": payment.id},
            body={"amount": int(minor)},
            if_match=f'"{sent.text("version")}"',
            idempotency_key=sent.text("form_key") or "none",
        )
    except PreconditionFailed:
        return await _page(visit, typed, says=_CHANGED, status=409)
    except RefundExceedsPayment:
        return await _page(visit, typed, fault=_TOO_MUCH, status=422)
    except InvalidRequest:
        return await _page(visit, typed, fault=_NOT_AT_PROVIDER, status=422)
    except (PaymentState, PaymentProviderMissing, IdempotencyKeyReused, IdempotencyKeyRunning):
        return await _page(visit, typed, says=_NOT_NOW, status=409)
    return after(f"/desk/cards/{visit.request.path_params['card_id']}/money", "refunding")


async def _payment(visit: Visit) -> Payment:
    """Returns the payment in the path. Raises NotFound unless it belongs to the card in the path."""
    path = {"payment_id": visit.request.path_params["payment_id"]}
    found: Payment = (await call(visit, "GET /api/payments/{payment_id}", path=path)).record
    if found.card_id != visit.request.path_params["card_id"]:
        raise NotFound
    return found


async def _page(
    visit: Visit,
    typed: str,
    *,
    says: str = "",
    fault: str = "",
    status: int = 200,
) -> Response:
    card = await find(visit)
    if card.role != "owner" or visit.session.role != "owner":
        raise OwnerRequired
    payment, language = await _payment(visit), choose(visit.request)
    left, name = payment.refundable, None
    if payment.contribution_id is not None:
        path = {"card_id": card.id, "contribution_id": payment.contribution_id}
        name = (await call(visit, _CONTRIBUTION, path=path)).record.name
    part: int | None = None
    if typed and not fault:
        part = amount_of(typed, left.currency, language)
        fault = "" if part else no_amount(language, left.currency)
        fault = _TOO_MUCH if part and part > left.amount else fault
        status = 422 if fault and status == 200 else status
    refunding = left.amount if not part or fault else part
    return await card_paper(
        visit,
        "desk/refund.html",
        card,
        status=status,
        says=says,
        payment=payment,
        name=name,
        handed=said(language, card.handover.amount) if card.handover and card.handover.amount else "",
        paid=said(language, payment.amount),
        left=said(language, left),
        is_refundable=left.amount > 0,
        minor=refunding,
        total=said(language, Money(refunding, left.currency)),
        is_part=refunding < left.amount,
        typed=written(language, Money(refunding, left.currency)) if refunding < left.amount else "",
        amount=Field(
            id="amount",
            value=typed,
            fault=fault,
            is_only_fault=True,
            is_required=True,
            has_lines=False,
            is_number=False,
            max_length=20,
            low=None,
            high=None,
        ),
    )
