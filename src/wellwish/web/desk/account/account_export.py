"""Export all data of the account: start, follow the progress, download the archive."""

from datetime import datetime
from typing import Final

from msgspec import Struct
from starlette.responses import RedirectResponse, Response

from wellwish.base import clock
from wellwish.base.errors import (
    DataRequestRunning,
    ExportNotReady,
    IdempotencyKeyReused,
    IdempotencyKeyRunning,
)
from wellwish.privacy.exports.export import DataExport
from wellwish.web.desk.download import download
from wellwish.web.desk.guard import call, desk_paper, needs_recent, read_form, signed_in
from wellwish.web.desk.visit import Visit
from wellwish.web.kit import cookie
from wellwish.web.kit.language import choose

PATH: Final = "/account/privacy/account"


class _Shown(Struct, frozen=True):
    """The newest export; ``done`` and ``total`` are numbers of records."""

    record: DataExport
    done: int
    total: int
    expires_at: datetime | None
    is_ready: bool


@signed_in
async def account_export_page(visit: Visit) -> Response:
    """Returns the newest export of the account, and a button to start one. Raises OwnerRequired."""
    found = (await call(visit, "GET /api/exports", query={"of": "account", "limit": "1"})).record
    newest = next((_shown(each) for each in found.data), None)
    language = choose(visit.request)
    return desk_paper(
        visit,
        "desk/privacy_account.html",
        export=newest,
        done="" if newest is None else language.number(newest.done),
        total="" if newest is None else language.number(newest.total),
        form_key=cookie.random(),
    )


@signed_in
async def account_export_started(visit: Visit) -> Response:
    """Starts an export, unless one is running. Raises OwnerRequired, ForeignForm."""
    sent = await read_form(visit)
    if (confirm := needs_recent(visit.session, PATH)) is not None:
        return confirm
    try:
        key = sent.text("form_key") or None
        await call(visit, "POST /api/exports", body={"of": "account"}, idempotency_key=key)
    except (DataRequestRunning, IdempotencyKeyReused, IdempotencyKeyRunning):
        pass  # the page shows the running one
    return RedirectResponse(PATH, 303)


@signed_in
async def account_export_downloaded(visit: Visit) -> Response:
    """Returns the archive, or the page if there is none. Raises OwnerRequired, NotFound."""
    path = {"export_id": visit.request.path_params["export_id"]}
    try:
        return await download(visit, "GET /api/exports/{export_id}/archive", path=path)
    except ExportNotReady:
        return RedirectResponse(PATH, 303)


def _shown(record: DataExport) -> _Shown:
    kinds = record.records or []
    expires_at = None if record.expires_at is None else datetime.fromisoformat(record.expires_at)
    is_ready = record.status == "completed" and expires_at is not None and expires_at > clock.now()
    return _Shown(
        record, sum(each.done for each in kinds), sum(each.total for each in kinds), expires_at, is_ready
    )
