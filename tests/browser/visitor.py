"""Somebody with a browser, and what the browser held against the pages that they saw."""

import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final

from playwright.async_api import Browser, BrowserContext, Page, Response

AXE: Final = Path(__file__).parents[2] / "tools/browser/node_modules/axe-core/axe.min.js"
# WCAG 2.2 AA and what axe calls good practice.
_TAGS: Final = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
_HEIGHTS: Final = {390: 844, 768: 1024, 1280: 800, 320: 568}
# Chromium writes each answer above 399 to the console; tests of refusals await the answer itself.
_ANSWERED: Final = re.compile(r"Failed to load resource: the server responded with a status of 4\d\d")

_NARROW: Final = """() => {
    const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    const out = wide > 0 ? [...document.querySelectorAll('body *')]
        .filter(e => e.getBoundingClientRect().right > innerWidth + 1 || e.getBoundingClientRect().left < -1)
        .slice(0, 3).map(e => e.outerHTML.slice(0, 120)) : [];
    return wide > 0 ? [wide, ...out] : [];
}"""


@cache
def _axe() -> str:
    return AXE.read_text(encoding="utf-8")


@dataclass
class Visitor:
    """A browser's window and its memory of what went wrong."""

    context: BrowserContext
    page: Page
    base_url: str
    folder: Path
    faults: list[str] = field(default_factory=list[str])
    bytes_by_url: dict[str, int] = field(default_factory=dict[str, int])

    async def open(self, path: str, status: int = 200) -> Response:
        """Goes to a path or URL, whose answer must have the status."""
        answer = await self.page.goto(path if "://" in path else self.base_url + path)
        assert answer is not None
        assert answer.status == status, f"{answer.status} {path}"
        return answer

    async def shoot(self, name: str) -> None:
        """Keeps a picture of the page, for people."""
        self.folder.mkdir(parents=True, exist_ok=True)
        await self.page.screenshot(path=self.folder / f"{name}.png", full_page=True)

    async def violations(self) -> list[str]:
        """Returns what axe finds, a line each."""
        await self.page.evaluate(_axe())
        found = await self.page.evaluate(
            "tags => axe.run(document, {runOnly: {type: 'tag', values: tags}})", _TAGS
        )
        return [
            f"{each['id']}: {each['help']}: {each['nodes'][0]['html'][:160]}" for each in found["violations"]
        ]

    async def check(self) -> None:
        """A page as it has to be: nothing sticks out, axe is content, one heading, words for pictures."""
        page = self.page
        assert await page.evaluate(_NARROW) == []
        assert await page.locator("h1").count() == 1
        assert await page.locator("img:not([alt])").count() == 0
        assert await page.locator("[style]").count() == 0
        assert await self.violations() == []
        assert self.faults == []


@asynccontextmanager
async def visit(
    browser: Browser,
    base_url: str,
    folder: Path,
    *,
    width: int = 390,
    dark: bool = False,
    language: str = "en",
    scripts: bool = True,
    calm: bool = False,
    **more: Any,
) -> AsyncGenerator[Visitor]:
    """A window of its own; leaving it tells of faults in the console, of the policy and of scripts."""
    context = await browser.new_context(
        viewport={"width": width, "height": _HEIGHTS[width]},
        color_scheme="dark" if dark else "light",
        locale={"ar": "ar-EG", "de": "de-DE"}.get(language, "en-GB"),
        timezone_id="Europe/Berlin",
        reduced_motion="reduce" if calm else "no-preference",
        java_script_enabled=scripts,
        has_touch=width < 768,
        **more,
    )
    context.set_default_timeout(10_000)
    visitor = Visitor(context, await context.new_page(), base_url, folder)
    _listen(visitor, visitor.page)
    context.on("page", lambda page: _listen(visitor, page))
    try:
        yield visitor
        assert visitor.faults == []
    finally:
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
