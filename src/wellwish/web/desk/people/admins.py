"""The admins of a card: add them, change their privileges, remove them."""

from collections.abc import Mapping
from typing import Any, Final

from msgspec import UNSET, structs
from starlette.responses import Response

from wellwish.base.errors import (
    CardAdminExists,
    CardState,
    IdempotencyKeyReused,
    IdempotencyKeyRunning,
    InvalidRequest,
    MissingPrivilege,
    NotFound,
    PreconditionFailed,
    Refusal,
    TooManyCardAdmins,
)
from wellwish.base.language import Language, later
from wellwish.cards.access import EVERYTHING, Privilege
from wellwish.cards.admins.admin import CardAdmin
from wellwish.cards.card import Card
from wellwish.web.desk.flash import after
from wellwish.web.desk.frame import card_paper, find, may
from wellwish.web.desk.guard import call, read_form, signed_in
from wellwish.web.desk.visit import Visit
from wellwish.web.kit.form import Form
from wellwish.web.kit.language import choose

_LIST: Final = "GET /api/card-admins/card/{card_id}"
_ADD: Final = "POST /api/card-admins"
_SAVE: Final = "PUT /api/card-admins/{card_admin_id}"
_REMOVE: Final = "DELETE /api/card-admins/{card_admin_id}"
_SWITCHES: Final = {
    "can_update": later("Edit the card, close and reopen it, and review notes"),
    "invite_contributors": later("Invite people to sign"),
    "admin_management": later("Add and remove organisers"),
}
_STATUSES: Final = {"invited": later("Hasn't opened the card yet"), "active": later("Active")}
_IS_ADMIN: Final = later("This person is already an organiser of the card.")
_INVALID: Final = later("Enter a valid email address.")
_CHANGED: Final = later(
    "Someone changed this organiser in the meantime. Check the current permissions, then try again."
)
_SAYS: Final[dict[type[Refusal], str]] = {
    CardState: later("The card's state has changed, so that isn't possible any more."),
    TooManyCardAdmins: later("The card has reached its limit of organisers."),
    PreconditionFailed: _CHANGED,
    IdempotencyKeyReused: _CHANGED,
    IdempotencyKeyRunning: _CHANGED,
}


@signed_in
async def admins_page(visit: Visit) -> Response:
    """Returns the admins. Raises NotFound, MissingPrivilege."""
    return await _page(visit)


@signed_in
async def admin_added(visit: Visit) -> Response:
    """Adds an admin, once for each form. Raises NotFound, MissingPrivilege, ForeignForm."""
    sent = await read_form(visit)
    card = await find(visit)
    if not may(card, "admin_management"):
        raise MissingPrivilege
    typed = {name: " ".join(sent.text(name).split()) for name in ("email", "name")}
    body = {
        "card_id": card.id,
        **{name: text for name, text in typed.items() if text},
        "privilege": _chosen(sent),
    }
    key = sent.text("form_key") or None
    try:
        await call(visit, _ADD, body=body, idempotency_key=key)
    except (InvalidRequest, CardAdminExists) as refusal:
        wrong = {"email": _IS_ADMIN if isinstance(refusal, CardAdminExists) else _INVALID}
        given = {**typed, **_chosen(sent)}
        return await _page(visit, new=given, wrong=wrong, status=refusal.status)
    except tuple(_SAYS) as refusal:
        says = _SAYS[type(refusal)]
        return await _page(visit, new={**typed, **_chosen(sent)}, says=says, status=409)
    return after(_path(card), "admin_added")


@signed_in
async def admin_changed(visit: Visit) -> Response:
    """Changes an admin's privileges or removes the admin, according to the pressed button.

    Raises NotFound, MissingPrivilege, ForeignForm.
    """
    sent = await read_form(visit)
    card = await find(visit)
    path, chosen = {"card_admin_id": visit.request.path_params["card_admin_id"]}, _chosen(sent)
    if sent.text("step") == "remove":
        try:
            await call(visit, _REMOVE, path=path)
            await find(visit)
        except NotFound:  # already removed, or the reader's own access has ended
            return after("/desk", "admin_removed")
        return after(_path(card), "admin_removed")
    tag = f'"{sent.text("version")}"'
    try:
        await call(visit, _SAVE, path=path, body={"privilege": chosen}, if_match=tag)
    except PreconditionFailed:
        found = {each.id: each for each in await _admins(visit, card)}
        current = found.get(path["card_admin_id"])
        if current is not None and structs.asdict(current.privilege) == chosen:
            return after(_path(card), "saved")
        typed = {path["card_admin_id"]: chosen}
        return await _page(visit, typed=typed, says=_CHANGED, status=409)
    return after(_path(card), "saved")


def _chosen(sent: Form) -> dict[str, bool]:
    return {name: sent.text(name) == "yes" for name in _SWITCHES}


def _path(card: Card) -> str:
    return f"/desk/cards/{card.id}/admins"


async def _admins(visit: Visit, card: Card) -> list[CardAdmin]:
    result = await call(visit, _LIST, path={"card_id": card.id})
    return result.record.data


async def _page(
    visit: Visit,
    *,
    new: Mapping[str, Any] | None = None,
    typed: Mapping[str, Mapping[str, bool]] | None = None,
    wrong: Mapping[str, str] | None = None,
    says: str = "",
    status: int = 200,
) -> Response:
    card, language = await find(visit), choose(visit.request)
    admins = await _admins(visit, card)
    mine = EVERYTHING if card.privilege is UNSET else card.privilege
    return await card_paper(
        visit,
        "desk/admins.html",
        card,
        status=status,
        says=says,
        base=_path(card),
        admins=[_shown(language, each, mine, (typed or {}).get(each.id)) for each in admins],
        may_add=card.status not in ("archived", "cancelled"),
        switches={name: language.gettext(label) for name, label in _SWITCHES.items() if getattr(mine, name)},
        new={"email": "", "name": "", **dict.fromkeys(_SWITCHES, False), **(new or {})},
        wrong=wrong or {},
    )


def _shown(
    language: Language, admin: CardAdmin, mine: Privilege, typed: Mapping[str, bool] | None
) -> dict[str, Any]:
    """Returns an admin for the template. Only a reader who has all of an admin's privileges can change any of
    them.
    """
    current = structs.asdict(admin.privilege)
    held = [language.gettext(label) for name, label in _SWITCHES.items() if current[name]]
    return {
        "admin": admin,
        "status": language.gettext(_STATUSES.get(admin.status, _STATUSES["active"])),
        "chosen": typed or current,
        "held": held,
        "is_typed": typed is not None,
        "may_change": mine.covers(admin.privilege),
    }
