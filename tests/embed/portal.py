"""Cards whose form a portal embeds, and their links as the portal's frame opens them."""

from typing import Any, Final

from tests.web.signing.test_sign import shared
from tests.web.visitor import Visitor
from tests.world import World

ORIGIN: Final = "https://portal.example.com"
FRAME: Final = {"Sec-Fetch-Dest": "iframe", "Sec-Fetch-Site": "cross-site"}
FORM: Final = {"Sec-Fetch-Dest": "iframe", "Sec-Fetch-Site": "same-origin"}


async def embedded(world: World, *origins: str, **fields: Any) -> tuple[dict[str, Any], str]:
    """Returns a card of alice, whose account lists the origins, and the path of its form in a frame."""
    answer = await world.alice.patch("/api/account", {"embed_origins": list(origins or (ORIGIN,))})
    assert answer.status_code == 200, answer.text
    card, path = await shared(world, **fields)
    return card, framed(path)


def framed(path: str) -> str:
    assert path.startswith("/s/")
    return path.replace("/s/", "/e/", 1)


def reader(world: World) -> Visitor:
    """Returns the browser of a reader of the portal, who sends each form from the frame."""
    return Visitor(world, **FORM)
