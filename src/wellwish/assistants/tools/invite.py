"""Invite the planned people."""

from collections import Counter
from typing import Annotated

from msgspec import Struct

from wellwish.assistants.assistant import Assistant
from wellwish.assistants.tools.plan_invitations import INVITE, PlannedInvitations, warnings
from wellwish.infra.http import line


class AgreedInvitations(PlannedInvitations, frozen=True, kw_only=True):
    plan: Annotated[str, line(200, "From plan_invitations.", required=True)]


class Invited(Struct, frozen=True):
    invite_ids: list[str]
    statuses: dict[str, int]
    warnings: list[str]


async def invite(assistant: Assistant, given: AgreedInvitations) -> Invited:
    made = await INVITE.perform(assistant, given, given.plan)
    invitations = {each["invite_id"]: each["status"] for each in made["data"]}
    return Invited([*invitations], dict(Counter(invitations.values())), warnings(made))
