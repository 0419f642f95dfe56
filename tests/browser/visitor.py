"""A browser window and its faults."""

import asyncio
import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.async_api import Browser, BrowserContext, Error, Frame, Page, Response

from tests.waiting import PATIENCE_S
from tests.waiting import until as until_true
from wellwish.web.kit.language import COOKIE

AXE: Final = Path(__file__).parents[2] / "tools/browser/node_modules/axe-core/axe.min.js"
PATIENCE_MS: Final = 60_000.0  # A busy machine may need all of it.
_PATIENCE_S: Final = 300.0  # Some calls of Playwright have no timeout.
# WCAG 2.2 AA and axe's best practices.
_TAGS: Final = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
HEIGHTS: Final = {390: 844, 768: 1024, 1280: 800, 320: 568}
# Chromium logs every response above 399 to the console; tests of refusals check the response itself.
_ANSWERED: Final = re.compile(r"Failed to load resource: the server responded with a status of 4\d\d")

SHOWN_THOUGH_HIDDEN: Final = """() => [...document.querySelectorAll('[hidden]')]
    .filter(e => getComputedStyle(e).display !== 'none').map(e => e.outerHTML.slice(0, 120))"""

NARROW: Final = """() => {
    const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    const out = wide > 0 ? [...document.querySelectorAll('body *')]
        .filter(e => e.getBoundingClientRect().right > innerWidth + 1 || e.getBoundingClientRect().left < -1)
        .slice(0, 3).map(e => e.outerHTML.slice(0, 120)) : [];
    return wide > 0 ? [wide, ...out] : [];
}"""

# Collects the canvases of effects, which last three seconds, from now on.
DRAWN: Final = """() => {
    globalThis.drawn = [];
    new MutationObserver((all) => all.forEach(each => each.addedNodes.forEach(node => {
        if (node instanceof HTMLCanvasElement) drawn.push(node);
    }))).observe(document, { childList: true, subtree: true });
}"""


@cache
def _axe() -> str:
    return AXE.read_text(encoding="utf-8")


async def until(where: Page | Frame, condition: str, arg: Any = None) -> None:
    """Waits until the condition, an expression or a function of the argument, is true.

    Playwright's `wait_for_function` evaluates strings inside the page, and a page's policy against `eval`
    refuses that if another evaluation runs at the same time (microsoft/playwright, pull request 36982).
    """

    async def holds() -> bool:
        try:
            return bool(await where.evaluate(condition, arg))
        except Error as error:
            if "context was destroyed" not in error.message:  # by a navigation
                raise
            return False

    try:
        await until_true(holds)
    except AssertionError:
        pytest.fail(f"still false after {PATIENCE_S:g} s: {condition}")


_RAN: Final = """([script, module]) => {
    const page = [...document.scripts].find(each => each.src.endsWith(`/${script}`)).src;
    return import(page.replace(new RegExp(`${script}$`), module)).then(() => true);
}"""


async def ran(page: Page, script: str, module: str) -> None:
    """Waits until a module that a script of the page imports has run, and the script has used it.

    Neither the load of the page nor an idle network waits for it.
    """
    await page.evaluate(_RAN, [script, module])


@dataclass
class Visitor:
    """A browser window and the faults found in it."""

    context: BrowserContext
    page: Page
    base_url: str
    folder: Path
    keeps: bool = False
    faults: list[str] = field(default_factory=list[str])
    bytes_by_url: dict[str, int] = field(default_factory=dict[str, int])

    async def open(self, path: str, status: int = 200) -> Response:
        """Opens a path or URL and checks the response status."""
        answer = await self.page.goto(path if "://" in path else self.base_url + path)
        assert answer is not None
        assert answer.status == status, f"{answer.status} {path}"
        return answer

    async def says(self, words: str, language: str = "en") -> None:
        """Waits for words on the page; on a translated page, checks only the language."""
        if language == "en" or await self.page.locator("html[lang=en] .c-top").count():
            await self.page.get_by_text(words).first.wait_for()
        else:
            assert await self.page.locator("html").get_attribute("lang") == language

    async def shoot(self, name: str) -> None:
        """Saves a screenshot for visual review."""
        self.folder.mkdir(parents=True, exist_ok=True)
        await self.page.screenshot(path=self.folder / f"{name}.png", full_page=True)

    async def become(self, width: int, *, dark: bool, language: str, calm: bool) -> None:
        """Changes width, colour scheme, motion and language; the language applies from the next page load."""
        await self.page.set_viewport_size({"width": width, "height": HEIGHTS[width]})
        await self.page.emulate_media(
            color_scheme="dark" if dark else "light", reduced_motion="reduce" if calm else "no-preference"
        )
        await self.context.add_cookies([{"name": COOKIE, "value": language, "url": self.base_url}])

    async def violations(self, frame: Frame | None = None) -> list[str]:
        """Returns axe's violations in the page or in one of its frames, one line each."""
        where = frame or self.page
        await where.evaluate(_axe())
        found = await where.evaluate(
            """tags => axe.run(document,
            {preload: false, resultTypes: ['violations'], runOnly: {type: 'tag', values: tags}})""",
            _TAGS,
        )
        return [
            f"{each['id']}: {each['help']}: {each['nodes'][0]['html'][:160]}" for each in found["violations"]
        ]

    async def wrong(self) -> list[str]:
        """Returns all faults: overflow, headings, missing alt text, inline code, axe, console messages."""
        page = self.page
        wide = await page.evaluate(NARROW)
        counts = {"h1": 1, "img:not([alt])": 0, "[style]": 0, "[onclick], [onload], [onerror]": 0}
        found = [f"{each}: {await page.locator(each).count()}" for each in counts]
        return [
            *(f"sticks out: {each}" for each in wide),
            *(f"shown though hidden: {each}" for each in await page.evaluate(SHOWN_THOUGH_HIDDEN)),
            *(
                each
                for each, expected in zip(found, counts.items(), strict=True)
                if each != "{}: {}".format(*expected)
            ),
            *await self.violations(),
            *self.faults,
        ]

    async def check(self) -> None:
        wrong = await self.wrong()
        assert wrong == [], "\n".join([self.page.url, *wrong])


@asynccontextmanager
async def visit(
    browser: Browser,
    base_url: str,
    folder: Path,
    *,
    keeps: bool = False,
    width: int = 390,
    dark: bool = False,
    language: str = "en",
    scripts: bool = True,
    calm: bool = False,
    **more: Any,
) -> AsyncGenerator[Visitor]:
    """Opens a window; fails on exit if the console, the policy or a script reported a fault."""
    context = await browser.new_context(
        viewport={"width": width, "height": HEIGHTS[width]},
        color_scheme="dark" if dark else "light",
        locale={"ar": "ar-EG", "de": "de-DE"}.get(language, "en-GB"),
        timezone_id="Europe/Berlin",
        reduced_motion="reduce" if calm else "no-preference",
        java_script_enabled=scripts,
        has_touch=width < 768,
        **more,
    )
    context.set_default_timeout(PATIENCE_MS)
    visitor = Visitor(context, await context.new_page(), base_url, folder, keeps)
    _listen(visitor, visitor.page)
    context.on("page", lambda page: _listen(visitor, page))
    try:
        async with asyncio.timeout(_PATIENCE_S):
            yield visitor
        assert visitor.faults == [], "\n".join(visitor.faults)
    finally:
        async with asyncio.timeout(_PATIENCE_S):
            # Closing a context while a page is loading can hang; a blank page aborts the load.
            for page in context.pages:
                with suppress(Error):
                    await page.goto("about:blank")
            await context.close()


def _listen(visitor: Visitor, page: Page) -> None:
    def said(message: Any) -> None:
        if message.type in ("error", "warning") and not _ANSWERED.match(message.text):
            visitor.faults.append(f"{message.type}: {message.text[:300]}")

    page.on("console", said)
    page.on("pageerror", lambda error: visitor.faults.append(f"script: {error}"))
    page.on(
        "requestfailed",
        lambda request: (
            visitor.faults.append(f"failed: {request.url} {request.failure}")
            if "ERR_ABORTED" not in (request.failure or "")
            else None
        ),
    )
