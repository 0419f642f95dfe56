"""The small covers of cards, by design and palette.

Designs change only when the operator loads them, so each process reads them at most once a minute instead of
for each list of cards.
"""

import time
from collections.abc import Sequence
from typing import Final

from starlette.requests import Request

from wellwish.auth.sign_in.session import Session
from wellwish.cards.card import Card
from wellwish.infra.http import Services
from wellwish.web.desk.guard import call

_KEPT_S: Final = 60.0


class Covers:
    """Caches the URLs by template and palette for one minute."""

    def __init__(self) -> None:
        self._urls: dict[tuple[str, str], str] = {}
        self._until = 0.0  # in monotonic time

    async def of(
        self, services: Services, request: Request, session: Session, cards: Sequence[Card]
    ) -> dict[str, str]:
        """Returns the covers' URLs by card id, without cards whose design is retired."""
        if cards and time.monotonic() >= self._until:
            designs = (await call(services, request, session, "GET /api/templates")).record.data
            self._urls = {
                (design.template_id, palette.name): palette.thumbnail_url
                for design in designs
                for palette in design.palettes
                if palette.thumbnail_url is not None
            }
            self._until = time.monotonic() + _KEPT_S
        found = {card.id: self._urls.get((card.template_id, card.palette)) for card in cards}
        return {card_id: url for card_id, url in found.items() if url is not None}


COVERS: Final = Covers()
