"""Record, change or delete the handover of a card's collected money."""

from typing import Any, Final

from starlette.responses import Response

from wellwish.base.errors import (
    CardHandedOver,
    CardState,
    HandoverExceedsCollected,
    InvalidRequest,
    MissingPrivilege,
    NotFound,
    PreconditionFailed,
)
from wellwish.base.language import later
from wellwish.cards.handover import METHODS
from wellwish.cards.handovers.create import NewHandover
from wellwish.web.desk.flash import after
from wellwish.web.desk.frame import card_paper, find
from wellwish.web.desk.guard import call, read_form, signed_in
from wellwish.web.desk.money.show import METHODS as NAMES
from wellwish.web.desk.visit import Visit
from wellwish.web.kit.amount import amount_of, no_amount, written
from wellwish.web.kit.field import Fields, by_id
from wellwish.web.kit.language import choose
from wellwish.web.kit.pot import said

_CHANGED: Final = later("Someone changed this card in the meantime. Check it below, then try again.")
_NOT_NOW: Final = later("The card's state has changed, so that isn't possible any more.")
_TOO_MUCH: Final = later("That is more than the card has collected.")
_FAULTS: Final = {
    "amount": _TOO_MUCH,
    "method": later("Choose how the recipient got the money."),
    "note": later("The note is too long."),
    "url": later("Enter a link that starts with https://."),
}

_CREATE: Final = "POST /api/cards/{card_id}/handover"
_UPDATE: Final = "PATCH /api/cards/{card_id}/handover"
_DELETE: Final = "DELETE /api/cards/{card_id}/handover"


@signed_in
async def handover_form(visit: Visit) -> Response:
    """Returns the form with the current handover. Raises NotFound, MissingPrivilege."""
    return await _page(visit)


@signed_in
async def handed_over(visit: Visit) -> Response:
    """Records or changes the handover, or deletes it with ``action=delete``.

    Raises NotFound, MissingPrivilege, ForeignForm.
    """
    sent = await read_form(visit)
    card = await find(visit)
    typed = {name: sent.text(name).strip() for name in ("method", "amount", "note", "url")}
    is_deleted = sent.text("action") == "delete"
    name = _DELETE if is_deleted else _UPDATE if card.handover else _CREATE
    body: dict[str, Any] = {}
    if not is_deleted:
        language, currency = choose(visit.request), card.collection.currency
        amount = amount_of(typed["amount"], currency, language)
        if not amount:
            says = no_amount(language, currency)
            return await _page(visit, typed, faults={"amount": says})
        if typed["method"] not in METHODS:
            return await _page(visit, typed, faults={"method": _FAULTS["method"]})
        body = {
            "method": typed["method"],
            "amount": amount,
            "note": typed["note"] or None,
            "url": typed["url"] or None,
        }
    try:
        await call(
            visit,
            name,
            path={"card_id": card.id},
            body=body,
            if_match=f'"{sent.text("version")}"',
        )
    except HandoverExceedsCollected:
        return await _page(visit, typed, faults={"amount": _TOO_MUCH})
    except InvalidRequest as refusal:
        faults = {name: _FAULTS.get(name, text) for name, text in by_id(refusal.faults).items()}
        return await _page(visit, typed, faults=faults)
    except PreconditionFailed:
        return await _page(visit, typed, says=_CHANGED)
    except (CardHandedOver, CardState, NotFound):
        return await _page(visit, typed, says=_NOT_NOW)
    return after(f"/desk/cards/{card.id}/money", "handed_over")


async def _page(
    visit: Visit,
    typed: dict[str, str] | None = None,
    *,
    says: str = "",
    faults: dict[str, str] | None = None,
) -> Response:
    card = await find(visit)
    if card.role != "owner":
        raise MissingPrivilege
    language, handed = choose(visit.request), card.handover or None
    if typed is None:
        amount = (handed.amount if handed else None) or card.collected or None
        typed = {
            "method": handed.method if handed else "",
            "amount": written(language, amount) if amount and amount.amount > 0 else "",
            "note": (handed.note if handed else None) or "",
            "url": (handed.url if handed else None) or "",
        }
    return await card_paper(
        visit,
        "desk/handover.html",
        card,
        status=409 if says else 422 if faults else 200,
        says=says,
        handed=handed,
        can_hand_over=card.status == "closed" or (handed is not None and card.status == "open"),
        collected=said(language, card.collected) if card.collected else "",
        methods=[(value, language.gettext(NAMES[value])) for value in METHODS],
        method=typed["method"],
        method_fault=(faults or {}).get("method", ""),
        amount=typed["amount"],
        amount_fault=(faults or {}).get("amount", ""),
        fields=Fields(NewHandover, {"/note": typed["note"], "/url": typed["url"]}, faults or {}),
    )
