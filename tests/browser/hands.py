"""A keyboard user, who tabs to elements by their words."""

from typing import Final

import pytest

from tests.browser.desk import session_of
from tests.browser.visitor import Visitor
from tests.world import Person, World

MOST_TABS: Final = 120  # before an element counts as unreachable
# The name of the focused element, whether its focus is visible, and whether it takes text.
_FOCUSED: Final = """() => {
    const e = document.activeElement;
    if (!e || e === document.body) return ['', true, false];
    const label = e.labels && e.labels.length ? e.labels[0] : e;
    const name = e.getAttribute('aria-label') || label.innerText || e.value || '';
    const box = e.getBoundingClientRect();
    const seen = box.width > 0 && box.height > 0 && box.bottom > 0 && box.top < innerHeight;
    return [name.trim().replace(/\\s+/g, ' '), seen, e.matches('input, textarea')];
}"""


class Hands:
    """A keyboard user. ``presses`` counts followed links, pressed buttons and filled fields."""

    def __init__(self, one: Visitor) -> None:
        self.one = one
        self.page = one.page
        self.presses = 0

    async def reach(self, words: str, *, is_field: bool = False) -> None:
        """Presses Tab until the focused element's name begins with the words. Fails if it is not visible."""
        passed: list[str] = []
        for _ in range(MOST_TABS):
            await self.page.keyboard.press("Tab")
            name, is_seen, takes_text = await self.page.evaluate(_FOCUSED)
            if name.startswith(words) and (takes_text or not is_field):
                assert is_seen, f"{name!r} has the focus out of sight"
                return
            passed.append(name)
        pytest.fail(f"no Tab reaches {words!r} on {self.page.url}: {passed}")

    async def go(self, words: str) -> None:
        """Follows a link or presses a button, and waits for the next page."""
        await self.reach(words)
        self.presses += 1
        async with self.page.expect_navigation():
            await self.page.keyboard.press("Enter")

    async def open(self, words: str) -> None:
        """Presses Enter on an element that does not leave the page."""
        await self.reach(words)
        self.presses += 1
        await self.page.keyboard.press("Enter")

    async def fill(self, words: str, text: str) -> None:
        await self.reach(words, is_field=True)
        self.presses += 1
        await self.page.keyboard.insert_text(text)

    async def says(self, words: str) -> None:
        await self.page.get_by_text(words).first.wait_for()


async def at_desk(world: World, one: Visitor, path: str = "/desk", whom: Person | None = None) -> Hands:
    """Opens a page of the desk in a session of ``whom``, by default alice."""
    secret = await session_of(world, whom or world.alice)
    await one.context.add_cookies([{"name": "session", "value": secret, "url": one.base_url}])
    await one.open(path)
    return Hands(one)
