"""The link of a payment: redirects to the provider's page, and back to a page with the payment's status.

Card numbers are entered on the provider's page only.
"""

from typing import Final

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from wellwish.accounts import account
from wellwish.bundles import follow_payment
from wellwish.cards.link import find_links
from wellwish.contributions import gift_state, shared_link
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.payments import checkout, payer_locale, payment, return_page
from wellwish.payments.confirm import Confirmed, confirm
from wellwish.payments.payment import PaymentRow
from wellwish.web.kit import cookie, payee, remembered
from wellwish.web.kit.language import choose
from wellwish.web.kit.link import tried
from wellwish.web.kit.page import link_page, paper

_LOOK_AGAIN_S: Final = 3
# After buying cards at the desk, the buyer returns to the card that needed them.
_SESSION: Final = "session"
_NEW_CARD: Final = "/desk/cards/new?said=paid"
SEE_OTHER: Final = 303


@link_page
async def pay(services: Services, request: Request) -> Response:
    """Redirects to the provider's page, or to the status of an ended payment. Raises NotFound."""
    with tried(services, request) as token:
        url = await checkout.start(services, token)
    return RedirectResponse(url or f"{services.settings.base_url}/pay/{token}/done", SEE_OTHER)


@link_page
async def paid(services: Services, request: Request) -> Response:
    """Queries the provider and shows the result of the payment; reloads while it is unknown.

    Redirects to the payment's `return_url`, if any, on an origin that is still listed. Otherwise, redirects a
    contributor who paid from this browser to their contribution, which shows the result, and a signed-in
    buyer of cards to the form of a new card. Raises NotFound.
    """
    async with services.db.transaction() as tx:
        with tried(services, request) as token:
            link = await checkout.find_payment_link(tx, token)
        await tx.see([link.account_id])
        row = await payment.load(tx, link.account_id, link.payment_id)
        if row.status != "pending" and row.card_id is not None:
            return await _result(tx, services, request, link.account_id, row)
    confirmed = await confirm(services, link.account_id, row) if row.status == "pending" else "settled"
    if row.card_id is None:
        # The browser may return before the job has run, and would then still see that no cards are left.
        await follow_payment.run(services, {"account_id": link.account_id, "payment_id": row.id})
    async with services.db.transaction([link.account_id]) as tx:
        row = await payment.load(tx, link.account_id, link.payment_id)
        return await _result(tx, services, request, link.account_id, row, confirmed)


async def _result(
    tx: Tx,
    services: Services,
    request: Request,
    account_id: str,
    row: PaymentRow,
    confirmed: Confirmed = "settled",
) -> Response:
    if row.return_url is not None and await return_page.is_listed(tx, account_id, row.return_url):
        return RedirectResponse(row.return_url, SEE_OTHER)
    if row.card_id is None and row.status == "succeeded" and cookie.read(services, request, _SESSION):
        return RedirectResponse(_NEW_CARD, SEE_OTHER)
    has_left = row.status == "pending" and (confirmed == "open" or "left" in request.query_params)
    signed = await _signed(tx, services, request, account_id, row)
    if signed is not None:
        return RedirectResponse(f"{signed}{'left' if has_left else 'back'}=1", SEE_OTHER)
    back = await _card(tx, services, account_id, row)
    status = "succeeded" if row.status == "partially_refunded" else row.status
    if row.card_id is not None and row.succeeded_at is not None:
        made = await gift_state.load(tx, account_id, row.subject_id)
        status = "refunded" if any(each.id == row.id and each.goes_back for each in made) else status
    local = await payer_locale.find(tx, account_id, row.card_id)
    language = choose(request, local.locale)
    name = None if row.card_id is None else (await account.load(tx, account_id)).name
    return paper(
        request,
        "paying/paid.html",
        language,
        headers={"Refresh": str(_LOOK_AGAIN_S)} if status == "pending" and not has_left else {},
        title=row.title,
        state="left" if has_left else status,
        pay_url=f"/pay/{request.path_params['token']}",
        back=back,
        is_gift=row.card_id is not None,
        paid=payee.paid(language, row, name, local.timezone),
    )


async def _card(tx: Tx, services: Services, account_id: str, row: PaymentRow) -> str | None:
    """Returns the card's shared link if it was used for the gift, otherwise None.

    Bank apps often return payers to a different browser from the one in which they signed.
    """
    if row.card_id is None:
        return None
    link = await shared_link.find_link(tx, account_id, row.card_id, row.subject_id)
    return None if link is None else link.url(services.keys, "")


async def _signed(
    tx: Tx, services: Services, request: Request, account_id: str, row: PaymentRow
) -> str | None:
    """Returns the URL of the contribution signed from this browser, up to its query parameter, or None.

    The payment's link itself gives no access to the note.
    """
    kept = remembered.tokens(services, request)
    if not kept or row.card_id is None:
        return None
    browser = remembered.opened(kept, await find_links(tx, list(kept.values())), account_id, row.card_id)
    name = browser.own.get(row.subject_id) or browser.guest.get(row.subject_id)
    if name is None:
        return None
    # A contributor who signed through the shared link returns to it and can share it.
    url = await _card(tx, services, account_id, row)
    if url is None:
        # The browser's history must not contain another person's link.
        return None if row.subject_id in browser.guest else f"/s/{kept[name]}/signed?"
    if not browser.needs_mark(row.subject_id):
        return f"{url}/signed?"
    return f"{url}/signed?{remembered.NOTE}={remembered.mark(services, row.subject_id)}&"
