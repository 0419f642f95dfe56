"""The account's payments: a filtered list and a CSV file. Owners can cancel payments and refund bundles."""

from collections.abc import Sequence
from typing import Any, Final
from urllib.parse import urlencode

from msgspec import Struct
from starlette.responses import RedirectResponse, Response

from wellwish.accounts.settings import AccountSettings
from wellwish.base.errors import (
    BundleUsed,
    IdempotencyKeyReused,
    IdempotencyKeyRunning,
    InvalidCursor,
    InvalidRequest,
    NotFound,
    PaymentProviderMissing,
    PaymentState,
    PreconditionFailed,
    RefundExceedsPayment,
    Unavailable,
)
from wellwish.base.language import Language, later
from wellwish.cards.card import Card
from wellwish.contributions.contribution import Contribution
from wellwish.infra.http import Page
from wellwish.payments.list import AccountPaymentQuery
from wellwish.payments.payment import Payment
from wellwish.web.desk.download import download
from wellwish.web.desk.flash import after
from wellwish.web.desk.frame import instant
from wellwish.web.desk.guard import call, desk_paper, needs_recent, read_form, signed_in
from wellwish.web.desk.money.states import STATES, is_refunding, payment_state
from wellwish.web.desk.visit import Visit
from wellwish.web.kit import cookie
from wellwish.web.kit.field import Fields
from wellwish.web.kit.language import choose
from wellwish.web.kit.pot import said

PATH: Final = "/desk/payments"
_COUNT: Final = 25  # payments per page; each needs a call for its giver's name
_FILTERS: Final = (
    "status", "created_after", "created_before", "card_id", "provider_payment_id", "mismatched",
)  # fmt: skip
_OPERATIONS: Final = {
    "cancel": "POST /api/payments/{payment_id}/cancel",
    "refund": "POST /api/payments/{payment_id}/refunds",
}
# In display order, without the statuses of gifts that have no payment.
_CHOICES: Final = (
    "pending", "processing", "succeeded", "partially_refunded", "refunded", "disputed", "lost", "failed",
    "cancelled",
)  # fmt: skip
_REFUND_STATES: Final = {
    "pending": later("on its way"),
    "succeeded": later("done"),
    "failed": later("failed"),
}
_REASONS: Final = {
    "declined": later("The payer's bank declined the payment."),
    "refused_by_provider": later(
        "The payment provider refused the payment, for example because the amount is below its minimum."
    ),
}
_DATE: Final = later("Enter a date, such as 2026-12-24.")
_NO_ID: Final = later("Enter an ID without spaces, such as the one in the list.")
_CHANGED: Final = later("The payment has changed in the meantime. Check it below, then try again.")
_NOT_OPEN: Final = later("The payment isn't open any more, so it can't be cancelled.")
_NOT_NOW: Final = later("This payment can't be refunded now.")
_USED: Final = later(
    "Cards of this bundle were used, so it can't be refunded here. Ask the server's operator."
)
_AWAY: Final = later(
    "The payment provider can't be reached right now, so nothing was changed. Try again in a minute."
)


class Shown(Struct, frozen=True, kw_only=True):
    """A payment as displayed, with empty texts for inapplicable values."""

    record: Payment
    name: str | None  # the giver's name
    title: str  # the card's title; empty for a bundle, and if the card was deleted
    amount: str
    state: str
    is_refunding: bool
    at: str
    refundable: str
    refunds: list[tuple[str, str]]
    failure: str
    mismatched: str  # when the provider's data was found to contradict the payment


@signed_in
async def payments_page(visit: Visit) -> Response:
    """Returns a page of the list. For an invalid filter, shows an error and no payments."""
    return await _page(visit)


@signed_in
async def payments_downloaded(visit: Visit) -> Response:
    """Returns all transfers of the account as CSV, ignoring the page's filters."""
    return await download(visit, "GET /api/movements.csv")


@signed_in
async def payment_changed(visit: Visit) -> Response:
    """Cancels an open payment, or refunds a payment in full, which requires a recent sign-in.

    Raises NotFound, OwnerRequired, ForeignForm.
    """
    sent, action = await read_form(visit), visit.request.path_params["action"]
    if action not in _OPERATIONS:
        raise NotFound
    if action == "refund" and (confirm := needs_recent(visit.session, PATH)) is not None:
        return confirm
    payment_id = visit.request.path_params["payment_id"]
    version = {"if_match": f'"{sent.text("version")}"'} if action == "refund" else {}
    try:
        await call(
            visit,
            _OPERATIONS[action],
            path={"payment_id": payment_id},
            idempotency_key=f"{action}-{payment_id}-{sent.text('form_key')}"[:64],
            **version,
        )
    except PaymentState:
        says = _NOT_OPEN if action == "cancel" else _NOT_NOW
        return await _page(visit, says=says, status=409)
    except PreconditionFailed:
        return await _page(visit, says=_CHANGED, status=409)
    except BundleUsed:
        return await _page(visit, says=_USED, status=409)
    except (RefundExceedsPayment, PaymentProviderMissing, IdempotencyKeyReused, IdempotencyKeyRunning):
        return await _page(visit, says=_NOT_NOW, status=409)
    except Unavailable as refusal:
        return await _page(visit, says=_AWAY, status=503, headers=refusal.headers)
    return after(PATH, "payment_cancelled" if action == "cancel" else "refunding")


async def _page(
    visit: Visit,
    *,
    says: str = "",
    status: int = 200,
    headers: Any = None,
) -> Response:
    language = choose(visit.request)
    typed = {name: visit.request.query_params.get(name, "").strip() for name in _FILTERS}
    if typed["status"] not in _CHOICES:
        typed["status"] = ""
    if typed["mismatched"] != "true":
        typed["mismatched"] = ""
    cursor, faults = visit.request.query_params.get("cursor", ""), dict[str, str]()
    query = {"limit": str(_COUNT), **{name: text for name, text in typed.items() if text}}
    try:
        given = {**query, "cursor": cursor} if cursor else query
        found: Page[Payment] | None = (await call(visit, "GET /api/payments", query=given)).record
    except InvalidCursor:
        return RedirectResponse(PATH, 303)
    except InvalidRequest as refusal:
        named = {fault.pointer.removeprefix("?") for fault in refusal.faults}
        if not named <= typed.keys():
            return RedirectResponse(PATH, 303)
        faults = {name: _DATE if name.startswith("created") else _NO_ID for name in named}
        found, status = None, 422
    account: AccountSettings = (await call(visit, "GET /api/account")).record
    listed = [] if found is None else found.data
    known = await _known(visit, listed)
    kept = {name: text for name, text in typed.items() if text}
    following = None if found is None else found.next_cursor
    contradicted = {"mismatched": "true", "limit": "1"}
    mismatched: Page[Payment] = (await call(visit, "GET /api/payments", query=contradicted)).record
    return desk_paper(
        visit,
        "desk/payments.html",
        language=language,
        status=status,
        headers=headers,
        says=says,
        owns=visit.session.role == "owner",
        form_key=cookie.random(),
        fields=Fields(AccountPaymentQuery, {f"/{name}": text for name, text in typed.items()}, faults),
        chosen=typed["status"],
        statuses=[(each, language.gettext(STATES[each])) for each in _CHOICES],
        is_filtered=bool(kept),
        is_mismatched=bool(mismatched.data) and not typed["mismatched"],
        payments=[
            _shown(language, account.timezone, each, *known.get(each.id, (None, ""))) for each in listed
        ],
        next_url=following and f"{PATH}?{urlencode({**kept, 'cursor': following})}",
    )


async def _known(visit: Visit, payments: Sequence[Payment]) -> dict[str, tuple[str | None, str]]:
    """Returns the giver's name and the card's title for each payment whose card still exists."""
    titles: dict[str, str] = {}
    known: dict[str, tuple[str | None, str]] = {}
    for each in payments:
        if each.card_id is None or each.contribution_id is None:
            continue
        path = {"card_id": each.card_id}
        try:
            if each.card_id not in titles:
                card: Card = (await call(visit, "GET /api/cards/{card_id}", path=path)).record
                titles[each.card_id] = card.title
            given: Contribution = (
                await call(
                    visit,
                    "GET /api/cards/{card_id}/contributions/{contribution_id}",
                    path={**path, "contribution_id": each.contribution_id},
                )
            ).record
        except NotFound:
            continue
        known[each.id] = (given.name, titles[each.card_id])
    return known


def _shown(language: Language, timezone: str, each: Payment, name: str | None, title: str) -> Shown:
    return Shown(
        record=each,
        name=name,
        title=title,
        amount=said(language, each.amount),
        state=payment_state(language, each),
        is_refunding=is_refunding(each),
        at=instant(language, each.created_at, timezone),
        refundable=said(language, each.refundable) if each.refundable.amount else "",
        refunds=[
            (said(language, refund.amount), language.gettext(_REFUND_STATES[refund.status]))
            for refund in each.refunds
        ],
        failure=language.gettext(_REASONS[each.failure_reason]) if each.failure_reason in _REASONS else "",
        mismatched=instant(language, each.mismatched_at, timezone) if each.mismatched_at else "",
    )
