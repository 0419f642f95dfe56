"""The sandbox's payment page, with a button for each outcome of a payment.

No card number is entered; each button represents a test card.
"""

from decimal import Decimal
from typing import Final

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from wellwish.accounts import test_account
from wellwish.base import clock
from wellwish.base.errors import NotFound
from wellwish.base.money import EXPONENTS
from wellwish.infra import jobs
from wellwish.infra.checkout.sandbox import Sandbox
from wellwish.infra.checkout.sandbox_event import SandboxPayment
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.payments import payer_locale, payment, send_sandbox_callback
from wellwish.payments.complete_sandbox_payment import LATE_S, PAY_LATE
from wellwish.web.kit import form
from wellwish.web.kit.language import choose
from wellwish.web.kit.link import tried
from wellwish.web.kit.page import paper, public

SEE_OTHER: Final = 303
_BINDING: Final = "sandbox"

# The number of callbacks and their delay in seconds for each payment button.
_PAYS: Final[dict[str, tuple[int, float]]] = {
    "succeed": (1, 0),
    "call_back_twice": (2, 0),
    "call_back_late": (1, LATE_S),
    "never_call_back": (0, 0),
}


@public
async def sandbox(services: Services, request: Request) -> Response:
    """Returns the page with its buttons. Raises NotFound."""
    adapter = _adapter(services)
    async with services.db.transaction() as tx:
        with tried(services, request) as token:
            found = await _found(adapter, tx, token)
        await tx.see([found.account_id])
        paying = await payment.find_payment(tx, found.account_id, found.id)
        card_id = None if paying is None else paying.card_id
        language = choose(request, (await payer_locale.find(tx, found.account_id, card_id)).locale)
    if found.state not in ("open", "challenged") or found.expires_at <= tx.now:
        return RedirectResponse(found.return_url, SEE_OTHER)
    value = Decimal(found.amount).scaleb(-EXPONENTS[found.currency])
    name = form.browser(services, request)
    response = paper(
        request,
        "paying/sandbox.html",
        language,
        title=found.title,
        price=language.money(value, found.currency),
        challenged=found.state == "challenged",
        form_field=form.FIELD,
        form_token=form.token(services, name, f"{_BINDING}:{token}"),
    )
    form.remember(services, request, response, name)
    return response


@public
async def sandbox_pressed(services: Services, request: Request) -> Response:
    """Applies a button once, and redirects back. Raises NotFound, ForeignForm."""
    adapter = _adapter(services)
    sent = await form.read(services, request, f"{_BINDING}:{request.path_params['token']}")
    form.check(sent)
    async with services.db.transaction() as tx:
        with tried(services, request) as token:
            found = await _found(adapter, tx, token)
        await tx.see([found.account_id])  # jobs are queued at the time of the account's test clock
        if found.state in ("open", "challenged") and found.expires_at > tx.now:
            challenged = await _press(adapter, tx, found, sent.text("button"))
            if challenged:
                return RedirectResponse(f"/sandbox/{token}", SEE_OTHER)
    return RedirectResponse(found.return_url, SEE_OTHER)


async def _press(adapter: Sandbox, tx: Tx, found: SandboxPayment, button: str) -> bool:
    """Returns whether the page requires another confirmation, as banks do with 3-D Secure."""
    if button in _PAYS:
        times, delay_s = _PAYS[button]
        body = await adapter.move(tx, found, "paid")
        if times:
            await send_sandbox_callback.enqueue(tx, found, body, times=times, delay_s=delay_s)
    elif button == "challenge" and found.state == "open":
        await adapter.move(tx, found, "challenged")
        return True
    elif button == "pay_late":
        await adapter.move(tx, found, "paying")
        await jobs.enqueue(
            tx, PAY_LATE, [{"account_id": found.account_id, "payment_id": found.id}], delay_s=LATE_S
        )
    elif button in ("decline", "cancel"):
        body = await adapter.move(tx, found, "declined" if button == "decline" else "cancelled")
        await send_sandbox_callback.enqueue(tx, found, body)
    else:
        raise NotFound
    return False


def _adapter(services: Services) -> Sandbox:
    found = services.checkout.by_name.get("sandbox")
    if not isinstance(found, Sandbox):
        raise NotFound
    return found


async def _found(adapter: Sandbox, tx: Tx, token: str) -> SandboxPayment:
    found = await adapter.find_payment(tx, token)
    if found is None:
        raise NotFound
    clock.use_test_clock(await test_account.ahead(tx, found.account_id))
    return found
