"""Correct the address of an invitation."""

from typing import Annotated, Any

from msgspec import Struct

from wellwish.assistants.assistant import Assistant, Words, words
from wellwish.assistants.plan import changed, opened, seal
from wellwish.base.errors import PreconditionFailed
from wellwish.infra.http import Body, line


class Fix(Body, frozen=True, kw_only=True):
    invite_id: Annotated[str, line(64, "From card_status.", required=True)]
    delivery_id: Annotated[str, line(255, "The right address.", required=True)]
    plan: Annotated[str, line(200, "From the call without it.")] | None = None


class Fixed(Struct, frozen=True):
    done: bool
    plan: str | None
    invite_id: str
    name: Words | None
    to: str
    status: str


async def fix_invitation(assistant: Assistant, given: Fix) -> Fixed:
    path = {"invite_id": given.invite_id}
    current = await assistant.call("GET /api/cards/invitations/{invite_id}", path=path)
    if given.plan is None:
        return _fixed(current, seal(assistant, "fix_invitation", given, current["version"]))
    agreed = opened(assistant, "fix_invitation", given, given.plan)
    if current["delivery_id"] == given.delivery_id:  # a repeat of the call
        return _fixed(current, None)
    agreed(current["version"])
    try:
        fixed = await assistant.call(
            "PATCH /api/cards/invitations/{invite_id}",
            path=path,
            body={"delivery_id": given.delivery_id},
            if_match=f'"{current["version"]}"',
        )
    except PreconditionFailed as refusal:  # the invitation was changed after it was read
        raise changed() from refusal
    return _fixed(fixed, None)


def _fixed(invitation: dict[str, Any], plan: str | None) -> Fixed:
    return Fixed(
        done=plan is None,
        plan=plan,
        invite_id=invitation["invite_id"],
        name=words("invitee", invitation["name"]),
        to=invitation["delivery_id"],
        status=invitation["status"],
    )
