"""A new card: design, texts, people and rules on one page."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from wellwish.auth.sign_in.session import Session
from wellwish.base.errors import (
    BundleCapacityExhausted,
    BundleNotActive,
    IdempotencyKeyReused,
    IdempotencyKeyRunning,
    InvalidRequest,
    NoBundleAvailable,
    NotFound,
)
from wellwish.base.language import later
from wellwish.infra.http import Services
from wellwish.web.desk import kept, standards
from wellwish.web.desk.account import accounts
from wellwish.web.desk.cards import choices, fields
from wellwish.web.desk.guard import (
    call,
    desk_paper,
    owners_to_ask,
    read_form,
    signed_in,
    signed_in_typing,
)
from wellwish.web.kit import cookie
from wellwish.web.kit.language import choose

ALREADY: Final = later("This form was already used for a card. Send it again to create another one.")


@signed_in
async def new_page(services: Services, request: Request, session: Session) -> Response:
    """Returns the form; redirects a user without a chosen account to choose one."""
    if session.account_id is None:
        return RedirectResponse(accounts.PATH, 303)
    found = await kept.find(services, request, session)
    if found is not None:
        return await _page(services, request, session, fields.typed(found), says=found.says)
    return await _page(services, request, session, fields.NEW)


@signed_in_typing
async def new_made(services: Services, request: Request, session: Session) -> Response:
    """Creates the card and redirects to it. Resubmitting redirects to the same card. Raises ForeignForm."""
    if session.account_id is None:
        return RedirectResponse(accounts.PATH, 303)
    sent = await read_form(services, request, session)
    typed = fields.typed(sent)
    if sent.text("draw"):
        return await _page(services, request, session, typed)
    given, faults = fields.body_of(typed)
    language = choose(request)
    if faults:
        return await _page(services, request, session, typed, faults=fields.said(language, faults))
    try:
        made = await call(
            services,
            request,
            session,
            "POST /api/cards",
            body=_present(given),
            idempotency_key=sent.text("form_key") or None,
        )
    except (IdempotencyKeyReused, IdempotencyKeyRunning):
        return await _page(services, request, session, typed, says=ALREADY, status=409)
    except (NoBundleAvailable, BundleCapacityExhausted, BundleNotActive):
        return await _page(services, request, session, typed, status=409)
    except (InvalidRequest, NotFound) as refusal:
        said = fields.said(language, refusal.faults)
        return await _page(services, request, session, typed, faults=said)
    return RedirectResponse(f"/desk/cards/{msgspec.json.decode(made.body)['id']}", 303)


def _present(given: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the members without empty ones."""
    kept = {name: value for name, value in given.items() if value not in (None, [])}
    kept["collection"] = {name: value for name, value in given["collection"].items() if value is not None}
    return kept


async def _page(
    services: Services,
    request: Request,
    session: Session,
    values: fields.Values,
    *,
    faults: Mapping[str, str] | None = None,
    says: str = "",
    status: int = 200,
) -> Response:
    language = choose(request)
    found = await choices.designs(services, request, session)
    picked = choices.chosen(found, values["design"])
    return desk_paper(
        services,
        request,
        "desk/card_new.html",
        session,
        language=language,
        status=422 if faults else status,
        says=says,
        **await capacity(services, request, session),
        values={**values, "design": picked.value},
        faults=faults or {},
        others={},
        hidden=frozenset[str](),
        occasions=choices.occasions(language, found, picked.value),
        cover=picked.cover,
        rules=choices.rules(language, values),
        zones=standards.TIME_ZONES,
        form_key=cookie.random(),
    )


async def capacity(
    services: Services, request: Request, session: Session, *, left: int | None = None, needed: int = 1
) -> dict[str, Any]:
    """Returns how many cards the account can still create, and the owners to ask if these are too few."""
    if left is None:
        found = (await call(services, request, session, "GET /api/bundle-purchases/available")).record.data
        left = sum(each.cards_remaining for each in found)
    asks = left < needed and session.role == "member"
    return {"cards_left": left, "owners": await owners_to_ask(services, request, session) if asks else ""}
