"""Copy a card: keep its settings, set another title and end, and omit its people."""

from collections.abc import Mapping

import msgspec
from starlette.responses import Response

from wellwish.base.errors import (
    BundleCapacityExhausted,
    BundleNotActive,
    IdempotencyKeyReused,
    IdempotencyKeyRunning,
    InvalidRequest,
    MissingPrivilege,
    NoBundleAvailable,
    NotFound,
)
from wellwish.web.desk import kept_form
from wellwish.web.desk.cards import choices, fields
from wellwish.web.desk.cards.new import ALREADY, capacity
from wellwish.web.desk.flash import after
from wellwish.web.desk.frame import card_paper, find
from wellwish.web.desk.guard import call, read_form, signed_in, signed_in_typing
from wellwish.web.desk.visit import Visit
from wellwish.web.kit.language import choose


@signed_in
async def another_page(visit: Visit) -> Response:
    """Returns the form. Raises NotFound, MissingPrivilege."""
    found = await kept_form.find(visit)
    if found is not None:
        return await _page(visit, fields.typed(found), says=found.says)
    return await _page(visit, None)


@signed_in_typing
async def another_made(visit: Visit) -> Response:
    """Creates the card and redirects to it. Resubmitting the form redirects to the same card.

    Raises NotFound, MissingPrivilege, ForeignForm.
    """
    sent = await read_form(visit)
    typed = fields.typed(sent)
    body = {"title": typed["title"], "contribution_end_date": typed["end_day"]}
    if typed["design"]:
        body["template_id"] = typed["design"].partition(" ")[0]
    try:
        made = await call(
            visit,
            "POST /api/cards/{card_id}/duplicate",
            path={"card_id": visit.request.path_params["card_id"]},
            body={name: value for name, value in body.items() if value},
            idempotency_key=sent.text("form_key") or None,
        )
    except (IdempotencyKeyReused, IdempotencyKeyRunning):
        return await _page(visit, typed, says=ALREADY, status=409)
    except (NoBundleAvailable, BundleCapacityExhausted, BundleNotActive):
        return await _page(visit, typed, status=409)
    except (InvalidRequest, NotFound) as refusal:
        if not refusal.faults:
            raise
        said = fields.said(choose(visit.request), refusal.faults)
        return await _page(visit, typed, faults=said, status=422)
    return after(f"/desk/cards/{msgspec.json.decode(made.body)['id']}", "copied")


async def _page(
    visit: Visit,
    typed: fields.Values | None,
    *,
    faults: Mapping[str, str] | None = None,
    says: str = "",
    status: int = 200,
) -> Response:
    card = await find(visit)
    if card.role != "owner":
        raise MissingPrivilege
    found = await choices.designs(visit)
    is_retired = all(each.id != card.template_id for each in found)
    values = typed or {**fields.NEW, "title": card.title}
    return await card_paper(
        visit,
        "desk/card_another.html",
        card,
        status=status,
        says=says,
        **await capacity(visit),
        values=values,
        faults=faults or {},
        others={},
        hidden=frozenset[str](),
        rules={},
        occasion="",
        picked=None,
        occasions=choices.occasions(choose(visit.request), found, values["design"]) if is_retired else [],
    )
