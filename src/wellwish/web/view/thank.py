"""A recipient's thanks to everyone who signed, and to the author of each note."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Final

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from wellwish.base import ids
from wellwish.base.errors import NotFound, Refusal, TooManyRequests
from wellwish.base.language import Language
from wellwish.base.limiter import Key
from wellwish.contributions import note_visibility
from wellwish.infra.db import Tx
from wellwish.infra.http import Services, fields
from wellwish.infra.http.fields import TextRule
from wellwish.media import media
from wellwish.media.media import MAX_DESCRIPTION, MAX_TRANSCRIPT, MediaRow, ThanksKey
from wellwish.thanks.thanks import MAX_TEXT, Said, find_by_card
from wellwish.thanks.write import NewThanks, write
from wellwish.web.kit import form
from wellwish.web.kit.field import Fields
from wellwish.web.kit.file_faults import FILE_FAULTS
from wellwish.web.kit.form import Form
from wellwish.web.kit.multipart import Sizes
from wellwish.web.kit.page import link_page, paper
from wellwish.web.kit.thanks import shown_thanks
from wellwish.web.view.opened import open_card
from wellwish.web.view.read import shown
from wellwish.web.view.sheet import Sheet, sheets
from wellwish.web.view.show import Show, look
from wellwish.web.view.thanks_files import MAX_BYTES, MAX_FILE_BYTES, ThanksFiles, store_files

_RULES: Final = {
    "text": (MAX_TEXT, TextRule(lines=True)),
    "description": (MAX_DESCRIPTION, TextRule()),
    "transcript": (MAX_TRANSCRIPT, TextRule(lines=True)),
}


class _Form(Struct):
    text: Annotated[str, fields.text(MAX_TEXT, "The message.")] = ""
    description: Annotated[str, fields.line(MAX_DESCRIPTION, "Text alternative of the photo.")] = ""
    transcript: Annotated[str, fields.text(MAX_TRANSCRIPT, "Transcript of the recording.")] = ""


class _Page(Struct):
    """The card, the note whose author receives the message, and the stored thanks."""

    show: Show
    note: Sheet | None
    key: ThanksKey
    said: Said | None


@link_page
async def thanks(services: Services, request: Request) -> Response:
    """Returns the form with the stored thanks; ``?note=`` selects the note whose author receives them.

    Raises NotFound unless a recipient uses their own link, or if they may not see the note.
    """
    async with services.db.transaction() as tx:
        page = await _load(tx, services, request, request.query_params.get("note", ""))
    said = page.said
    stored = {
        "text": "" if said is None else said.text,
        "description": next((each.description or "" for each in _media(said) if each.kind == "photo"), ""),
        "transcript": next((each.transcript or "" for each in _media(said) if each.kind == "voice"), ""),
    }
    return _form(services, request, page, stored)


@link_page
async def thank(services: Services, request: Request) -> Response:
    """Stores the thanks, and redirects to the card. Raises NotFound, ForeignForm."""
    over = form.count_signing(services, request)
    binding = f"/c/{request.path_params['token']}"
    sizes = Sizes(total=MAX_BYTES, file=MAX_FILE_BYTES)
    sent = await form.read(services, request, binding, sizes, only_text_for=over)
    try:
        form.check(sent)
        return await _thank(services, request, sent, over)
    finally:
        await sent.close()


async def _thank(services: Services, request: Request, sent: Form, over: Refusal | None) -> Response:
    async with services.db.transaction() as tx:
        page = await _load(tx, services, request, sent.text("note"))
    typed, faults = _typed(sent, page.show.language)
    if over is not None:
        faults["photo"] = FILE_FAULTS[TooManyRequests]
    files = ThanksFiles()
    if not faults:
        row, present = page.show.opened.row, {each.kind: each.source for each in _media(page.said)}
        files = await store_files(services, Key(row.account_id, row.id), page.key, sent, present)
        faults = files.faults
    try:
        if not faults:
            await _write(services, request, sent, typed, files)
            return RedirectResponse(f"{page.show.opened.path}?as={page.show.layout}", 303)
    except BaseException:
        await files.forget(services)
        raise
    await files.forget(services)
    response = _form(services, request, page, typed, faults)
    if over is not None:
        response.status_code = over.status
        response.headers.update(over.headers)
    return response


async def _write(
    services: Services, request: Request, sent: Form, typed: Mapping[str, str], files: ThanksFiles
) -> None:
    """Stores the thanks. Raises NotFound if the link or the note ended while the files were stored."""
    async with services.db.transaction() as tx:
        page = await _load(tx, services, request, sent.text("note"))
        row = page.show.opened.row
        new = NewThanks(**typed, files=files.stored, without=sent.texts("without"))
        await write(tx, services, row.account_id, row.id, page.key, new)


def _typed(sent: Form, language: Language) -> tuple[dict[str, str], dict[str, str]]:
    """Returns the texts of the form, and the errors by field."""
    _ = language.gettext
    typed: dict[str, str] = {}
    faults: dict[str, str] = {}
    for name, (most, rule) in _RULES.items():
        text = sent.text(name)[: 2 * most]
        fault = rule.fault(text)  # checked first: normalising a long sequence of marks takes quadratic time
        typed[name] = text if fault is not None else rule.normal(text)
        if fault is not None and fault.code == "too_many_marks":
            faults[name] = _("Remove some of the marks above or below the letters")
        elif fault is not None or len(typed[name]) > most:
            faults[name] = _("Use %(count)s characters or fewer.") % {"count": language.number(most)}
    return typed, faults


async def _load(tx: Tx, services: Services, request: Request, note_id: str) -> _Page:
    """Raises NotFound unless a recipient uses their own link, or if they may not see the note."""
    opened = await open_card(tx, services, request)
    if not opened.is_own or not opened.is_shown or opened.recipient is None:
        raise NotFound
    show = await shown(tx, services, request, opened)
    note = await _note(tx, services, show, note_id)
    key = ThanksKey(opened.recipient.id, "" if note is None else note.id)
    row = opened.row
    said = await find_by_card(tx, row.account_id, row.id, of_notes=[key.contribution_id])
    return _Page(show, note, key, next((each for each in said if each.key == key), None))


async def _note(tx: Tx, services: Services, show: Show, given: str) -> Sheet | None:
    """Returns the note with this ID; None for "". Raises NotFound if the recipient may not see it."""
    if not given:
        return None
    if not ids.is_id("ctb", given):
        raise NotFound
    opened = show.opened
    found = await note_visibility.find_note(tx, opened.row, opened.viewer, given)
    if found is None:
        raise NotFound
    pictures = await media.find_by_contribution(tx, opened.row.account_id, [found.id])
    [sheet] = sheets([found], pictures, services.keys, show.language, opened.now)
    return sheet


def _media(said: Said | None) -> Sequence[MediaRow]:
    return () if said is None else said.media


def _form(
    services: Services,
    request: Request,
    page: _Page,
    typed: Mapping[str, str],
    faults: Mapping[str, str] | None = None,
) -> Response:
    """Returns the form with its texts and errors. Files have to be chosen again."""
    show, stored = page.show, [] if page.said is None else [page.said]
    browser = form.browser(services, request)
    response = paper(
        request, "view/thanks.html", show.language, look(show.opened), status=422 if faults else 200,
        show=show, note=page.note, file_faults=faults or {},
        form_token=form.token(services, browser, show.opened.path),
        fields=Fields(_Form, {f"/{name}": each for name, each in typed.items()}, faults or {}),
        present=next(iter(shown_thanks(stored, services)), None),
        pending=[each.kind for each in _media(page.said) if each.status == "pending"],
        kinds=[each.kind for each in _media(page.said)],
    )  # fmt: skip
    form.remember(services, request, response, browser)
    return response
