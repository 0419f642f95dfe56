"""The contributor's own gift after signing: cancel an open payment, request a refund."""

from typing import Final

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from wellwish.base.errors import InvalidRequest, PaymentState, Unavailable
from wellwish.base.language import later
from wellwish.contributions import signing
from wellwish.contributions.signing import SigningContext
from wellwish.infra.http import Services
from wellwish.infra.http.read import convert
from wellwish.payments import payment
from wellwish.payments.end import end
from wellwish.payments.refund_requests.ask import ask
from wellwish.payments.refund_requests.request import MAX_TEXT
from wellwish.web.kit.page import link_page, peer
from wellwish.web.signing.signed import Entered, RefundForm, show
from wellwish.web.signing.visitor import Visitor, identify_sender

_NOT_CANCELLED: Final = later(
    "Your payment couldn't be cancelled because the payment provider isn't responding. Try again in a minute"
)
_STILL_OPEN: Final = later(
    "The payment provider can't cancel your payment yet. If you don't pay, it expires on its own, "
    "usually within 15 minutes"
)
_TOO_LONG: Final = later("Shorten the reason to 500 characters or fewer")
_OTHERWISE: Final = later("Check this answer and try again")


@link_page
async def cancel_payment(services: Services, request: Request) -> Response:
    """Cancels the open payment shown on the page, unless it has been paid. The page shows the result.

    Raises NotFound, ForeignForm, TooManyRequests.
    """
    visitor, sent = await identify_sender(services, request)
    services.visits.signings.take(peer(request))
    account_id = visitor.link.account_id
    async with services.db.transaction([account_id]) as tx:
        context = await signing.load(tx, visitor.link, visitor.remembered)
        row = await payment.find_payment(tx, account_id, sent.text("payment"))
    own = context.own
    # Only the payment in the form, because another tab may have started a new one.
    if own is not None and row is not None and row.subject_id == own.id:
        try:
            await end(services, account_id, row.id)
        except PaymentState:
            return await show(visitor, Entered(faults={"gift": _STILL_OPEN}), status=409)
        except Unavailable as refusal:
            response = await show(visitor, Entered(faults={"gift": _NOT_CANCELLED}), status=503)
            response.headers.update(refusal.headers)
            return response
    return RedirectResponse(_signed(visitor, context), 303)


@link_page
async def ask_refund(services: Services, request: Request) -> Response:
    """Requests a refund from the organisers. Repeating the request has no effect.

    Raises NotFound, ForeignForm, TooManyRequests.
    """
    visitor, sent = await identify_sender(services, request)
    services.visits.signings.take(peer(request))
    typed = sent.text("reason")
    try:
        given = convert({"reason": typed}, RefundForm, strict=True, warnings=[])
    except InvalidRequest as refusal:
        faults = {"reason": _TOO_LONG if refusal.faults[0].code == "too_long" else _OTHERWISE}
        return await show(visitor, Entered(reason=typed[: 2 * MAX_TEXT], faults=faults), status=422)
    async with services.db.transaction([visitor.link.account_id]) as tx:
        context = await signing.load(tx, visitor.link, visitor.remembered)
        if context.own is not None and not context.is_recipient and context.row.cancelling_at is None:
            await ask(tx, visitor.link.account_id, context.own.id, given.reason)
    return RedirectResponse(_signed(visitor, context), 303)


def _signed(visitor: Visitor, context: SigningContext) -> str:
    own = context.own
    return f"{visitor.base}/signed" if own is None else visitor.page_of(own.id, "/signed")
