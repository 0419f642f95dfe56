"""The saved groups of the account: the list, and a new group."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct
from starlette.responses import RedirectResponse, Response

from wellwish.base.errors import (
    ExternalIdExists,
    Fault,
    GroupNameExists,
    IdempotencyKeyReused,
    IdempotencyKeyRunning,
    InvalidCursor,
    InvalidRequest,
    TooManyGroupMembers,
    TooManyGroups,
    TooManyRequests,
)
from wellwish.base.language import Language, later
from wellwish.groups.group import CHANNEL, MAX_MEMBERS, PEOPLE, Member
from wellwish.web.desk.flash import after
from wellwish.web.desk.guard import call, desk_paper, read_form, signed_in
from wellwish.web.desk.people import members, people_field
from wellwish.web.desk.people.people_field import FILE_BYTES, MAX_BYTES, Given
from wellwish.web.desk.visit import Visit
from wellwish.web.kit import cookie
from wellwish.web.kit.form import Form
from wellwish.web.kit.language import choose
from wellwish.web.kit.multipart import Sizes
from wellwish.web.lists.person import Person

PATH: Final = "/desk/groups"
_COUNT: Final = 50  # groups on a page
_FAULTS_SHOWN: Final = 20
_NAME_LENGTH: Final = 255
_NAME: Final = later("Enter a name of 1 to 255 characters.")
_URL: Final = later("Enter the https address that Slack or Teams shows for its incoming webhook.")
_TOO_MANY: Final = later("A group can have at most 10,000 members.")
_LIMIT: Final = later("This would exceed the account's limit on groups or members.")
_OF_FIELDS: Final = {"name": _NAME, "webhook_url": _URL}
TAKEN: Final = later("Another group already has this name.")


class Typed(Struct, frozen=True, kw_only=True):
    """The fields of the form; ``people`` contains the list of members."""

    name: str = ""
    kind: str = PEOPLE
    webhook_url: str = ""
    people: str = ""


@signed_in
async def groups_page(visit: Visit) -> Response:
    """Returns a page of groups, the newest first."""
    if visit.session.account_id is None:
        return RedirectResponse("/account/choose", 303)
    cursor = visit.request.query_params.get("cursor", "")
    query = {"limit": str(_COUNT), **({"cursor": cursor} if cursor else {})}
    try:
        found = (await call(visit, "GET /api/groups", query=query)).record
    except (InvalidCursor, InvalidRequest):
        return RedirectResponse(PATH, 303)
    return desk_paper(
        visit,
        "desk/groups.html",
        groups=found.data,
        next_url=found.next_cursor and f"{PATH}?cursor={found.next_cursor}",
        is_first=not cursor,
    )


@signed_in
async def group_new(visit: Visit) -> Response:
    """Returns the empty form."""
    if visit.session.account_id is None:
        return RedirectResponse("/account/choose", 303)
    kind = CHANNEL if visit.request.query_params.get("kind") == CHANNEL else PEOPLE
    return form_page(visit, Typed(kind=kind))


@signed_in
async def group_created(visit: Visit) -> Response:
    """Checks the list, returns to the form, or creates the group, once for each form.

    Raises ForeignForm, BodyTooLarge.
    """
    sent = await read_form(visit, Sizes(total=MAX_BYTES, file=FILE_BYTES + 1))
    language = choose(visit.request)
    try:
        typed, people = await read_group(sent, language)
    finally:
        await sent.close()
    if people.wrong or sent.text("step") == "edit":
        status = 422 if people.wrong else 200
        return form_page(visit, typed, people.wrong, status=status)
    if needs_check(sent, people):
        return check_page(visit, typed, people)
    body: dict[str, Any] = {"name": typed.name, "kind": typed.kind}
    listed = members.distinct(people.found.people)
    if typed.kind == CHANNEL:
        body["webhook_url"] = typed.webhook_url or None
    else:
        body["members"] = members.read(listed)
    key = sent.text("form_key") or None
    try:
        made = await call(visit, "POST /api/groups", body=body, idempotency_key=key)
    except (InvalidRequest, *REFUSED) as refusal:
        wrong = wrong_of(language, refusal, listed)
        return form_page(visit, typed, wrong, status=refusal.status)
    except (IdempotencyKeyReused, IdempotencyKeyRunning):
        return RedirectResponse(PATH, 303)
    return after(f"{PATH}/{msgspec.json.decode(made.body)['id']}", "saved")


async def read_group(sent: Form, language: Language, known: Sequence[Member] = ()) -> tuple[Typed, Given]:
    """Returns the typed fields and the list of members, including the members in the chosen file.

    ``known`` are the members of the existing group.
    """
    people = await people_field.read_given(
        sent,
        MAX_MEMBERS,
        language,
        language.gettext(_TOO_MANY),
        restore=lambda found: members.restored(found, known),
    )
    typed = Typed(
        name=" ".join(sent.text("name").split()),
        kind=CHANNEL if sent.text("kind") == CHANNEL else PEOPLE,
        webhook_url=sent.text("webhook_url").strip(),
        people=people.text,
    )
    if typed.kind == PEOPLE and not 0 < len(typed.name) <= _NAME_LENGTH:
        people.wrong.setdefault("name", language.gettext(_NAME))
    return typed, people


def needs_check(sent: Form, people: Given) -> bool:
    """Returns whether the list has to be shown before it is saved."""
    return sent.text("step") != "save" and bool(people.found.people or people.found.problems)


def check_page(
    visit: Visit,
    typed: Typed,
    people: Given,
    group: Any = None,
    version: Any = "",
) -> Response:
    """Returns the page that shows the members, up to ``members.SHOWN``, and the problems before saving."""
    language, found = choose(visit.request), people.found
    listed = members.distinct(found.people)
    problems = people_field.shown(language, people)
    return desk_paper(
        visit,
        "desk/group_check.html",
        typed=typed,
        group=group,
        version=version,
        action=f"{PATH}/{group.id}/save" if group is not None else f"{PATH}/new",
        form_key=cookie.random(),
        chunks=people.chunks,
        problems=problems,
        hidden_problems=found.hidden_problems,
        unused_columns=found.unused_columns,
        rows=members.shown(listed, has_lines=people.has_lines),
        count=len(listed),
        more=max(0, len(listed) - members.SHOWN),
        doubles=len(found.people) - len(listed),
        wrong_count=len(problems) + found.hidden_problems,
    )


# The template's values for a new group.
_OF_NEW: Final[dict[str, Any]] = {
    "group": None, "others": {}, "says": "", "version": "", "is_large": False, "rows": (), "more": 0,
}  # fmt: skip
REFUSED: Final = (GroupNameExists, ExternalIdExists, TooManyGroups, TooManyGroupMembers, TooManyRequests)


def wrong_of(language: Language, refusal: InvalidRequest | Any, people: Sequence[Person]) -> dict[str, str]:
    """Returns a message for each field that the operation refused."""
    if isinstance(refusal, GroupNameExists):
        return {"name": language.gettext(TAKEN)}
    if isinstance(refusal, TooManyGroups | TooManyGroupMembers):
        return {"people": language.gettext(_LIMIT)}
    faults: list[Fault] = list(refusal.faults)
    wrong: dict[str, str] = {}
    for fault in faults:
        field = fault.pointer.split("/")[1] if fault.pointer else ""
        if field in _OF_FIELDS:
            wrong.setdefault(field, language.gettext(_OF_FIELDS[field]))
    if lines := list(members.refused(language, people, faults)):
        wrong["people"] = "\n".join(lines[:_FAULTS_SHOWN])
    return wrong or {"name": refusal.detail or ""}


def form_page(
    visit: Visit,
    typed: Typed,
    wrong: dict[str, str] | None = None,
    *,
    status: int = 200,
    **values: Any,
) -> Response:
    """Returns the form of a new group, or of the existing ``group``."""
    return desk_paper(
        visit,
        "desk/group.html",
        status=status,
        typed=typed,
        wrong=wrong or {},
        form_key=cookie.random(),
        **{**_OF_NEW, **values},
    )


def typed_of(name: str, kind: str, webhook_url: str | None, listed: list[Member]) -> Typed:
    """Returns the fields of an existing group, without the members of a large one."""
    people = members.write(listed) if len(listed) <= members.SHOWN else ""
    return Typed(name=name, kind=kind, webhook_url=webhook_url or "", people=people)
