"""A person's data: show, download and erase it, in the browser that used the link."""

import json
from typing import Final

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from wellwish.delivery.wording.receipt import shown
from wellwish.infra.http import Services
from wellwish.privacy import export as exports
from wellwish.privacy import request as people_request
from wellwish.privacy.account_record import Confirmation, Contribution
from wellwish.privacy.person import parse_person
from wellwish.web.desk.guard import read_signed_out_form, signed_out_paper
from wellwish.web.desk.money.states import STATES
from wellwish.web.desk.privacy.ask import BINDING, COOKIE, UNCACHED
from wellwish.web.kit import cookie
from wellwish.web.kit.language import choose
from wellwish.web.kit.page import public

_SHOWN: Final = 20  # maximum rows shown of each kind; the file contains all rows


@public
async def data(services: Services, request: Request) -> Response:
    """Returns the data, or a waiting page while the search is running."""
    found = await _found(services, request)
    return _away() if found is None else await _page(services, request, found)


async def _page(
    services: Services, request: Request, found: people_request.Request, *, fault: bool = False
) -> Response:
    person, language = parse_person(found.email), choose(request)
    is_ready = found.searched_at is not None
    accounts = await exports.load(services, person, found.accounts) if is_ready else []

    def price(each: Contribution | Confirmation) -> str:
        return shown(language, each.money_amount or 0, each.money_currency or "")

    def state(each: Confirmation) -> str:
        return language.gettext(STATES[each.money_status])

    return signed_out_paper(
        services,
        request,
        "desk/privacy_data.html",
        binding=BINDING,
        status=422 if fault else 200,
        headers=UNCACHED,
        email=found.email,
        is_ready=is_ready,
        accounts=accounts,
        shown=_SHOWN,
        fault=fault,
        price=price,
        state=state,
        has_anonymous=any(each.anonymous for account in accounts for each in account.contributions),
    )


@public
async def export(services: Services, request: Request) -> Response:
    """Returns the data as a JSON file."""
    found = await _found(services, request)
    if found is None or found.searched_at is None:
        return _away()
    person = parse_person(found.email)
    accounts = await exports.load(services, person, found.accounts)
    text = json.dumps(exports.record(person, accounts), ensure_ascii=False, indent=2)
    headers = {**UNCACHED, "Content-Disposition": 'attachment; filename="wellwish-data.json"'}
    return Response(text, 200, headers, "application/json")


@public
async def erase(services: Services, request: Request) -> Response:
    """Queues the erasure once, if the person has confirmed it. Raises ForeignForm."""
    sent = await read_signed_out_form(services, request, binding=BINDING)
    found = await _found(services, request)
    browser = cookie.read(services, request, COOKIE)
    if found is None or browser is None:
        return _away()
    if sent.text("confirm") != "yes":
        return await _page(services, request, found, fault=True)
    async with services.db.transaction() as tx:
        with_anonymous = sent.text("anonymous") == "now"
        await people_request.ask_erasure(tx, services.keys, browser, with_anonymous=with_anonymous)
    response = RedirectResponse("/privacy/erased", 303)
    cookie.drop(services, response, COOKIE)
    return response


@public
async def erased(services: Services, request: Request) -> Response:
    """Returns the page after a request for erasure."""
    return signed_out_paper(services, request, "desk/privacy_erased.html", binding=BINDING)


async def _found(services: Services, request: Request) -> people_request.Request | None:
    browser = cookie.read(services, request, COOKIE)
    if browser is None:
        return None
    async with services.db.statement() as tx:
        return await people_request.find_by_browser(tx, services.keys, browser)


def _away() -> Response:
    return RedirectResponse("/privacy", 303, UNCACHED)
