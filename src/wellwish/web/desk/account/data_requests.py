"""An export or an erasure of a person's data: its progress, its file or its receipt."""

from datetime import datetime
from typing import Any, Final

import msgspec
from starlette.responses import RedirectResponse, Response

from wellwish.base import clock
from wellwish.base.errors import ExportNotReady, NotFound
from wellwish.privacy.erasures.erasure import DataErasure
from wellwish.privacy.exports.export import DataExport
from wellwish.web.desk.account.account_export import PATH as ACCOUNT
from wellwish.web.desk.account.data_words import found_words, kept_words
from wellwish.web.desk.account.privacy import PATH
from wellwish.web.desk.download import download
from wellwish.web.desk.guard import call, desk_paper, signed_in
from wellwish.web.desk.visit import Visit
from wellwish.web.kit.language import choose
from wellwish.web.kit.page import HEADERS

_ERASURE: Final = "GET /api/erasures/{erasure_id}"


@signed_in
async def export_page(visit: Visit) -> Response:
    """Returns its progress and, once completed, the link to its file. Raises OwnerRequired, NotFound."""
    record: DataExport = (await call(visit, "GET /api/exports/{export_id}", path=_path(visit))).record
    if record.counts is None:  # an export of the account
        return RedirectResponse(ACCOUNT, 303)
    expires_at = _time(record.expires_at)
    return desk_paper(
        visit,
        "desk/privacy_export.html",
        record=record,
        found=found_words(choose(visit.request), record.counts),
        expires_at=expires_at,
        has_expired=expires_at is not None and expires_at <= clock.now(),
    )


@signed_in
async def export_downloaded(visit: Visit) -> Response:
    """Returns the file, or the page if there is none. Raises OwnerRequired, NotFound."""
    try:
        return await download(visit, "GET /api/exports/{export_id}/file", path=_path(visit))
    except ExportNotReady:
        return RedirectResponse(f"{PATH}/exports/{visit.request.path_params['export_id']}", 303)


@signed_in
async def erasure_page(visit: Visit) -> Response:
    """Returns its progress and, once it is completed, the receipt. Raises OwnerRequired, NotFound."""
    record: DataErasure = (await call(visit, _ERASURE, path=_path(visit))).record
    text: dict[str, Any] = {} if record.receipt is None else msgspec.json.decode(record.receipt.text)
    language = choose(visit.request)
    return desk_paper(
        visit,
        "desk/privacy_erasure.html",
        record=record,
        found=found_words(language, record.counts),
        kept=kept_words(language, record.kept),
        finished_at=_time(record.finished_at),
        backups_end_at=_time(text.get("backups_end_at")),
    )


@signed_in
async def receipt_downloaded(visit: Visit) -> Response:
    """Returns the erasure with its receipt as JSON, which `ww receipt verify` reads.

    Raises OwnerRequired, and NotFound without a receipt.
    """
    result = await call(visit, _ERASURE, path=_path(visit))
    if result.record.receipt is None:
        raise NotFound
    headers = {
        "Content-Disposition": f'attachment; filename="{result.record.id}.json"',
        "Referrer-Policy": HEADERS["Referrer-Policy"],
    }
    return Response(result.body, 200, headers, "application/json")


def _path(visit: Visit) -> dict[str, str]:
    return dict(visit.request.path_params)


def _time(given: str | None) -> datetime | None:
    return None if given is None else datetime.fromisoformat(given)
