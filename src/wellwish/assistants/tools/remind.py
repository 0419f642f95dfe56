"""Remind the invitees who have not signed a card."""

from typing import Annotated, Any, Final

from msgspec import Meta, Struct

from wellwish.assistants.assistant import Assistant
from wellwish.assistants.plan import Task
from wellwish.assistants.tools.plan_invitations import MAX_SHOWN, Message, count, facts, messages
from wellwish.infra.http import Body, line


class Reminding(Body, frozen=True, kw_only=True):
    card_id: Annotated[str, line(64, "The card.", required=True)]
    plan: Annotated[str, line(200, "From the call without it.")] | None = None


class Reminded(Struct, frozen=True):
    done: bool
    plan: str | None
    reminded: int
    recipients: Annotated[list[Message], Meta(description=f"Without plan, the first {MAX_SHOWN}.")]
    skipped: dict[str, int]


def _request(given: Reminding) -> dict[str, Any]:
    return {"path": {"card_id": given.card_id}}


REMIND: Final = Task("remind", "POST /api/cards/{card_id}/remind", _request, facts)


async def remind(assistant: Assistant, given: Reminding) -> Reminded:
    if given.plan is None:
        shown, plan = await REMIND.show(assistant, given)
        dry_run = shown["dry_run"]
        people = messages(dry_run["messages"])
        return Reminded(
            done=False, plan=plan, reminded=count(dry_run), recipients=people, skipped=shown["skipped"]
        )
    run = await REMIND.perform(assistant, given, given.plan)
    return Reminded(done=True, plan=None, reminded=run["reminded"], recipients=[], skipped=run["skipped"])
