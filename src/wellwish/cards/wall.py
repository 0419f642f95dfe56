"""The wall: a link that shows the published notes of a card on a screen."""

from datetime import datetime
from typing import Annotated, Literal

from msgspec import Meta, Struct

from wellwish.base import clock, ids
from wellwish.cards.link import WALL, Link
from wellwish.infra.http import Services


class WallRow(Struct, frozen=True):
    """A row of ``walls``."""

    card_id: str
    version: int
    created_at: datetime

    @property
    def link(self) -> Link:
        return Link(WALL, self.card_id, self.version)


class Wall(Struct, frozen=True, kw_only=True):
    """A link to a card's wall. It ends when the wall is deleted or the card is archived or cancelled."""

    object: Literal["wall"] = "wall"
    card_id: Annotated[str, Meta(pattern=ids.pattern("card"))]
    wall_url: Annotated[
        str,
        Meta(
            description="The page for the screen. It shows published notes that are not only for recipients.",
            extra_json_schema={"format": "uri", "maxLength": 2048},
        ),
    ]
    created_at: str


def record(row: WallRow, services: Services) -> Wall:
    return Wall(
        card_id=row.card_id,
        wall_url=row.link.url(services.keys, services.settings.base_url),
        created_at=clock.rfc3339(row.created_at),
    )
