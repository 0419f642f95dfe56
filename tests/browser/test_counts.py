"""One to a thousand notes, from one emoji to 2,000 characters, in five scripts, in every view of the card."""

import io
from typing import Any, Final

import pypdf
import pytest

from tests.browser import cards, notes
from tests.browser.conftest import Visiting
from tests.browser.test_book import OVERFLOW
from tests.browser.visitor import NARROW, Visitor
from tests.world import World
from wellwish.keepsake import scripts

pytestmark = [pytest.mark.browser, pytest.mark.anyio]

COUNTS: Final = (1, 2, 3, 5, 11, 25, 60, 300, 1000)
WIDTHS: Final = ((390, 844), (1280, 800))
# The words on the opened card, covered notes, and notes clipped without a sign.
_OPENED: Final = """() => {
    const shown = [...document.querySelectorAll('.v-leaf > .v-scrawl')];
    const boxes = shown.map(each => [...each.querySelectorAll('span')].flatMap(e => [...e.getClientRects()]));
    const covers = (a, b) => a.left < b.right - 4 && b.left < a.right - 4
        && a.top < b.bottom - 6 && b.top < a.bottom - 6;
    return {
        letters: shown.map(each => [...each.innerText.trim()].length),
        covered: boxes.flatMap((some, i) => boxes.slice(i + 1).flatMap((others, j) =>
            some.some(a => others.some(b => covers(a, b))) ? [[i, i + 1 + j]] : [])),
        cut: shown.filter(each => {
            const leaf = each.closest('.v-leaf').getBoundingClientRect(), box = each.getBoundingClientRect();
            return box.bottom > leaf.bottom + 2 || box.left < leaf.left - 2 || box.right > leaf.right + 2;
        }).map(each => each.innerText.slice(0, 30)),
    };
}"""
# Text that overflows its note.
_OUTSIDE: Final = """() => [...document.querySelectorAll('.c-note')].filter(each =>
    each.scrollWidth > each.clientWidth + 2).map(each => each.innerText.slice(0, 30))"""


async def _opened(one: Visitor, made: dict[str, Any], sizes: list[int]) -> list[str]:
    """Returns the faults of the opened card: a blank sheet, and covered or clipped notes."""
    await one.open(f"{cards.view(made)}?inside")
    await one.page.evaluate("document.fonts.ready.then(() => true)")
    found = await one.page.evaluate(_OPENED)
    wide = await one.page.evaluate(NARROW)
    few = len(sizes) <= 3
    return [
        *(f"opened: sticks out {each}" for each in wide),
        *(["opened: blank"] if sum(found["letters"]) == 0 else []),
        *(["opened: lacks a note"] if len(found["letters"]) < min(len(sizes), 11) else []),
        *(f"opened: notes {each} overlap" for each in found["covered"]),
        *(f"opened: cut {each!r}" for each in (found["cut"] if few else [])),
    ]


async def _turned(one: Visitor, made: dict[str, Any], way: str, pages: list[int]) -> list[str]:
    """Returns the faults of some pages of the book or the slides."""
    wrong: list[str] = []
    for page in pages:
        await one.open(f"{cards.view(made)}?as={way}&page={page}")
        await one.page.evaluate("document.fonts.ready.then(() => true)")
        wrong += [f"{way} {page}: sticks out {each}" for each in await one.page.evaluate(NARROW)]
        wrong += [f"{way} {page}: outside its note {each!r}" for each in await one.page.evaluate(_OUTSIDE)]
        if not await one.page.locator(".v-note").count():
            wrong.append(f"{way} {page}: blank")
        if way == "book" and (await one.page.evaluate(OVERFLOW))["below"] > 0:
            wrong.append(f"book {page}: below the screen")
    return wrong


async def _wall(one: Visitor, path: str, count: int) -> list[str]:
    await one.open(path)
    await one.page.evaluate("document.fonts.ready.then(() => true)")
    shown = await one.page.locator(".w-note").count()
    return [
        *(f"wall: sticks out {each}" for each in await one.page.evaluate(NARROW)),
        *(f"wall: outside its note {each!r}" for each in await one.page.evaluate(_OUTSIDE)),
        *([] if shown == min(count, 8) else [f"wall: {shown} of {count}"]),
    ]


async def _pdf(one: Visitor, made: dict[str, Any], script: str, count: int) -> list[str]:
    """Returns the faults of the PDF: missing names or ends of notes, and nearly empty pages."""
    answer = await one.context.request.get(f"{cards.view(made)}/card.pdf", timeout=120_000)
    if answer.status != 200:
        return [f"PDF: {answer.status}"]
    read = pypdf.PdfReader(io.BytesIO(await answer.body()))
    texts = ["".join(page.extract_text().split()) for page in read.pages]
    whole = "".join(texts)
    name = notes.SCRIPTS[script][0] if script in ("latin", "cyrillic", "han") else ""
    if script == "han" and "Chinese" in scripts.find_missing():
        return (
            [] if "Somecharacterscan'tbeshown" in whole else ["PDF: does not say that characters are missing"]
        )
    missing = [each for each in range(count) if f"{name}{each}" not in whole]
    return [
        *([f"PDF: lacks names {missing[:5]}"] if missing else []),
        *(f"PDF: page {number} is empty" for number, text in enumerate(texts[1:], 2) if len(text) < 3),
    ]


async def _keep(one: Visitor, what: str) -> None:
    if one.keeps:
        await one.shoot(what)


async def everything(world: World, one: Visitor, script: str, sizes: list[int]) -> list[str]:
    """Creates a card with notes of these lengths, and returns the faults of its pages and its PDF."""
    made = await notes.card_of(world, script, sizes)
    answer = await world.alice.post(f"/api/cards/{made['id']}/wall")
    path, count = answer.json()["wall_url"], len(sizes)
    wrong: list[str] = []
    for width, height in WIDTHS:
        await one.page.set_viewport_size({"width": width, "height": height})
        found = await _wall(one, path, count)
        await _keep(one, f"{count}-{script}-{sizes[0]}-wall-{width}")
        wrong += [f"{width} {each}" for each in found]
    await cards.shut(world, made)
    for width, height in WIDTHS:
        await one.page.set_viewport_size({"width": width, "height": height})
        found = await _opened(one, made, sizes)
        await _keep(one, f"{count}-{script}-{sizes[0]}-opened-{width}")
        for way, last in (("book", 999), ("slides", count)):
            longest = sizes.index(max(sizes)) + 1
            found += await _turned(
                one, made, way, sorted({1, last} | ({longest} if way == "slides" else {2}))
            )
            await _keep(one, f"{count}-{script}-{sizes[0]}-{way}-{width}")
        wrong += [f"{width} {each}" for each in found]
    return [*wrong, *await _pdf(one, made, script, count), *one.faults]


@pytest.mark.parametrize(("count", "script"), [(1, "latin"), (3, "arabic"), (25, "devanagari")])
async def test_notes_in_every_form(world: World, visitor: Visiting, count: int, script: str) -> None:
    async with visitor(calm=True) as one:
        assert await everything(world, one, script, notes.lengths(count, 4)) == []


@pytest.mark.full
@pytest.mark.parametrize("script", notes.SCRIPTS)
@pytest.mark.parametrize("count", COUNTS)
async def test_all_counts_and_scripts(world: World, visitor: Visiting, count: int, script: str) -> None:
    wrong: list[str] = []
    async with visitor(calm=True) as one:
        for shift in range(len(notes.LENGTHS)) if count <= 3 else (0,):
            sizes = notes.lengths(count, shift)
            wrong += [f"{sizes[:3]}: {each}" for each in await everything(world, one, script, sizes)]
    assert wrong == [], "\n".join(["", *wrong])
