"""A recipient's thanks: a text for all contributors, and one for the author of each note."""

from collections.abc import Mapping
from typing import Annotated, Final

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from wellwish import ids
from wellwish.contributions import note_visibility
from wellwish.db import Tx
from wellwish.errors import NotFound
from wellwish.http import Services, fields
from wellwish.http.fields import TextRule
from wellwish.language import Language
from wellwish.media import media
from wellwish.thanks.thanks import MAX_TEXT, find_by_card
from wellwish.thanks.write import write
from wellwish.web.kit import form
from wellwish.web.kit.field import Field, Fields
from wellwish.web.kit.page import link_page, paper
from wellwish.web.view.opened import CardView, open_card
from wellwish.web.view.read import language_of, shown
from wellwish.web.view.sheet import Sheet, sheets
from wellwish.web.view.show import look

_RULE: Final = TextRule(lines=True)


class _Form(Struct):
    text: Annotated[str, fields.text(MAX_TEXT, "The message to everyone who signed.")] = ""


@link_page
async def thanks(services: Services, request: Request) -> Response:
    """Returns the form with the current text; ``?note=`` names the note whose author gets the message.

    Raises NotFound unless a recipient uses their own link, and for a note that they do not see.
    """
    async with services.db.transaction() as tx:
        opened = _own(await open_card(tx, services, request))
        language = language_of(request, opened)
        show = await shown(tx, services, opened, language)
        note = await _note(tx, services, opened, language, request.query_params.get("note", ""))
        of = "" if note is None else note.id
        said = await find_by_card(tx, opened.row.account_id, opened.row.id, of_notes=[of])
    own = opened.recipient.id if opened.recipient is not None else ""
    text = next((each.text for each in said if (each.recipient_id, each.contribution_id) == (own, of)), "")
    browser = form.browser(services, request)
    token = form.token(services, browser, opened.path)
    response = paper(
        request, "view/thanks.html", language, look(opened),
        show=show, note=note, message=_message(text), form_token=token,
    )  # fmt: skip
    form.remember(services, request, response, browser)
    return response


@link_page
async def thank(services: Services, request: Request) -> Response:
    """Stores the text, and redirects to the card. Raises NotFound, ForeignForm."""
    sent = await form.read(services, request, f"/c/{request.path_params['token']}")
    form.check(sent)
    text = sent.text("text")[: 2 * MAX_TEXT]
    fault = _RULE.fault(text)  # first: normalising a long sequence of marks takes quadratic time
    text = text if fault is not None else _RULE.normal(text)
    is_wrong = len(text) > MAX_TEXT or fault is not None
    async with services.db.transaction() as tx:
        opened = _own(await open_card(tx, services, request))
        language = language_of(request, opened)
        show = await shown(tx, services, opened, language)
        note = await _note(tx, services, opened, language, sent.text("note"))
        if not is_wrong and opened.recipient is not None:
            of = "" if note is None else note.id
            await write(tx, opened.row.account_id, opened.row.id, opened.recipient.id, text, of)
    if not is_wrong:
        return RedirectResponse(f"{opened.path}?as={show.layout}", 303)
    _ = language.gettext
    token = form.token(services, form.browser(services, request), opened.path)
    wrong = _("Use %(count)s characters or fewer.") % {"count": language.number(MAX_TEXT)}
    if fault is not None and fault.code == "too_many_marks":
        wrong = _("Remove some of the marks above or below the letters")
    return paper(
        request, "view/thanks.html", language, look(opened), status=422,
        show=show, note=note, message=_message(text, {"text": wrong}), form_token=token,
    )  # fmt: skip


async def _note(tx: Tx, services: Services, opened: CardView, language: Language, given: str) -> Sheet | None:
    """Returns the note of that id, or None without one. Raises NotFound if the recipient does not see it."""
    if not given:
        return None
    if not ids.is_id("ctb", given):
        raise NotFound
    found = await note_visibility.find_note(tx, opened.row, opened.viewer, given)
    if found is None:
        raise NotFound
    pictures = await media.find_by_contribution(tx, opened.row.account_id, [found.id])
    [sheet] = sheets([found], pictures, services.keys, language, opened.now)
    return sheet


def _message(text: str, faults: Mapping[str, str] | None = None) -> Field:
    return Fields(_Form, {"/text": text}, faults or {})["/text"]


def _own(opened: CardView) -> CardView:
    if not opened.is_own or not opened.is_shown:
        raise NotFound
    return opened
