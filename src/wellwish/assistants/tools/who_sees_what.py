"""Explain who can see and do what on a card, and why."""

from typing import Annotated, Final

from msgspec import Struct

from wellwish.assistants.assistant import Assistant
from wellwish.infra.http import Body, line, word

_AUDIENCES: Final = ("everyone", "contributor", "recipient", "admin", "owner")


class AccessQuestion(Body, frozen=True, kw_only=True):
    card_id: Annotated[str, line(64, "The card.", required=True)]
    audience: Annotated[str, word(_AUDIENCES, "Whose access.")] = "everyone"


class Permission(Struct, frozen=True):
    what: str
    allowed: bool
    because: str


class Permissions(Struct, frozen=True):
    audience: str
    permissions: list[Permission]


async def who_sees_what(assistant: Assistant, given: AccessQuestion) -> Permissions:
    report = await assistant.call(
        "GET /api/cards/{card_id}/access", path={"card_id": given.card_id}, query={"as": given.audience}
    )
    return Permissions(
        report["audience"],
        [Permission(each["what"], each["allowed"], each["because"]) for each in report["entries"]],
    )
