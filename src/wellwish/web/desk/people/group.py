"""One saved group: change its name and members, invite its new members, delete it."""

from typing import Any, Final

import msgspec
from msgspec import UNSET, structs
from starlette.responses import Response

from wellwish.base.errors import InvalidRequest, NotFound, PreconditionFailed, TooManyRequests
from wellwish.base.language import later
from wellwish.groups.group import CHANNEL, PEOPLE, TEAM, Group, Member
from wellwish.web.desk.flash import after
from wellwish.web.desk.guard import call, read_form, signed_in
from wellwish.web.desk.people import members
from wellwish.web.desk.people.groups import (
    PATH,
    REFUSED,
    Typed,
    check_page,
    form_page,
    needs_check,
    read_group,
    typed_of,
    wrong_of,
)
from wellwish.web.desk.people.people_field import FILE_BYTES, MAX_BYTES
from wellwish.web.desk.visit import Visit
from wellwish.web.kit.form import Form
from wellwish.web.kit.language import choose
from wellwish.web.kit.multipart import Sizes

_RETRIEVE: Final = "GET /api/groups/{group_id}"
_CHANGED: Final = later("Someone changed the group in the meantime. Compare it with yours, then save again.")
_LOT: Final = later("That was too much at once. Try again in a minute.")
_SAYS: Final = {409: _CHANGED, 429: _LOT}


@signed_in
async def group_page(visit: Visit) -> Response:
    """Returns the form of the group. Raises NotFound."""
    return await _page(visit, await _find(visit))


@signed_in
async def group_changed(visit: Visit) -> Response:
    """Saves the group, invites its new members or deletes it, according to the action in the path.

    Raises NotFound, ForeignForm, BodyTooLarge.
    """
    sent = await read_form(visit, Sizes(total=MAX_BYTES, file=FILE_BYTES + 1))
    action = visit.request.path_params["action"]
    path, tag = {"group_id": visit.request.path_params["group_id"]}, f'"{sent.text("version")}"'
    try:
        if action == "save":
            return await _save(visit, sent, tag)
    finally:
        await sent.close()
    if action == "sync":
        return await _sync(visit, sent.text("form_key") or None)
    if action != "delete":
        raise NotFound
    try:
        await call(visit, "DELETE /api/groups/{group_id}", path=path, if_match=tag)
    except PreconditionFailed:
        group = await _find(visit)
        return await _page(visit, group, status=409)
    return after(PATH, "group_deleted")


async def _find(visit: Visit) -> Group:
    path = {"group_id": visit.request.path_params["group_id"]}
    found: Group = (await call(visit, _RETRIEVE, path=path)).record
    return found


async def _save(visit: Visit, sent: Form, tag: str) -> Response:
    """Saves the group, or first shows a changed list for confirmation."""
    group = await _find(visit)
    stored = _members(group)
    typed, people = await read_group(sent, choose(visit.request), stored)
    if people.wrong or sent.text("step") == "edit":
        status = 422 if people.wrong else 200
        return await _page(visit, group, typed=typed, wrong=people.wrong, tag=tag, status=status)
    typed = structs.replace(typed, kind=group.kind)
    listed = members.distinct(people.found.people)
    body: dict[str, Any] = {"name": typed.name}
    if group.kind == CHANNEL:
        body["webhook_url"] = typed.webhook_url or None
    elif group.kind == PEOPLE and (typed.people or group.members_count <= members.SHOWN):
        is_new = people.found.problems or members.read(listed) != members.read(members.people(stored))
        if is_new and needs_check(sent, people):
            return check_page(visit, typed, people, group, tag.strip('"'))
        body["members"] = members.read(listed)
    path = {"group_id": group.id}
    try:
        await call(visit, "PATCH /api/groups/{group_id}", path=path, body=body, if_match=tag)
    except PreconditionFailed:
        return await _page(visit, group, typed=typed, status=409)
    except (InvalidRequest, *REFUSED) as refusal:
        wrong = wrong_of(choose(visit.request), refusal, listed)
        return await _page(visit, group, typed=typed, wrong=wrong, tag=tag, status=refusal.status)
    return after(f"{PATH}/{group.id}", "saved")


async def _sync(visit: Visit, key: str | None) -> Response:
    path = {"group_id": visit.request.path_params["group_id"]}
    name = "POST /api/groups/{group_id}/sync"
    try:
        found = await call(visit, name, path=path, idempotency_key=key)
    except TooManyRequests:
        group = await _find(visit)
        return await _page(visit, group, status=429)
    count = len(msgspec.json.decode(found.body)["data"])
    page = f"{PATH}/{path['group_id']}"
    return after(page, "synced", count) if count else after(page, "synced_none")


def _members(group: Group) -> list[Member]:
    return [] if group.members is UNSET else group.members


async def _page(
    visit: Visit,
    group: Group,
    *,
    typed: Typed | None = None,
    wrong: dict[str, str] | None = None,
    tag: str = "",
    status: int = 200,
) -> Response:
    """Returns the form; after a conflict, it shows the saved values next to the typed ones."""
    says = "" if wrong else _SAYS.get(status, "")
    listed = _members(group)
    stored = typed_of(group.name, group.kind, group.webhook_url, listed)
    rows = members.shown(members.people(listed), has_lines=False) if group.kind == TEAM else []
    others = {
        name: getattr(stored, name)
        for name in ("name", "webhook_url", "people")
        if says == _CHANGED and typed is not None and getattr(typed, name) != getattr(stored, name)
    }
    return form_page(
        visit,
        typed or stored,
        wrong,
        status=status,
        group=group,
        others=others,
        says=says,
        version=tag.strip('"') or group.version,
        rows=rows,
        more=max(0, len(listed) - members.SHOWN),
        is_large=group.members_count > members.SHOWN,
    )
