"""The appearance of cards at the desk: covers, with the card's words, and colours.

Designs change only when the operator loads them, so each process reads them at most once a minute.
"""

import time
from collections.abc import Sequence
from typing import Final

from msgspec import Struct, structs

from wellwish.cards import cover
from wellwish.cards.card import Card
from wellwish.designs.templates.template import DrawnPalette, Template, cover_path
from wellwish.web.desk.guard import call
from wellwish.web.desk.visit import Visit

_KEPT_S: Final = 60.0


class Face(Struct, frozen=True):
    """A design in one palette. The paths of its pictures are None if it has no cover."""

    design: Template
    palette: DrawnPalette
    small: str | None  # 240 by 336 pixels
    large: str | None  # 480 by 672 pixels

    @property
    def key(self) -> str:
        """The CSS class of elements in this face's colours."""
        return f"w-{self.design.slug}-{self.palette.name}".replace(" ", "-").lower()


class Covers:
    """Caches the faces by template and palette for one minute."""

    def __init__(self) -> None:
        self._faces: dict[tuple[str, str], Face] = {}
        self._until = 0.0  # monotonic time

    async def of(self, visit: Visit, cards: Sequence[Card]) -> dict[str, Face]:
        """Returns the faces by card ID, without cards whose design is retired."""
        if cards and time.monotonic() >= self._until:
            designs = (await call(visit, "GET /api/templates")).record.data
            self._faces = {
                (each.design.id, each.palette.name): each for design in designs for each in faces(design)
            }
            self._until = time.monotonic() + _KEPT_S
        found = {card.id: self._faces.get((card.template_id, card.palette)) for card in cards}
        by_id = {card.id: card for card in cards}
        return {each: _own(visit, by_id[each], face) for each, face in found.items() if face is not None}


def _own(visit: Visit, card: Card, face: Face) -> Face:
    """Returns the face with the card's words, or the default words in its language.

    Admins see the packaged cover instead, because the card's record does not contain its account.
    """
    if card.cover_text and card.role != "owner":
        return face
    keys, design, palette = visit.services.keys, face.design, face.palette.name
    account_id = visit.session.caller.account_id
    words = cover.drawn_words(design.slug, palette, card.locale, card.cover_text, account_id, card.id)
    if words is None:
        return face
    return structs.replace(
        face,
        small=cover.drawn_path(keys, design.slug, words, "avif_240"),
        large=cover.drawn_path(keys, design.slug, words, "avif_480"),
    )


def faces(design: Template) -> list[Face]:
    """Returns the faces of a design, one for each palette."""
    return [
        Face(
            design,
            palette,
            cover_path(design.slug, index, "avif_240"),
            cover_path(design.slug, index, "avif_480"),
        )
        for index, palette in enumerate(design.palettes)
    ]


COVERS: Final = Covers()
