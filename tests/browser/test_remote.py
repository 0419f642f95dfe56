"""The journeys in Firefox and WebKit: sign, edit, remove, chip in, open, read, thank, and watch the wall."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import pytest

from tests.browser import cards, remote
from tests.browser.gifts import COLLECTING
from tests.browser.remote import Bidi, Remote
from tests.browser.visitor import AXE, NARROW, SHOWN_THOUGH_HIDDEN
from tests.media import files
from tests.world import World

pytestmark = [pytest.mark.full, pytest.mark.anyio]

BROWSERS: Final = {"firefox": remote.firefox, "webkit": remote.webkit}
_RULES: Final = (
    "{preload: false, resultTypes: ['violations'], runOnly: {type: 'tag', values: ['wcag2a', 'wcag2aa']}}"
)


@asynccontextmanager
async def window(name: str, folder: Path) -> AsyncGenerator[Remote]:
    """Opens a window of the browser. Fails if the browser is missing."""
    try:
        async with BROWSERS[name](folder) as one:
            yield one
    except LookupError as missing:
        pytest.fail(str(missing), pytrace=False)
    if isinstance(one, Bidi):
        assert one.said == []


async def check(one: Remote) -> None:
    """Fails if the page is too wide, shows hidden elements, or has axe violations."""
    assert await one.evaluate(f"({NARROW})()") == []
    assert await one.evaluate(f"({SHOWN_THOUGH_HIDDEN})()") == []
    await one.evaluate(f"(() => {{ {AXE.read_text(encoding='utf-8')}; return true; }})()")
    found = f"axe.run(document, {_RULES}).then(f => f.violations.map(e => e.id + ' ' + e.nodes[0].html))"
    assert await one.evaluate(found) == []


async def signs(one: Remote, world: World, photo: Path) -> None:
    """Signs after a refused form, edits, and removes the note."""
    made = await cards.card(world)
    await one.open(made["sign_url"])
    await check(one)
    await one.click("#go")
    await one.until("document.activeElement.id === 'faults'")
    await one.type("#text", "Happy birthday!")
    await one.type("#name", "Noor")
    await one.click("label:has(#pen-gochi)")
    await one.until("getComputedStyle(document.querySelector('#text')).fontFamily.includes('Gochi')")
    await one.attach("#photo", photo)
    await one.until("document.querySelector('.p-thing img')?.naturalWidth > 0")
    await one.until("document.querySelector('.p-thing input[name=media]') !== null")
    await one.click("#go")
    await one.at("/signed")
    await one.says("Lovely. Your note is on the card")
    await world.work()
    [signed] = await cards.notes(world, made)
    assert (signed["note"]["text"], signed["note"]["pen"]) == ("Happy birthday!", "gochi")
    assert len(signed["note"]["media"]) == 1
    await check(one)
    await one.click(".p-more a[href^='/s/']")
    await one.until("document.querySelector('#text')?.value === 'Happy birthday!'")
    await one.type("#text", "Gratulerer")
    await one.click("details:has(#lang) summary")
    await one.evaluate("document.querySelector('#lang').value = 'nb'")
    await check(one)
    await one.click("#go")
    await one.at("/signed")
    [edited] = await cards.notes(world, made)
    assert (edited["note"]["text"], edited["note"]["lang"]) == ("Gratulerer", "nb")
    await one.click("details:has(form[action$='/remove']) summary")
    await one.click("form[action$='/remove'] button")
    await one.says("Your note has been removed")
    assert await cards.notes(world, made) == []


async def draws(one: Remote, world: World) -> None:
    """Opens both dialogs, and adds an emoji and a drawing to the note."""
    made = await cards.card(world)
    await one.open(made["sign_url"])
    await one.click("#add-emoji")
    await one.click("#emoji-grid button")
    await one.until("document.querySelector('#text').value.length > 0")
    await one.evaluate("document.querySelector('#emoji').close()")
    await one.click("#add-drawing")
    await one.click("#canvas")
    await one.click("#draw-done")
    await one.until("document.querySelector('#drawing').value.length > 0")
    await one.type("#name", "Noor")
    await one.click("#go")
    await one.at("/signed")
    [signed] = await cards.notes(world, made)
    assert len(signed["note"]["media"]) == 1


async def chips_in(one: Remote, world: World) -> None:
    made = await cards.card(world, collection=COLLECTING)
    await one.open(made["sign_url"])
    await one.type("#text", "All the best")
    await one.type("#name", "Noor")
    await one.click("label:has(input[name=gift][value='1000'])")
    await one.says("Your gift: €10")
    await check(one)
    await one.click("#go")
    await one.at("/sandbox/")
    await one.click("button[value=succeed]")
    await one.at("/signed")
    await world.work()
    await one.says("You chipped in €10.00. Thank you.")
    [signed] = await cards.notes(world, made)
    assert signed["money"]["status"] == "paid"


async def reads(one: Remote, world: World) -> None:
    """Opens the card, reads its four views by mouse and keys, and thanks everyone."""
    made = await cards.written(world, 8)
    view = cards.view(made)
    await one.open(view)
    await check(one)
    await one.click(".v-actions button")
    await one.at("inside")
    await one.says(cards.WORDS[1])
    await one.until("document.activeElement.tagName === 'H1'")
    await check(one)
    await one.click(".v-actions a.v-main")
    await one.until("document.querySelectorAll('article').length === 8")
    for form in ("board", "book", "slides"):
        await one.open(f"{view}?as={form}")
        await one.until("document.querySelectorAll('article').length > 0")
        await one.until("document.fonts.status === 'loaded'")
        await check(one)
    await one.keys("\ue014")  # ArrowRight
    await one.says("2 of 8")
    await one.click("a[rel=next]")
    await one.says("3 of 8")
    await one.open(f"{view}/thanks")
    await one.type("#text", "Thank you all")
    await one.click("main form .v-main")
    await one.says("Thank you all")


async def watches(one: Remote, world: World) -> None:
    """The wall shows a note as soon as it is published."""
    made = await cards.written(world, 3, close=False)
    answer = await world.alice.post(f"/api/cards/{made['id']}/wall")
    await one.open(answer.json()["wall_url"])
    await one.until("document.querySelectorAll('article').length === 3")
    await check(one)
    await cards.note(world, made["id"], 5)
    await one.until("document.querySelectorAll('article').length === 4")


@pytest.mark.parametrize("name", BROWSERS)
async def test_signs_chips_in_opens_the_card_and_watches_the_wall(
    name: str, world: World, tmp_path: Path
) -> None:
    photo = tmp_path / "us.jpg"
    photo.write_bytes(files.photo())
    profile = tmp_path / "profile"
    profile.mkdir()
    async with window(name, profile) as one:
        await signs(one, world, photo)
        await draws(one, world)
        await chips_in(one, world)
        await reads(one, world)
        await watches(one, world)


@pytest.mark.parametrize("name", BROWSERS)
async def test_a_fault_is_found(name: str, world: World, tmp_path: Path) -> None:
    """The control: the checks find the faults of a page in these browsers."""
    made: dict[str, Any] = await cards.card(world)
    async with window(name, tmp_path) as one:
        await one.open(made["sign_url"])
        await check(one)
        for fault in (
            "document.querySelector('main').style.setProperty('min-width', '3000px')",
            "document.querySelector('#offline').style.setProperty('display', 'block', 'important')",
            "document.querySelector('#name').insertAdjacentHTML('afterend', '<input>')",
        ):
            await one.open(made["sign_url"])
            await one.evaluate(f"{fault}, true")
            with pytest.raises(AssertionError):
                await check(one)
