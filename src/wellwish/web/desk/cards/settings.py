"""The settings of a card: design, texts, people and rules.

The form contains the values that its reader saw. If someone else has saved other values since, the form keeps
the reader's changes, shows the saved value next to each, and takes the saved values of all other fields.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from wellwish.auth.sign_in.session import Session
from wellwish.base.errors import (
    CardState,
    CurrencyFixed,
    InvalidRequest,
    MissingPrivilege,
    NotFound,
    PreconditionFailed,
)
from wellwish.base.language import Language, later
from wellwish.cards.card import Card
from wellwish.designs.templates.template import Template
from wellwish.infra.http import Services
from wellwish.web.desk import kept, standards
from wellwish.web.desk.cards import choices, fields
from wellwish.web.desk.frame import card_paper, find, may
from wellwish.web.desk.guard import call, read_form, signed_in, signed_in_typing
from wellwish.web.kit.form import Form
from wellwish.web.kit.language import choose

_CHANGED: Final = later(
    "Someone saved other settings in the meantime. Your changes are still here, with the saved value at "
    "each. Save again to keep yours."
)
_NOT_NOW: Final = later("The card's state has changed, so its settings can't be changed any more.")
_FIXED: Final = later("The currency can't change any more: money was given or pledged in it.")
_SWITCHES: Final = frozenset(
    {"auto_reminders", "shared_link", "public_read", "add_cash", "restrict_cash"}
)  # fmt: skip


@signed_in
async def settings_page(services: Services, request: Request, session: Session) -> Response:
    """Returns the form. Raises NotFound, MissingPrivilege."""
    card = await _editable(services, request, session)
    found = await kept.find(services, request, session)
    if found is None:
        return await _page(services, request, session, card, fields.values_of(card))
    typed = _typed(found, card)
    if found.text("version") != str(card.version):
        return await _changed(services, request, session, card, typed, found.text("was"))
    return await _page(services, request, session, card, typed, was=found.text("was"), says=found.says)


@signed_in_typing
async def settings_saved(services: Services, request: Request, session: Session) -> Response:
    """Saves the form's changes. Raises NotFound, MissingPrivilege, ForeignForm."""
    sent = await read_form(services, request, session)
    card = await _editable(services, request, session)
    typed = _typed(sent, card)
    if sent.text("draw"):
        return await _page(services, request, session, card, typed, was=sent.text("was"))
    if sent.text("version") != str(card.version):
        return await _changed(services, request, session, card, typed, sent.text("was"))
    given, faults = fields.changes(typed, card)
    if faults:
        said = fields.said(choose(request), faults)
        return await _page(services, request, session, card, typed, faults=said, status=422)
    if given:
        refused = await _save(services, request, session, card, typed, given, was=sent.text("was"))
        if refused is not None:
            return refused
    return RedirectResponse(f"/desk/cards/{card.id}", 303)


def _typed(sent: Form, card: Card) -> fields.Values:
    """Returns the form's fields, with the card's values for fields that the reader may not change."""
    now = fields.values_of(card)
    typed = fields.typed(sent) | {name: now[name] for name in fields.hidden(card) & now.keys()}
    typed["design"] = typed["design"] or now["design"]  # the form does not offer a retired design
    return typed


async def _save(
    services: Services,
    request: Request,
    session: Session,
    card: Card,
    typed: fields.Values,
    given: Mapping[str, Any],
    *,
    was: str,
) -> Response | None:
    """Updates the card; returns the page of a refusal, or None. Raises NotFound, MissingPrivilege."""
    language, said, status, says = choose(request), dict[str, str](), 409, ""
    try:
        await call(
            services,
            request,
            session,
            "PATCH /api/cards/{card_id}",
            path={"card_id": card.id},
            body=given,
            if_match=f'"{card.version}"',
        )
    except PreconditionFailed:
        card = await find(services, request, session)
        return await _changed(services, request, session, card, typed, was)
    except CardState:
        card, says = await find(services, request, session), _NOT_NOW
    except CurrencyFixed:
        said = {"currency": language.gettext(_FIXED)}
    except (InvalidRequest, NotFound) as refusal:
        if not refusal.faults:
            raise
        said, status = fields.said(language, refusal.faults), 422
    else:
        return None
    return await _page(services, request, session, card, typed, faults=said, says=says, status=status)


async def _editable(services: Services, request: Request, session: Session) -> Card:
    card = await find(services, request, session)
    if not may(card, "can_update"):
        raise MissingPrivilege
    return card


async def _changed(
    services: Services, request: Request, session: Session, card: Card, typed: fields.Values, was: str
) -> Response:
    """Returns the form with the reader's changes and the values that others have saved."""
    now, before = fields.values_of(card), _read(was)
    mine = {name for name, value in typed.items() if value != before.get(name, now[name])}
    both = [
        name for name in fields.NAMES if name in mine and now[name] not in (typed[name], before.get(name))
    ]
    kept = now | {name: typed[name] for name in mine}
    return await _page(services, request, session, card, kept, others=both, says=_CHANGED, status=409)


def _read(was: str) -> dict[str, str]:
    try:
        return msgspec.json.decode(was, type=dict[str, str])
    except msgspec.DecodeError:
        return {}


async def _page(
    services: Services,
    request: Request,
    session: Session,
    card: Card,
    values: fields.Values,
    *,
    was: str = "",
    faults: Mapping[str, str] | None = None,
    others: Sequence[str] = (),
    says: str = "",
    status: int = 200,
) -> Response:
    language = choose(request)
    found = await choices.designs(services, request, session)
    rules = choices.rules(language, values)
    now = fields.values_of(card)
    return await card_paper(
        services,
        request,
        session,
        "desk/card_settings.html",
        card,
        status=status,
        says=says,
        values=values,
        was=was or msgspec.json.encode(now).decode(),
        faults=faults or {},
        others={name: _shown(language, name, now[name], rules, found) for name in others},
        hidden=fields.hidden(card),
        occasions=choices.occasions(language, found, values["design"]),
        preview=choices.cover_of(found, values["design"]),
        rules=rules,
        zones=standards.TIME_ZONES,
    )


def _shown(language: Language, name: str, value: str, rules: Mapping[str, Any], found: list[Template]) -> str:
    """Returns a value as the form labels it."""
    if name in _SWITCHES:
        return language.gettext(later("On")) if value else language.gettext(later("Off"))
    if name == "design":
        template_id, _, palette = value.partition(" ")
        names = [each.name for each in found if each.id == template_id]
        return ", ".join([*names, palette])
    return dict(rules.get(name, ())).get(value, value)
