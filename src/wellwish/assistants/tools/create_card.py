"""Create a planned card."""

from typing import Annotated

from msgspec import Struct

from wellwish.assistants.assistant import Assistant
from wellwish.assistants.tools.plan_card import CREATE, PlannedCard
from wellwish.infra.http import line


class AgreedCard(PlannedCard, frozen=True, kw_only=True):
    plan: Annotated[str, line(200, "From plan_card.", required=True)]


class CreatedCard(Struct, frozen=True):
    card_id: str
    status: str
    ends_at: str | None


async def create_card(assistant: Assistant, given: AgreedCard) -> CreatedCard:
    card = await CREATE.perform(assistant, given, given.plan)
    return CreatedCard(card["card_id"], card["status"], card["contribution_ends_at"])
