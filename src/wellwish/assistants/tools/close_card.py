"""Close a card, so that no one can sign it."""

from typing import Annotated, Any, Final

from msgspec import Struct

from wellwish.assistants.assistant import Assistant, Words, words
from wellwish.assistants.plan import Task
from wellwish.cards.card_row import LockedCard
from wellwish.infra.http import Body, DryRun, Trial, line


class Closing(Body, frozen=True, kw_only=True):
    card_id: Annotated[str, line(64, "The card.", required=True)]
    plan: Annotated[str, line(200, "From the call without it.")] | None = None


class Closed(Struct, frozen=True):
    done: bool
    plan: str | None
    title: Words | None
    status: str


def _request(given: Closing) -> dict[str, Any]:
    return {"path": {"card_id": given.card_id}}


def _facts(trial: Trial, dry_run: DryRun) -> Any:
    del dry_run
    return trial.get(LockedCard).version


CLOSE: Final = Task("close_card", "POST /api/cards/{card_id}/close", _request, _facts)


async def close_card(assistant: Assistant, given: Closing) -> Closed:
    if given.plan is None:
        card, plan = await CLOSE.show(assistant, given)
        return Closed(done=False, plan=plan, title=words("organiser", card["title"]), status="open")
    card = await CLOSE.perform(assistant, given, given.plan)
    return Closed(done=True, plan=None, title=words("organiser", card["title"]), status=card["status"])
