"""Export or erase the data that the account has about a person: look it up first, then decide.

The address is sent in forms only, never in a query. Creating a request needs a recent sign-in.
"""

from datetime import datetime
from typing import Annotated, Any, Final

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from wellwish.base import clock
from wellwish.base.errors import (
    DataRequestRunning,
    IdempotencyKeyReused,
    IdempotencyKeyRunning,
    InvalidCursor,
    InvalidRequest,
    NotFound,
)
from wellwish.base.language import later
from wellwish.deletions import deletion_request
from wellwish.infra.http import line
from wellwish.privacy.erasures.erasure import DataErasure
from wellwish.privacy.exports.export import DataExport
from wellwish.web.desk import kept_form
from wellwish.web.desk.account.data_words import found_words, kept_words
from wellwish.web.desk.develop.keys import owned_account
from wellwish.web.desk.flash import after
from wellwish.web.desk.guard import (
    call,
    desk_paper,
    needs_recent,
    needs_recent_for,
    read_form,
    signed_in,
    signed_in_typing,
)
from wellwish.web.desk.visit import Visit
from wellwish.web.kit import cookie
from wellwish.web.kit.field import Fields
from wellwish.web.kit.form import Form
from wellwish.web.kit.language import choose

PATH: Final = "/account/privacy"
_ERASE: Final = "POST /api/erasures"
_EXPORT: Final = "POST /api/exports"
_SHOWN: Final = 10
_LONGEST: Final = 254
_INVALID: Final = later("Enter an email address, or a phone number that begins with + and the country code.")
_NO_ADDRESS: Final = later(
    "This person has neither an email address nor a phone number. To erase them, delete the person."
)
_RUNNING: Final = later("A request for this person was still running. Try again.")
_DONE: Final = later("This form has already been sent. Its request is in the list below.")
_TICK: Final = later("Tick the box to erase the data.")


class _Whom(Struct):
    """The form that names a person."""

    address: Annotated[str, line(_LONGEST, "Email address or phone number.", required=True)] = ""


class _Listed(Struct, frozen=True):
    """A request in a list, with its state and the time when it was made."""

    record: DataExport | DataErasure
    at: datetime
    has_expired: bool = False


@signed_in
async def privacy_page(visit: Visit) -> Response:
    """Returns the form and the former requests. Raises OwnerRequired, NotFound for an invalid cursor."""
    if (found := await kept_form.find(visit)) is not None:
        return await _page(visit, found.text("address"), says=found.says)
    return await _page(visit)


@signed_in_typing
async def person_looked_up(visit: Visit) -> Response:
    """Shows what the account has about the person. Raises OwnerRequired, ForeignForm."""
    sent = await read_form(visit)
    if (confirm := await needs_recent_for(visit, PATH, sent)) is not None:
        return confirm
    return await _preview(visit, _named(sent))


@signed_in
async def person_page(visit: Visit) -> Response:
    """Shows what the account has about one of its people. Raises OwnerRequired, NotFound."""
    if (confirm := needs_recent(visit.session, visit.request.url.path)) is not None:
        return confirm
    return await _preview(visit, {"person_id": visit.request.path_params["person_id"]})


@signed_in
async def export_created(visit: Visit) -> Response:
    """Starts an export, once for each form. Raises OwnerRequired, NotFound, ForeignForm."""
    sent = await read_form(visit)
    if (confirm := await needs_recent_for(visit, PATH, sent)) is not None:
        return confirm
    return await _create(visit, _EXPORT, "exports", sent)


@signed_in
async def erasure_created(visit: Visit) -> Response:
    """Starts an erasure, once for each form, if its box is ticked.

    Raises OwnerRequired, NotFound, ForeignForm.
    """
    sent = await read_form(visit)
    if (confirm := await needs_recent_for(visit, PATH, sent)) is not None:
        return confirm
    if sent.text("confirm") != "yes":
        return await _preview(visit, _named(sent), fault=_TICK)
    return await _create(visit, _ERASE, "erasures", sent)


def _named(sent: Form) -> dict[str, str]:
    """Returns the body that names the person of a form."""
    if person_id := sent.text("person_id"):
        return {"person_id": person_id}
    address = sent.text("address").strip()
    return {"email" if "@" in address else "phone": address}


async def _create(visit: Visit, operation: str, kind: str, sent: Form) -> Response:
    whom, key = _named(sent), sent.text("form_key") or None
    try:
        made = await call(visit, operation, body=whom, idempotency_key=key)
    except DataRequestRunning as running:
        return await _see_running(visit, running)
    except InvalidRequest:
        return await _refused(visit, whom)
    except (IdempotencyKeyReused, IdempotencyKeyRunning):
        return await _page(visit, says=_DONE, status=409)
    # The stored response to a form that was sent twice has no record.
    return RedirectResponse(f"{PATH}/{kind}/{msgspec.json.decode(made.body)['id']}", 303)


async def _preview(visit: Visit, whom: dict[str, str], *, fault: str = "") -> Response:
    try:
        found: DataErasure = (await call(visit, _ERASE, body=whom, dry_run=True)).record
    except DataRequestRunning as running:
        return await _see_running(visit, running)
    except InvalidRequest:
        return await _refused(visit, whom)
    language = choose(visit.request)
    return desk_paper(
        visit,
        "desk/privacy_preview.html",
        status=422 if fault else 200,
        address=found.email or found.phone,
        person_id=whom.get("person_id", ""),
        found=found_words(language, found.counts),
        kept=kept_words(language, found.kept),
        is_self=bool(found.counts.members) and found.email == visit.session.email,
        wrong={"confirm": fault},
        fault=fault,
        form_key=cookie.random(),
    )


async def _refused(visit: Visit, whom: dict[str, str]) -> Response:
    if "person_id" in whom:
        return await _page(visit, says=_NO_ADDRESS, status=422)
    return await _page(visit, next(iter(whom.values())), fault=_INVALID, status=422)


async def _see_running(visit: Visit, running: DataRequestRunning) -> Response:
    """Redirects to the unfinished request for the same person."""
    for kind in ("export", "erasure"):
        if (found := running.members.get(f"{kind}_id")) is not None:
            return after(f"{PATH}/{kind}s/{found}", "data_running")
    return await _page(visit, says=_RUNNING, status=409)  # it has ended meanwhile


async def _page(
    visit: Visit, address: str = "", *, fault: str = "", says: str = "", status: int = 200
) -> Response:
    asked = visit.request
    exports = await _listed(visit, "GET /api/exports", {"of": "person"} | _cursor(asked, "exports"))
    erasures = await _listed(visit, "GET /api/erasures", _cursor(asked, "erasures"))
    now = clock.now()
    async with visit.services.db.transaction([owned_account(visit.session)]) as tx:
        deletion = await deletion_request.load(tx, owned_account(visit.session))
    return desk_paper(
        visit,
        "desk/privacy_requests.html",
        status=status,
        address=Fields(_Whom, {"/address": address}, {"address": fault} if fault else {})["/address"],
        exports=[
            _Listed(
                each,
                _at(each),
                each.expires_at is not None and datetime.fromisoformat(each.expires_at) <= now,
            )
            for each in exports.data
        ],
        erasures=[_Listed(each, _at(each)) for each in erasures.data],
        is_deletion_asked=deletion is not None,
        older_exports=exports.next_cursor,
        older_erasures=erasures.next_cursor,
        says=says,
    )


def _at(each: DataExport | DataErasure) -> datetime:
    return datetime.fromisoformat(each.created_at)


def _cursor(request: Request, kind: str) -> dict[str, str]:
    return {"cursor": cursor} if (cursor := request.query_params.get(kind, "")) else {}


async def _listed(visit: Visit, operation: str, cursor: dict[str, str]) -> Any:
    try:
        return (await call(visit, operation, query={"limit": str(_SHOWN), **cursor})).record
    except (InvalidCursor, InvalidRequest) as error:
        raise NotFound from error
