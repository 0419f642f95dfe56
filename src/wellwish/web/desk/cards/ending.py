"""Cancel or delete a card, on a page that explains the effects. Requires a recent sign-in."""

from typing import Any, Final

from msgspec import UNSET
from starlette.responses import Response

from wellwish.base.errors import (
    CardHasMoney,
    CardState,
    IdempotencyKeyReused,
    IdempotencyKeyRunning,
    MissingPrivilege,
    PaymentProviderMissing,
    PreconditionFailed,
)
from wellwish.base.language import Language, later, later_many
from wellwish.cards.card import Card
from wellwish.web.desk.flash import after
from wellwish.web.desk.frame import card_paper, collected, find
from wellwish.web.desk.guard import call, needs_recent, read_form, signed_in
from wellwish.web.desk.visit import Visit
from wellwish.web.kit.language import choose

_SAYS: Final = {
    PreconditionFailed: later("Someone changed this card in the meantime. Check it below, then try again."),
    CardState: later("The card's state has changed, so that isn't possible any more."),
    IdempotencyKeyReused: later("The card's state has changed, so that isn't possible any more."),
    IdempotencyKeyRunning: later("The card's state has changed, so that isn't possible any more."),
    PaymentProviderMissing: later("The money can't be refunded: the account's payment provider was removed."),
}
_NOTES: Final = later_many("%(count)s note", "%(count)s notes")
_INVITATIONS: Final = later_many("%(count)s invitation", "%(count)s invitations")
_TICK: Final = later("Tick the box if you want to erase them.")
_HAS_MONEY: Final = later(
    "The card has money. Return any cash that you have, and mark all cash as not received or not "
    "coming. Then cancel the card with a refund."
)


@signed_in
async def cancel_page(visit: Visit) -> Response:
    """Returns the page for cancelling. Raises NotFound, MissingPrivilege."""
    return await _page(visit, "cancel")


@signed_in
async def card_cancelled(visit: Visit) -> Response:
    """Cancels the card, with refunds if chosen.

    Raises NotFound, MissingPrivilege, OwnerRequired, ForeignForm.
    """
    sent = await read_form(visit)
    refund = sent.text("refund") == "1"
    return await _end(
        visit,
        "cancel",
        name="POST /api/cards/{card_id}/cancel",
        body={"refund": True} if refund else {},
        if_match=f'"{sent.text("version")}"',
        idempotency_key=sent.text("form_key") or None,
    )


@signed_in
async def delete_page(visit: Visit) -> Response:
    """Returns the page for deleting. Raises NotFound, MissingPrivilege."""
    return await _page(visit, "delete")


@signed_in
async def card_deleted(visit: Visit) -> Response:
    """Deletes the card and redirects to the list. A checkbox confirms that notes and invitations are erased.

    Raises NotFound, MissingPrivilege, ForeignForm.
    """
    sent = await read_form(visit)
    card = await find(visit)
    if not _has_money(card) and _erased(choose(visit.request), card) and sent.text("erase") != "1":
        return await _page(visit, "delete", fault=_TICK, status=422)
    return await _end(
        visit,
        "delete",
        name="DELETE /api/cards/{card_id}",
        if_match=f'"{sent.text("version")}"',
    )


async def _end(visit: Visit, action: str, *, name: str, **given: Any) -> Response:
    card_id = visit.request.path_params["card_id"]
    if (confirm := needs_recent(visit.session, f"/desk/cards/{card_id}/{action}")) is not None:
        return confirm
    try:
        await call(visit, name, path={"card_id": card_id}, **given)
    except CardHasMoney:
        return await _page(visit, action, says=_HAS_MONEY, has_money=True, status=409)
    except (
        PreconditionFailed,
        CardState,
        IdempotencyKeyReused,
        IdempotencyKeyRunning,
        PaymentProviderMissing,
    ) as refusal:
        return await _page(visit, action, says=_SAYS[type(refusal)], status=409)
    if action == "delete":
        return after("/desk", "deleted")
    refunds = action == "cancel" and (await find(visit)).status != "cancelled"
    return after(f"/desk/cards/{card_id}", "cancelling" if refunds else "cancelled")


async def _page(
    visit: Visit,
    action: str,
    *,
    says: str = "",
    fault: str = "",
    has_money: bool = False,
    status: int = 200,
) -> Response:
    card = await find(visit)
    if card.role != "owner":
        raise MissingPrivilege
    if (confirm := needs_recent(visit.session, f"/desk/cards/{card.id}/{action}")) is not None:
        return confirm
    return await card_paper(
        visit,
        "desk/card_ending.html",
        card,
        status=status,
        says=says,
        action=action,
        fault=fault,
        wrong={"erase": fault},
        erased=_erased(choose(visit.request), card),
        money=collected(choose(visit.request), card) if _has_money(card) else "",
        has_money=has_money or _has_money(card),
    )


def _erased(language: Language, card: Card) -> str:
    """Returns a description of the data erased with the card, if any."""
    if card.counts is UNSET:
        return ""
    counted = ((_NOTES, card.counts.contributed), (_INVITATIONS, card.counts.invited))
    return language.listed(
        [
            language.ngettext(one, many, count) % {"count": language.number(count)}
            for (one, many), count in counted
            if count
        ]
    )


def _has_money(card: Card) -> bool:
    return card.collected is not UNSET and card.collected.amount > 0
