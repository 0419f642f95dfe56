"""Plan a card: show the card that would be created, and issue the plan that permits it."""

from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Struct

from wellwish.assistants.assistant import Assistant, Words, words
from wellwish.assistants.plan import Task
from wellwish.assistants.tools.find_designs import design
from wellwish.infra.http import Body, DryRun, Trial, line

# In a dry run, these members differ from those of the real card; all other members are part of the plan.
_PASSING: Final = ("id", "card_id", "recipients", "sign_url", "view_url", "created_at", "updated_at")


class PlannedCard(Body, frozen=True, kw_only=True):
    title: Annotated[str, line(255, "Title on the card.", required=True)]
    sender: Annotated[str, line(255, "Who it is from.", required=True)]
    recipient: Annotated[str, line(255, "Whom it is for.", required=True)]
    template_id: Annotated[str, line(255, "From find_designs.", required=True)]
    palette: Annotated[str, line(40, "One of the design's.")] | None = None
    contribution_end_date: Annotated[str, line(40, "Last day to sign, YYYY-MM-DD.")] | None = None
    timezone: Annotated[str, line(64, "IANA name.")] | None = None
    auto_reminders: bool = False
    collect_money: Annotated[bool, Meta(description="Signers can chip in.")] = False
    currency: Annotated[str, line(3, "ISO 4217.")] | None = None


class CardPlan(Struct, frozen=True):
    plan: Annotated[str, Meta(description="Plan for create_card with the same arguments.")]
    title: Words | None
    design: str
    cover_url: str | None
    ends_at: str | None
    currency: Annotated[str | None, Meta(description="Null if signers cannot chip in.")]
    cards_left_after: int | None


def _request(given: PlannedCard) -> dict[str, Any]:
    settings = {"add_money": "everyone" if given.collect_money else "nobody", "currency": given.currency}
    return {
        "body": {
            "title": given.title,
            "sender": given.sender,
            "recipient": given.recipient,
            "template_id": given.template_id,
            "palette": given.palette,
            "contribution_end_date": given.contribution_end_date,
            "timezone": given.timezone,
            "auto_reminders": given.auto_reminders,
            "collection": {name: value for name, value in settings.items() if value is not None},
        }
    }


def _facts(trial: Trial, dry_run: DryRun) -> Any:
    del dry_run  # the number of cards left also changes when others create cards
    record: dict[str, Any] = msgspec.to_builtins(trial.record)
    return {name: value for name, value in record.items() if name not in _PASSING}


CREATE: Final = Task("create_card", "POST /api/cards", _request, _facts)


async def plan_card(assistant: Assistant, given: PlannedCard) -> CardPlan:
    card, plan = await CREATE.show(assistant, given)
    templates = await assistant.call("GET /api/templates")
    chosen = next(design(each) for each in templates["data"] if each["template_id"] == card["template_id"])
    return CardPlan(
        plan=plan,
        title=words("organiser", card["title"]),
        design=chosen.name,
        cover_url=chosen.cover_url,
        ends_at=card["contribution_ends_at"],
        currency=card["collection"]["currency"] if given.collect_money else None,
        cards_left_after=card["dry_run"]["cards_remaining"],
    )
