"""Plan invitations: show who would receive a message, and issue the plan that permits this."""

from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Struct

from wellwish.assistants.assistant import Assistant, Words, words
from wellwish.assistants.plan import Task
from wellwish.cards.card_row import HeldCard
from wellwish.infra.http import Body, DryRun, Trial, line, text, word

MAX_INVITEES: Final = 100  # maximum per call: an assistant shows each invitee to its user
MAX_SHOWN: Final = 50


class Person(Struct, frozen=True, kw_only=True):
    delivery_type: Annotated[str, word(("email", "sms", "group"), "How.")]
    delivery_id: Annotated[str, line(255, "Address, or the ID or name of a saved group.", required=True)]
    name: Annotated[str, line(100, "Name.")] | None = None


class PlannedInvitations(Body, frozen=True, kw_only=True):
    card_id: Annotated[str, line(64, "The card.", required=True)]
    invitees: Annotated[list[Person], Meta(min_length=1, max_length=MAX_INVITEES)]
    message: Annotated[str, text(5000, "Message to the invitees.")] | None = None


class Message(Struct, frozen=True):
    to: str
    name: Words | None


class MessagePlan(Struct, frozen=True):
    plan: Annotated[str, Meta(description="Plan for invite with the same arguments.")]
    messages: Annotated[int, Meta(description="Messages that would be sent.")]
    recipients: Annotated[list[Message], Meta(description=f"The first {MAX_SHOWN}.")]
    suppressed: Annotated[
        list[Message], Meta(description="Get nothing: suppressed, or the card's recipient.")
    ]
    warnings: list[str]


def messages(listed: list[dict[str, Any]]) -> list[Message]:
    """Returns the first messages of a dry run."""
    return [Message(each["delivery_id"], words("invitee", each["name"])) for each in listed[:MAX_SHOWN]]


def count(dry_run: dict[str, Any]) -> int:
    return len(dry_run["messages"]) + dry_run["unlisted"]


def warnings(answer: dict[str, Any]) -> list[str]:
    return [each["detail"] for each in answer.get("warnings", [])[:MAX_SHOWN]]


def _request(given: PlannedInvitations) -> dict[str, Any]:
    invitees = [
        {name: value for name, value in msgspec.to_builtins(each).items() if value is not None}
        for each in given.invitees
    ]
    return {"body": {"card_id": given.card_id, "invitees": invitees, "message": given.message}}


def facts(trial: Trial, dry_run: DryRun) -> Any:
    """Returns the version of the card, and the messages with their recipients."""
    return [trial.get(HeldCard).version, msgspec.to_builtins(dry_run)]


INVITE: Final = Task("invite", "POST /api/cards/invitations", _request, facts)


async def plan_invitations(assistant: Assistant, given: PlannedInvitations) -> MessagePlan:
    shown, plan = await INVITE.show(assistant, given)
    dry_run = shown["dry_run"]
    return MessagePlan(
        plan=plan,
        messages=count(dry_run),
        recipients=messages(dry_run["messages"]),
        suppressed=messages(dry_run["suppressed"]),
        warnings=warnings(shown),
    )
