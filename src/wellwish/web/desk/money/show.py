"""The money of a card: its chart, payments, pledges, refund requests and handover."""

from collections.abc import Sequence
from typing import Any, Final

from msgspec import UNSET, Struct
from starlette.responses import RedirectResponse, Response

from wellwish.base.errors import (
    CardState,
    ContributionState,
    InvalidCursor,
    InvalidRequest,
    NotFound,
    PaymentProviderMissing,
    PaymentState,
    PreconditionFailed,
    RefundExceedsPayment,
    RefundRequestState,
)
from wellwish.base.language import Language, later
from wellwish.cards.card import Card
from wellwish.cards.handover import Method
from wellwish.contributions.contribution import Contribution
from wellwish.infra.http import Page
from wellwish.payments.payment import Payment
from wellwish.payments.refund_requests.request import RefundRequest
from wellwish.web.desk.flash import after
from wellwish.web.desk.frame import card_paper, find, instant, may
from wellwish.web.desk.guard import call, needs_recent, part, read_form, signed_in
from wellwish.web.desk.money.collected import collected, handed_over
from wellwish.web.desk.money.states import STATES, is_refunding, payment_state
from wellwish.web.desk.visit import Visit
from wellwish.web.kit.language import choose
from wellwish.web.kit.pot import said

_COUNT: Final = 20  # payments per page; each needs a call for its giver's name
_MOST: Final = 50  # pledges and requests per page
METHODS: Final[dict[Method, str]] = {
    "voucher": later("Voucher"),
    "cash": later("Cash"),
    "bank_transfer": later("Bank transfer"),
    "present": later("Present"),
    "other": later("Something else"),
}
_OPERATIONS: Final = {
    "confirm": "POST /api/cards/{card_id}/contributions/{contribution_id}/confirm",
    "drop": "POST /api/cards/{card_id}/contributions/{contribution_id}/drop",
    "approve": "POST /api/refund-requests/{refund_request_id}/approve",
    "refuse": "POST /api/refund-requests/{refund_request_id}/refuse",
}
_CHANGED: Final = later("Someone changed this in the meantime. Check it below, then try again.")
_NOT_NOW: Final = later("The payment or request has changed, so this is no longer possible.")


class Shown(Struct, frozen=True, kw_only=True):
    """A payment, pledge or request as displayed."""

    record: Any
    name: str | None
    amount: str
    state: str
    at: str
    refunded: str = ""
    is_refunding: bool = False
    mismatched: str = ""  # when the provider's data was found to contradict the payment


@signed_in
async def money_page(visit: Visit) -> Response:
    """Returns the money that the reader may see. Raises NotFound."""
    return await page(visit)


@signed_in
async def money_moved(visit: Visit) -> Response:
    """Confirms or drops a pledge, or approves or refuses a refund request. Approval requires a recent
    sign-in. Raises NotFound, MissingPrivilege, OwnerRequired, ForeignForm.
    """
    sent = await read_form(visit)
    card_id, action = visit.request.path_params["card_id"], visit.request.path_params["action"]
    if action not in _OPERATIONS:
        raise NotFound
    back = f"/desk/cards/{card_id}/money"
    if action == "approve" and (confirm := needs_recent(visit.session, back)) is not None:
        return confirm
    record_id = visit.request.path_params["record_id"]
    path = (
        {"card_id": card_id, "contribution_id": record_id}
        if action in ("confirm", "drop")
        else {"refund_request_id": record_id}
    )
    note = sent.text("note").strip()
    try:
        await call(
            visit,
            _OPERATIONS[action],
            path=path,
            body={"note": note} if action == "refuse" and note else {},
            if_match=f'"{sent.text("version")}"',
            idempotency_key=f"{action}-{record_id}-{sent.text('form_key')}"[:64],
        )
    except PreconditionFailed:
        return await page(visit, says=_CHANGED, status=409)
    except InvalidRequest:
        return await page(visit, says=_NOTE_TOO_LONG, status=422)
    except (
        CardState,
        ContributionState,
        PaymentProviderMissing,
        PaymentState,
        RefundExceedsPayment,
        RefundRequestState,
    ):
        return await page(visit, says=_NOT_NOW, status=409)
    return after(back, _DONE[action])


_DONE: Final = {
    "approve": "refunding",
    "refuse": "refused",
    "confirm": "received",
    "drop": "dropped",
}
_NOTE_TOO_LONG: Final = later("The note to the giver is too long. Nothing was changed.")


async def page(visit: Visit, *, says: str = "", status: int = 200) -> Response:
    card = await find(visit)
    language, cursor = choose(visit.request), visit.request.query_params.get("cursor", "")
    owns = card.role == "owner"
    try:
        listed = await _payments(visit, card, cursor) if owns else None
        pledges = await _contributions(visit, card, "cash")
        gifts = None if owns else await _contributions(visit, card, "online")
    except (InvalidCursor, InvalidRequest):
        return RedirectResponse(f"/desk/cards/{card.id}/money", 303)
    asked: Sequence[RefundRequest] = []
    if owns and visit.session.role == "owner":
        asked = await _requests(visit, card)
    names = await _names(visit, card, [] if listed is None else listed.data, asked)
    handed = card.handover or None
    money = await part(collected(visit, card, language))
    return await card_paper(
        visit,
        "desk/money.html",
        card,
        status=status,
        says=says,
        money=money or None,
        lacks_figure=money is UNSET,
        owns=owns,
        may_refund=owns and visit.session.role == "owner",
        may_settle=may(card, "can_update") and card.status in ("open", "closed"),
        payments=[] if listed is None else [_paid(language, card, each, names) for each in listed.data],
        next_url=listed and listed.next_cursor and f"/desk/cards/{card.id}/money?cursor={listed.next_cursor}",
        requests=[_asked(language, card, each, names) for each in asked],
        pledges=[_given(language, card, each) for each in pledges.data],
        pledges_url=pledges.next_cursor and f"/desk/cards/{card.id}/money?cash={pledges.next_cursor}",
        gifts=[] if gifts is None else [_given(language, card, each) for each in gifts.data],
        gifts_url=gifts and gifts.next_cursor and f"/desk/cards/{card.id}/money?online={gifts.next_cursor}",
        handed=handed,
        handed_amount=handed_over(language, card),
        handed_how=language.gettext(METHODS[handed.method]) if handed else "",
        handed_at=instant(language, handed.handed_over_at, card.timezone) if handed else "",
        may_hand_over=owns and card.status == "closed",
    )


async def _payments(visit: Visit, card: Card, cursor: str) -> Page[Payment]:
    query = {"limit": str(_COUNT), **({"cursor": cursor} if cursor else {})}
    operation, path = "GET /api/cards/{card_id}/payments", {"card_id": card.id}
    found: Page[Payment] = (await call(visit, operation, path=path, query=query)).record
    return found


async def _requests(visit: Visit, card: Card) -> Sequence[RefundRequest]:
    query = {"limit": str(_MOST), "status": "open", "card_id": card.id}
    found: Page[RefundRequest] = (await call(visit, "GET /api/refund-requests", query=query)).record
    return found.data


async def _contributions(visit: Visit, card: Card, method: str) -> Page[Contribution]:
    operation, path = "GET /api/cards/{card_id}/contributions", {"card_id": card.id}
    cursor = visit.request.query_params.get(method, "")
    query = {"limit": str(_MOST), "method": method, **({"cursor": cursor} if cursor else {})}
    found: Page[Contribution] = (await call(visit, operation, path=path, query=query)).record
    return found


async def _names(
    visit: Visit,
    card: Card,
    payments: Sequence[Payment],
    requests: Sequence[RefundRequest],
) -> dict[str, str | None]:
    """Returns the givers' names by contribution, with a call for each contribution of the page."""
    operation = "GET /api/cards/{card_id}/contributions/{contribution_id}"
    given = {each.contribution_id for each in (*payments, *requests) if each.contribution_id is not None}
    names: dict[str, str | None] = {}
    for contribution_id in given:
        path = {"card_id": card.id, "contribution_id": contribution_id}
        names[contribution_id] = (await call(visit, operation, path=path)).record.name
    return names


def _paid(language: Language, card: Card, each: Payment, names: dict[str, str | None]) -> Shown:
    return Shown(
        record=each,
        name=names.get(each.contribution_id or ""),
        amount=said(language, each.amount),
        state=payment_state(language, each),
        at=instant(language, each.created_at, card.timezone),
        is_refunding=is_refunding(each),
        refunded=said(language, each.refunded) if each.refunded.amount else "",
        mismatched=instant(language, each.mismatched_at, card.timezone) if each.mismatched_at else "",
    )


def _asked(language: Language, card: Card, each: RefundRequest, names: dict[str, str | None]) -> Shown:
    return Shown(
        record=each,
        name=names.get(each.contribution_id),
        amount=said(language, each.amount),
        state="",
        at=instant(language, each.created_at, card.timezone),
    )


def _given(language: Language, card: Card, each: Contribution) -> Shown:
    gift = each.money
    return Shown(
        record=each,
        name=each.name,
        amount="" if gift is None or gift.amount is None else said(language, gift.amount),
        state="" if gift is None else language.gettext(STATES[gift.status]),
        at=instant(language, each.created_at, card.timezone),
    )
