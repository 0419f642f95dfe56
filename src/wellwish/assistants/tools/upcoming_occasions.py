"""List the next occasions of people, each with its card or the reason why it has none."""

from datetime import timedelta
from typing import Annotated, Any

from msgspec import Meta, Struct

from wellwish.assistants.assistant import Assistant, Words
from wellwish.base import clock
from wellwish.infra.http import Body, whole


class OccasionQuestion(Body, frozen=True, kw_only=True):
    days: Annotated[int, whole(1, 91, "Days ahead.")] = 31
    limit: Annotated[int, whole(1, 100, "Maximum number of occasions to return.")] = 30


class UpcomingOccasion(Struct, frozen=True):
    person: Words
    occasion: str
    date: str
    opens_on: str
    closes_on: str
    years: int | None
    signers: int
    state: Annotated[str, Meta(description="planned, made, or why there is no card.")]
    card_id: str | None


class UpcomingOccasions(Struct, frozen=True):
    occasions: list[UpcomingOccasion]
    has_more: bool


async def upcoming_occasions(assistant: Assistant, given: OccasionQuestion) -> UpcomingOccasions:
    """Omits occasions that people have declined, because an assistant could reveal them. Declined occasions
    come last in the list, so one additional result shows whether more occasions follow.
    """
    until = clock.data_now().date() + timedelta(days=given.days)
    query = {"until": until.isoformat(), "limit": str(given.limit + 1)}
    found = await assistant.call("GET /api/occasions", query=query)
    shown = [each for each in found["data"] if each["state"] != "declined"]
    return UpcomingOccasions([_shown(each) for each in shown[: given.limit]], len(shown) > given.limit)


def _shown(occasion: dict[str, Any]) -> UpcomingOccasion:
    return UpcomingOccasion(
        person=Words("organiser", occasion["person_name"]),
        occasion=occasion["date_name"] or occasion["occasion"],
        date=occasion["date"],
        opens_on=occasion["opens_on"],
        closes_on=occasion["closes_on"],
        years=occasion["years"],
        signers=occasion["signers"],
        state=occasion["state"],
        card_id=occasion["card_id"],
    )
