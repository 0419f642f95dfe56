"""Publish the notes that wait for review."""

from typing import Final

from starlette.responses import Response

from wellwish.base.errors import CardState, ContributionState, MissingPrivilege, NotFound, PreconditionFailed
from wellwish.cards.card import Card
from wellwish.contributions.contribution import Contribution
from wellwish.infra.http import Page
from wellwish.web.desk.flash import after
from wellwish.web.desk.frame import find, may
from wellwish.web.desk.guard import call, read_form, signed_in
from wellwish.web.desk.visit import Visit

_EACH: Final = 100
# Maximum notes per request: publishing one takes about 10 ms, and a response should take a few seconds at
# most.
MOST: Final = 300


@signed_in
async def all_published(visit: Visit) -> Response:
    """Publishes up to MOST waiting notes. Raises NotFound, MissingPrivilege, ForeignForm."""
    await read_form(visit)
    card = await find(visit)
    if not may(card, "can_update"):
        raise MissingPrivilege
    try:
        published = await publish_waiting(visit, card)
    except CardState:  # archived or cancelled in the meantime
        published = 0
    return after(f"/desk/cards/{card.id}/notes", "all_published", published)


async def publish_waiting(visit: Visit, card: Card) -> int:
    """Publishes up to MOST waiting notes, each in the listed version. Returns their number.

    Skips notes that were edited, moderated or removed in the meantime. Raises CardState.
    """
    path = {"card_id": card.id}
    published = 0
    while published < MOST:
        query = {"status": "pending", "limit": str(min(_EACH, MOST - published))}
        name = "GET /api/cards/{card_id}/contributions"
        found: Page[Contribution] = (await call(visit, name, path=path, query=query)).record
        moved = 0
        for each in found.data:
            name = "POST /api/cards/{card_id}/contributions/{contribution_id}/publish"
            at = {**path, "contribution_id": each.id}
            try:
                await call(visit, name, path=at, if_match=f'"{each.version}"')
            except (ContributionState, NotFound, PreconditionFailed):
                continue
            moved += 1
        published += moved
        if not moved or not found.has_more:
            break
    return published
