"""A page that is painted incomplete does not shift when the rest arrives.

The measured layout shift depends on the time of the first paint; here, the document is cut at fixed places.
The book and the slides are painted only when complete.
"""

from typing import Any, Final

import pytest
from playwright.async_api import Route

from tests.browser import cards
from tests.browser.conftest import Visiting
from tests.browser.visitor import Visitor
from tests.world import World

pytestmark = [pytest.mark.anyio, pytest.mark.browser]

# The tops of common elements. The last elements may be incomplete and are left out.
_TOPS: Final = """() => Object.fromEntries(['header', 'nav', 'main', 'h1'].map(name => {
    const found = document.querySelector(name), all = [...document.querySelectorAll('*')];
    if (!found || all.indexOf(found) > all.length - 5) return [name, null];
    return [name, Math.round(found.getBoundingClientRect().top)];
}))"""


async def tops(one: Visitor, link: str, size: int | None) -> dict[str, int | None]:
    """Returns the landmarks' tops in pixels, in a document cut after ``size`` characters (None: whole)."""

    async def cut(route: Route) -> None:
        answer = await route.fetch()
        await route.fulfill(response=answer, body=(await answer.text())[:size])

    target = link if "://" in link else one.base_url + link
    await one.page.route(target, cut)
    await one.page.goto(target, wait_until="load")
    await one.page.evaluate("document.fonts.ready")
    found: dict[str, Any] = await one.page.evaluate(_TOPS)
    await one.page.unroute(target)
    return found


async def moved(one: Visitor, link: str) -> list[str]:
    """Returns the landmarks that move when the rest of the document arrives."""
    whole = await tops(one, link, None)
    text = await (await one.page.request.get(link if "://" in link else one.base_url + link)).text()
    start = text.index("<main") + 50
    sizes = [start + (len(text) - start) * part // 20 for part in (1, 2, 4, 8, 16)] + [
        start + 600,
        start + 2000,
    ]
    found: list[str] = []
    for size in sorted(sizes):
        for name, top in (await tops(one, link, size)).items():
            if top is not None and whole[name] is not None and abs(top - (whole[name] or 0)) > 2:
                found.append(f"{name} at {size} of {len(text)}: {top}, then {whole[name]}")
    return found


PAGES: Final = ("docs", "guide", "reference", "errors", "signing", "closed", "board", "opened")


@pytest.mark.parametrize(
    ("page", "width"),
    [
        pytest.param(page, width, marks=[pytest.mark.full] if (number + turn) % 2 else [])
        for number, page in enumerate(PAGES)
        for turn, width in enumerate((390, 1280))
    ],
)
async def test_no_landmark_moves(world: World, visitor: Visiting, page: str, width: int) -> None:
    links = {
        "docs": "/docs",
        "guide": "/docs/guides/start",
        "reference": "/docs/reference/invitations",
        "errors": "/errors",
    }
    if page == "signing":
        links[page] = (await cards.card(world))["sign_url"]
    elif page not in links:
        way = {"closed": "", "board": "?as=board", "opened": "?inside"}[page]
        links[page] = cards.view(await cards.written(world, 12)) + way
    async with visitor(width=width, scripts=False) as one:
        assert await moved(one, links[page]) == []


async def test_a_moving_page_is_found(visitor: Visiting) -> None:
    """The control: content above the landmarks grows with the page."""
    async with visitor(width=390) as one:
        await one.page.add_init_script(
            "addEventListener('DOMContentLoaded', () => { document.querySelector('main').style.marginTop = "
            "`${document.querySelectorAll('*').length}px`; })"
        )
        assert await moved(one, "/errors")
