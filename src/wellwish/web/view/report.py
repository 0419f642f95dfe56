"""Report an inappropriate note. All readers can report notes, which does not hide them."""

from collections.abc import Sequence
from typing import Annotated, Any, Final, cast

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from wellwish.base import ids
from wellwish.base.errors import NotFound
from wellwish.base.language import Language, later
from wellwish.contributions import note_visibility
from wellwish.infra.http import Services, fields
from wellwish.infra.http.fields import TextRule
from wellwish.reports.file import file
from wellwish.reports.report import MAX_TEXT, REASONS, Reason
from wellwish.web.kit import form
from wellwish.web.kit.field import Fields
from wellwish.web.kit.page import link_page, paper, peer
from wellwish.web.view.opened import CardView, open_card
from wellwish.web.view.read import PRINTED_NOTES, notes_of, shown
from wellwish.web.view.sheet import Sheet
from wellwish.web.view.show import Show, look

_RULE: Final = TextRule(lines=True)

_NO_FAULT: Final = {"note": "", "reason": "", "text": ""}
_LABELS: Final[dict[Reason, str]] = {
    "hurtful": later("It's hurtful"),
    "private": later("It shares something private"),
    "spam": later("It's advertising, or unrelated to this card"),
    "other": later("Something else"),
}


class _Form(Struct):
    text: Annotated[str, fields.text(MAX_TEXT, "Details of the report.")] = ""


@link_page
async def report(services: Services, request: Request) -> Response:
    """Returns the form; ``?note=`` identifies the note. Raises NotFound."""
    async with services.db.transaction() as tx:
        opened = _may(await open_card(tx, services, request))
        show = await shown(tx, services, request, opened)
        notes = await notes_of(tx, services, show, 0, PRINTED_NOTES)
    given = {"note": request.query_params.get("note", ""), "reason": "", "text": ""}
    return _form(services, request, show, notes, given, _NO_FAULT)


@link_page
async def reported(services: Services, request: Request) -> Response:
    """Stores the report, and redirects to the card. Raises NotFound, ForeignForm, TooManyRequests."""
    services.visits.signings.take(peer(request))
    sent = await form.read(services, request, f"/c/{request.path_params['token']}")
    form.check(sent)
    given = {name: sent.text(name) for name in ("note", "reason")}
    given["text"] = sent.text("text")[: 2 * MAX_TEXT]
    fault = _RULE.fault(given["text"])  # checked first: normalising many marks takes quadratic time
    given["text"] = given["text"] if fault is not None else _RULE.normal(given["text"])
    async with services.db.transaction() as tx:
        opened = _may(await open_card(tx, services, request))
        show = await shown(tx, services, request, opened)
        is_id = ids.is_id("ctb", given["note"])
        is_seen = (
            is_id and await note_visibility.count_notes(tx, opened.row, opened.viewer, only=given["note"]) > 0
        )
        wrong = _faults(given, show.language, is_seen=is_seen)
        is_wrong = any(wrong.values())
        if not is_wrong:
            reporter = services.keys.pseudonym(form.browser(services, request))
            reason = cast("Reason", given["reason"])
            await file(tx, opened.row, given["note"], reporter, reason, given["text"] or None)
        notes = await notes_of(tx, services, show, 0, PRINTED_NOTES) if is_wrong else []
    if is_wrong:
        return _form(services, request, show, notes, given, wrong)
    return RedirectResponse(f"{opened.path}?as={show.layout}&reported", 303)


def _form(
    services: Services,
    request: Request,
    show: Show,
    notes: Sequence[Sheet],
    given: dict[str, str],
    wrong: dict[str, str],
) -> Response:
    opened, language = show.opened, show.language
    browser = form.browser(services, request)
    faults = {name: each for name, each in wrong.items() if each}
    values: dict[str, Any] = {
        "note": next((each for each in notes if each.id == given["note"]), None),
        "choices": notes,
        "chosen": given["note"],
        "reasons": [(reason, language.gettext(_LABELS[reason])) for reason in REASONS],
        "reason": given["reason"],
        "details": Fields(_Form, {"/text": given["text"]}, faults)["/text"],
        "wrong": wrong,
        "form_token": form.token(services, browser, opened.path),
    }
    response = paper(
        request,
        "view/report.html",
        language,
        look(opened),
        status=422 if any(wrong.values()) else 200,
        show=show,
        **values,
    )
    form.remember(services, request, response, browser)
    return response


def _faults(given: dict[str, str], language: Language, *, is_seen: bool) -> dict[str, str]:
    _, wrong = language.gettext, dict(_NO_FAULT)
    if not is_seen:
        wrong["note"] = _("Choose a note.")
    if given["reason"] not in REASONS:
        wrong["reason"] = _("Choose a reason.")
    fault = _RULE.fault(given["text"])
    if fault is not None and fault.code == "too_many_marks":
        wrong["text"] = _("Remove some of the marks above or below the letters")
    elif fault is not None or len(given["text"]) > MAX_TEXT:
        wrong["text"] = _("Use %(count)s characters or fewer.") % {"count": language.number(MAX_TEXT)}
    return wrong


def _may(opened: CardView) -> CardView:
    if opened.is_preview or not opened.is_shown:
        raise NotFound
    return opened
