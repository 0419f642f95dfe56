"""Add a note to a card in someone's name, as the card's owner."""

from base64 import b64encode
from typing import Any, Final

import msgspec
from starlette.responses import Response

from wellwish.base.errors import (
    CardClosed,
    CardFull,
    CardState,
    IdempotencyKeyReused,
    IdempotencyKeyRunning,
    InvalidRequest,
    MissingPrivilege,
    NotFound,
    Refusal,
)
from wellwish.base.language import later
from wellwish.contributions.note import PAPERS, NewContribution
from wellwish.web.desk import kept_form
from wellwish.web.desk.flash import after
from wellwish.web.desk.frame import card_paper, find
from wellwish.web.desk.guard import call, read_form, signed_in, signed_in_typing
from wellwish.web.desk.visit import Visit
from wellwish.web.kit.field import Fields, by_id
from wellwish.web.kit.file_faults import file_fault
from wellwish.web.kit.form import Form
from wellwish.web.kit.language import choose
from wellwish.web.kit.multipart import Sizes

_PAPERS: Final = {
    "cream": later("Cream"),
    "blush": later("Blush"),
    "butter": later("Butter"),
    "mint": later("Mint"),
    "sky": later("Sky"),
    "lilac": later("Lilac"),
}
_IDS: Final = {"/note/text": "text", "/name": "name"}
_EMPTY: Final = {
    "text": later("Please write something."),
    "name": later("Whose note is it? Enter a name."),
}
_KINDS: Final = ("photo", "voice")
_MAX_BYTES: Final = 26 * 1024 * 1024  # for a photo of 20 MB, a recording and the rest of the form
_MAX_FILE_BYTES: Final = 20 * 1024 * 1024 + 1  # longer files are truncated, and refused for their size
_NOT_NOW: Final = later("The card isn't accepting any more notes. Nothing was saved.")


@signed_in
async def note_form(visit: Visit) -> Response:
    """Returns the form. Raises NotFound, MissingPrivilege."""
    found = await kept_form.find(visit)
    if found is not None:
        return await _page(visit, _values(found), says=found.says)
    return await _page(visit, {})


@signed_in_typing
async def note_written(visit: Visit) -> Response:
    """Adds the note, once for each form. Raises NotFound, MissingPrivilege, ForeignForm."""
    sent = await read_form(visit, Sizes(total=_MAX_BYTES, file=_MAX_FILE_BYTES))
    try:
        return await _written(visit, sent)
    finally:
        await sent.close()


async def _written(visit: Visit, sent: Form) -> Response:
    card_id = visit.request.path_params["card_id"]
    values = _values(sent)
    media, faults = await _uploaded(visit, sent)
    if faults:
        return await _page(visit, values, media=media, faults=faults, status=422)
    try:
        await call(
            visit,
            "POST /api/cards/{card_id}/contributions",
            path={"card_id": card_id},
            body=_body(sent, media),
            idempotency_key=sent.text("form_key") or None,
        )
    except InvalidRequest as refusal:
        faults = by_id(refusal.faults, _IDS)
        faults = {
            name: text if values.get(name, "x").strip() else _EMPTY[name] for name, text in faults.items()
        }
        return await _page(visit, values, media=media, faults=faults, status=422)
    except (CardClosed, CardFull, CardState, IdempotencyKeyReused, IdempotencyKeyRunning):
        return await _page(visit, values, media=media, says=_NOT_NOW, status=409)
    return after(f"/desk/cards/{card_id}/notes", "published")


async def _uploaded(visit: Visit, sent: Form) -> tuple[list[str], dict[str, str]]:
    """Uploads the form's files; returns the IDs of earlier and new uploads, and the errors by field."""
    media, faults = sent.texts("media"), dict[str, str]()
    for kind in _KINDS:
        chosen = sent.file(kind)
        if chosen is None:
            continue
        content = await chosen.read()
        is_gif = kind == "photo" and content.startswith(b"GIF8")
        body = {"kind": "gif" if is_gif else kind, "content": b64encode(content).decode()}
        if kind == "photo" and sent.text("description").strip():
            body["description"] = sent.text("description").strip()
        try:
            result = await call(
                visit,
                "POST /api/cards/{card_id}/media",
                path={"card_id": visit.request.path_params["card_id"]},
                body=body,
                idempotency_key=f"{sent.text('form_key')}-{kind}" if sent.text("form_key") else None,
            )
        except (CardClosed, CardState):
            break  # adding the note will fail for the same reason and show it
        except (MissingPrivilege, NotFound):
            raise
        except Refusal as refusal:
            faults[kind] = file_fault(refusal)
        else:
            media.append(str(msgspec.json.decode(result.body)["id"]))
    return media, faults


def _values(sent: Form) -> dict[str, str]:
    return {name: sent.text(name) for name in ("name", "text", "paper", "visibility", "description")}


def _body(sent: Form, media: list[str]) -> dict[str, Any]:
    note = {
        "text": sent.text("text"),
        "paper": sent.text("paper") or "cream",
        "visibility": sent.text("visibility") or "everyone",
        "media": media,
    }
    return {"note": note, "name": sent.text("name") or None}


async def _page(
    visit: Visit,
    values: dict[str, str],
    *,
    says: str = "",
    media: list[str] | None = None,
    faults: dict[str, str] | None = None,
    status: int = 200,
) -> Response:
    card = await find(visit)
    if card.role != "owner":
        raise MissingPrivilege
    language = choose(visit.request)
    pointers = {pointer: values.get(name, "") for pointer, name in _IDS.items()}
    return await card_paper(
        visit,
        "desk/note_new.html",
        card,
        status=status,
        says=says,
        fields=Fields(NewContribution, pointers, faults or {}, _IDS),
        faults=faults or {},
        media=media or [],
        description=values.get("description", ""),
        papers=[(name, language.gettext(_PAPERS[name])) for name in PAPERS],
        paper=values.get("paper") or "cream",
        visibility=values.get("visibility") or "everyone",
    )
