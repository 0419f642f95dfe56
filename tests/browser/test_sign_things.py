"""Things that are added to a note: the drawing as it will be saved, and the focus after a photo."""

import re
from typing import Any

import pytest

from tests.browser import cards
from tests.browser.conftest import Visiting
from tests.media import files
from tests.world import World
from wellwish.media.drawing import Stroke, drawn

pytestmark = [pytest.mark.browser, pytest.mark.anyio]

STROKES: dict[str, dict[str, Any]] = {
    "line": {"width": 14, "points": [[100, 100], [400, 300]]},
    "curve": {"width": 6, "points": [[100, 100], [200, 40], [320, 90], [330, 400], [90, 500]]},
    "turn": {"width": 32, "points": [[100, 100], [500, 100], [101, 103]]},
    "close points": {"width": 6, "points": [[10, 10], [10.5, 10.2], [11, 10.4], [60, 60]]},
    "pen": {"width": 14, "points": [[100, 100, 0.1], [200, 150, 0.6], [300, 120, 1]]},
}
_NUMBER = re.compile(r"-?\d+\.\d|[A-Z]|(?<= )[01](?= )")
OUTLINE = """async stroke => {
    const page = [...document.scripts].find(each => each.src.endsWith("sign.js")).src;
    return (await import(page.replace("sign.js", "draw.js"))).outline(stroke);
}"""


def _parts(path: str) -> list[str | float]:
    return [each if each.isalpha() else float(each) for each in _NUMBER.findall(path)]


async def test_the_drawing_looks_on_the_canvas_as_it_is_saved(world: World, visitor: Visiting) -> None:
    """The control is a stroke of another width."""
    made = await cards.card(world)
    async with visitor() as one:
        await one.open(made["sign_url"])
        for name, stroke in STROKES.items():
            svg = drawn([Stroke(**stroke)]).pieces[0].content.decode()
            [saved] = re.findall(r'<path d="([^"]+)"', svg)
            shown = _parts(await one.page.evaluate(OUTLINE, stroke))
            other = _parts(await one.page.evaluate(OUTLINE, {**stroke, "width": 20}))
            assert _same(shown, _parts(saved)), name
            assert not _same(other, _parts(saved)), name
        dot = await one.page.evaluate(OUTLINE, {"width": 14, "points": [[100, 100]]})
        assert dot.startswith("M93.0 100.0a7.0 7.0")


def _same(one: list[str | float], other: list[str | float]) -> bool:
    """Whether the paths are equal but for the rounding of their last digit."""
    return len(one) == len(other) and all(
        a == b or (isinstance(a, float) and isinstance(b, float) and abs(a - b) < 0.11)
        for a, b in zip(one, other, strict=True)
    )


@pytest.mark.parametrize(("width", "moves"), [(390, False), (1280, True)])
async def test_a_photo_moves_the_focus_only_with_a_mouse(
    world: World, visitor: Visiting, width: int, moves: bool
) -> None:
    """On a touch screen, the description would open the keyboard over the note."""
    made = await cards.card(world)
    async with visitor(width=width) as one:
        await one.open(made["sign_url"])
        photo = {"name": "us.jpg", "mimeType": "image/jpeg", "buffer": files.photo()}
        await one.page.locator("#photo").set_input_files([photo])  # pyright: ignore[reportArgumentType]
        await one.page.locator(".p-thing .p-alt").wait_for()
        await one.page.locator(".p-thing input[name=media]").wait_for(state="attached")
        await one.page.wait_for_timeout(200)  # the focus would move by then
        found = await one.page.evaluate("document.activeElement.classList.contains('p-alt')")
        assert found is moves
