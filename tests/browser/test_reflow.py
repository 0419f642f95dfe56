"""Pages with accessibility settings: 320 px, wide letter spacing, 200 % zoom, forced colours."""

from typing import Final

import pytest

from tests.browser.conftest import Visiting
from tests.browser.states import STATES
from tests.browser.visitor import NARROW, Visitor
from tests.world import World

pytestmark = [pytest.mark.browser, pytest.mark.anyio]

PAGES: Final = (
    "sign",
    "own note",
    "sign faults",
    "signed",
    "view closed",
    "view inside",
    "view board",
    "view book",
)
# WCAG 1.4.12, as the reader's style sheet.
_SPACING: Final = """
* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important; }
p { margin-block-end: 2em !important; }"""
_SPACED: Final = """css => { const sheet = new CSSStyleSheet(); sheet.replaceSync(css);
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]; }"""
# Elements that hide their overflow and clip words.
_CUT: Final = """() => [...document.querySelectorAll('button, a, h1, h2, label, summary, p')].filter(e =>
    ['hidden', 'clip'].includes(getComputedStyle(e).overflowX) && e.checkVisibility() && e.clientWidth > 1
    && !e.closest('.u-hidden') && e.scrollWidth > e.clientWidth + 1).map(e => e.outerHTML.slice(0, 120))"""


async def fits(one: Visitor) -> None:
    """Checks that nothing overflows and no text is clipped."""
    assert await one.page.evaluate(NARROW) == [], one.page.url
    assert await one.page.evaluate(_CUT) == [], one.page.url


@pytest.mark.parametrize("name", PAGES)
async def test_reads_in_a_narrow_window_with_wide_letters_and_twice_as_large(
    world: World, visitor: Visiting, name: str
) -> None:
    arrive = await STATES[name][0](world)
    async with visitor(width=320) as one:
        for language in ("en", "ar"):
            await one.become(320, dark=False, language=language, calm=True)
            await arrive(one)
            await fits(one)
            await one.page.evaluate(_SPACED, _SPACING)
            await fits(one)
        # 1280 px at 200 % zoom equal 640 CSS px.
        await one.page.set_viewport_size({"width": 640, "height": 400})
        await fits(one)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
async def test_choices_show_in_colours_of_the_readers_own(
    world: World, visitor: Visiting, dark: bool
) -> None:
    """Forced colours remove backgrounds, so a selection needs another visible mark."""
    arrive = await STATES["sign"][0](world)
    async with visitor(width=390, dark=dark, forced_colors="active") as one:
        await arrive(one)
        for kind, other in (("ink", "berry"), ("paper", "mint"), ("pen", "gochi")):
            face = one.page.locator(f"#{kind}-{other} + .p-face")
            before = await face.screenshot()
            await one.page.locator(f"#{kind}-{other}").check(force=True)
            await one.page.mouse.move(0, 0)
            assert await face.screenshot() != before, kind
        await fits(one)
