"""Create cards from a list: the form, a page that checks each line, and the outcome.

The form of the second page contains the typed text, so that the server stores nothing between the pages.
"""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct
from starlette.responses import RedirectResponse, Response

from wellwish.base.errors import (
    IdempotencyKeyReused,
    IdempotencyKeyRunning,
    InvalidRequest,
    NoBundleAvailable,
    NotFound,
    TooManyRequests,
)
from wellwish.base.language import later
from wellwish.cards.batches.batch import MAX_CARDS
from wellwish.web.desk import kept_form, standards
from wellwish.web.desk.account import accounts
from wellwish.web.desk.cards import choices, lines
from wellwish.web.desk.cards.new import capacity
from wellwish.web.desk.guard import call, desk_paper, read_form, signed_in, signed_in_typing
from wellwish.web.desk.people.people_field import NO_TEXT, TOO_WIDE
from wellwish.web.desk.visit import Visit
from wellwish.web.kit import cookie
from wellwish.web.kit.form import Form
from wellwish.web.kit.language import choose
from wellwish.web.kit.multipart import Sizes
from wellwish.web.lists import cards as listed
from wellwish.web.lists.cards import Cards
from wellwish.web.lists.day import ORDERS
from wellwish.web.lists.decode import NotTextError, decode
from wellwish.web.lists.header import CARD_COLUMNS
from wellwish.web.lists.person import TooWideError
from wellwish.web.lists.table import MOST_COLUMNS

PATH: Final = "/desk/cards/batch"
FILE_BYTES: Final = 256 * 1024
_MAX_BYTES: Final = FILE_BYTES + 1024 * 1024  # for the file and the typed text
_TOO_LARGE: Final = later("The file is larger than 256 KB.")
_TOO_MANY: Final = later("Create at most 200 cards at a time.")
_NONE: Final = later("Enter at least one card.")
_CHANGED: Final = later("No card was created, because something has changed. Check the list again.")
_MANY: Final = later("That was too much at once. Your list is still here: try again in a minute.")
_FAILED: Final = {
    "no_bundle_available": later("No card was created: the bundles had too few cards left for all of them."),
    "not_found": later("No card was created: a design is no longer available."),
    "invalid_request": later("No card was created: a closing date has passed in the meantime."),
}
_FAILED_OTHERWISE: Final = later("No card was created because of an error on our side. Try again.")


class Typed(Struct, frozen=True, kw_only=True):
    """The fields of the form. ``uses`` and ``order`` control how ``lists.cards`` reads the list."""

    sender: str = ""
    timezone: str = ""
    cards: str = ""
    uses: Mapping[int, str] = {}
    order: str = ""

    def shared(self) -> dict[str, str]:
        return {"sender": self.sender, "timezone": self.timezone}


@signed_in
async def batch_page(visit: Visit) -> Response:
    """Returns the form, empty or kept during sign-in; without a chosen account, redirects to choose one."""
    if visit.session.account_id is None:
        return RedirectResponse(accounts.PATH, 303)
    found = await kept_form.find(visit)
    if found is not None:
        typed, _ = await _typed(found)
        return await _form(visit, typed, says=found.says)
    return await _form(visit, Typed())


@signed_in_typing
async def batch_sent(visit: Visit) -> Response:
    """Checks the list, returns to the form, or creates the cards of the checked list.

    Resubmitting the form has no effect. Raises ForeignForm, BodyTooLarge.
    """
    if visit.session.account_id is None:
        return RedirectResponse(accounts.PATH, 303)
    sent = await read_form(visit, Sizes(total=_MAX_BYTES, file=FILE_BYTES + 1))
    try:
        typed, wrong = await _typed(sent)
        return await _answer(visit, sent, typed, wrong)
    finally:
        await sent.close()


@signed_in
async def batch_shown(visit: Visit) -> Response:
    """Returns the outcome, or the progress on a page that reloads itself. Raises NotFound."""
    path = {"card_batch_id": visit.request.path_params["card_batch_id"]}
    name = "GET /api/card-batches/{card_batch_id}"
    batch = (await call(visit, name, path=path)).record
    says = "" if batch.status != "failed" else _FAILED.get(batch.status_reason, _FAILED_OTHERWISE)
    return desk_paper(visit, "desk/batch.html", batch=batch, failed=says)


async def _typed(sent: Form) -> tuple[Typed, dict[str, str]]:
    """Returns the typed fields, with the text of the chosen file, and the errors by field."""
    wrong: dict[str, str] = {}
    text, file = sent.text("cards").strip(), sent.file("file")
    if file is not None:
        raw = await file.read()
        if len(raw) > FILE_BYTES:
            wrong["file"] = _TOO_LARGE
        else:
            try:
                text = "\n".join(filter(None, (text, (await asyncio.to_thread(decode, raw)).strip())))
            except NotTextError:
                wrong["file"] = NO_TEXT
    typed = Typed(
        sender=sent.text("sender").strip(),
        timezone=sent.text("timezone").strip(),
        cards=text,
        uses=_uses(sent),
        order=sent.text("order") if sent.text("order") in ORDERS else "",
    )
    return typed, wrong


def _uses(sent: Form) -> dict[int, str]:
    """Returns the meanings assigned to unknown columns by index, sent as ``3:end``."""
    given = [each.partition(":") for each in sent.texts("use")]
    known = (*listed.COLUMNS, listed.UNUSED)
    return {
        int(index): meant
        for index, _, meant in given
        if index.isascii() and index.isdigit() and len(index) < 4 and meant in known
    }


async def _answer(visit: Visit, sent: Form, typed: Typed, wrong: dict[str, str]) -> Response:
    found, language = Cards(), choose(visit.request)
    try:
        found = await asyncio.to_thread(
            listed.read, typed.cards, MAX_CARDS, uses=typed.uses, order=typed.order
        )
    except TooWideError:
        wrong.setdefault("cards", language.gettext(TOO_WIDE) % {"count": language.number(MOST_COLUMNS)})
    else:
        if len(found.cards) > MAX_CARDS:
            wrong.setdefault("cards", _TOO_MANY)
        elif not found.cards and not wrong:
            wrong["cards"] = _NONE
    if wrong or sent.text("step") == "edit":
        return await _form(visit, typed, wrong, status=422 if wrong else 200)
    designs = await choices.designs(visit)
    body = lines.body_of(found.cards, designs, typed.shared())
    is_clear = not found.unknown and not any(each.faults for each in found.cards)
    try:
        if sent.text("step") == "create" and is_clear:
            batch_id = await _create(visit, body, sent.text("form_key"))
            if batch_id is not None:
                return RedirectResponse(f"{PATH}/{batch_id}", 303)

        async def check(given: dict[str, Any]) -> Any:
            return (await call(visit, "POST /api/card-batches/check", body=given)).record

        rows, faults, left = await lines.examine(check, body, found.cards, designs, language)
    except TooManyRequests as refusal:
        return await _form(visit, typed, says=_MANY, status=refusal.status)
    if faults:
        return await _form(visit, typed, faults, status=422)
    says = _CHANGED if sent.text("step") == "create" else ""
    return await _checked(visit, typed, found, rows, left, says=says)


async def _create(visit: Visit, body: dict[str, Any], form_key: str) -> str | None:
    """Returns the ID of the batch; None if the list has to be checked again."""
    try:
        made = await call(visit, "POST /api/card-batches", body=body, idempotency_key=form_key or None)
    except (InvalidRequest, NotFound, NoBundleAvailable, IdempotencyKeyReused, IdempotencyKeyRunning):
        return None
    return msgspec.json.decode(made.body)["id"]


async def _checked(
    visit: Visit,
    typed: Typed,
    found: Cards,
    rows: Sequence[lines.Row],
    left: int,
    *,
    says: str,
) -> Response:
    bad, language = sum(bool(row.faults) for row in rows), choose(visit.request)
    return desk_paper(
        visit,
        "desk/batch_check.html",
        status=409 if says else 422 if bad else 200,
        says=says,
        typed=typed,
        rows=sorted(rows, key=lambda row: (not row.faults, not row.twice)),
        bad=bad,
        unknown=found.unknown,
        unused=found.unused,
        uses=lines.uses(language, found),
        ambiguous=found.ambiguous,
        orders=lines.orders(language, found),
        **await capacity(visit, left=left, needed=len(rows)),
        form_key=cookie.random(),
    )


async def _form(
    visit: Visit,
    typed: Typed,
    wrong: Mapping[str, str] | None = None,
    *,
    says: str = "",
    status: int = 200,
) -> Response:
    language = choose(visit.request)
    found = await choices.designs(visit)
    return desk_paper(
        visit,
        "desk/batch_form.html",
        language=language,
        status=status,
        says=says,
        typed=typed,
        wrong=wrong or {},
        **await capacity(visit),
        occasions=choices.occasions(language, found, ""),
        zones=standards.TIME_ZONES,
        columns=[language.gettext(each) for each in CARD_COLUMNS.values()],
    )
