"""The embedded form in Firefox and WebKit on another site's page: sign, edit, chip in, and an unlisted site.

WebKit refuses cookies of frames, so its journey uses the link to one's own note.
"""

import json
from pathlib import Path
from typing import Any, Final

import pytest

from tests.browser import cards
from tests.browser.gifts import COLLECTING
from tests.browser.portal import Portal, listed
from tests.browser.remote import Bidi, Remote
from tests.browser.test_remote import BROWSERS, check, window
from tests.world import World

pytestmark = [pytest.mark.full, pytest.mark.anyio]

_IFRAME: Final = "document.querySelector('wellwish-sign').shadowRoot.querySelector('iframe')"
_FITS: Final = "document.documentElement.scrollHeight <= innerHeight"


async def opened(one: Remote, url: str) -> None:
    """Opens a page of the portal and switches to its frame."""
    await one.into_tab(0)
    await one.open(url)
    await one.until(f"{_IFRAME}.dataset.shown === ''")
    await one.into_frame(_IFRAME)
    await one.until(_FITS)


async def writes(one: Remote, text: str) -> None:
    await one.type("#text", text)
    await one.type("#name", "Noor")


async def clicks(one: Remote, selector: str) -> None:
    """Clicks by script: the drivers cannot move the mouse to a distant place in a frame."""
    found = f"document.querySelector({json.dumps(selector)})"
    await one.until(f"{found} !== null")
    await one.evaluate(f"({found}.click(), true)")


async def presses(one: Remote) -> None:
    await clicks(one, "#go")
    await one.at("/signed")
    await one.says("Lovely. Your note is on the card")
    await one.until(_FITS)


async def signs(one: Remote, world: World, portal: Portal) -> None:
    """Signs, edits, and reopens the note, by cookie or by its own link."""
    made: dict[str, Any] = await listed(world, portal.origin)
    url = portal.embed(made["sign_url"])
    await opened(one, url)
    await check(one)
    await writes(one, "From the portal")
    await presses(one)
    await check(one)
    own = await one.evaluate("document.querySelector('[aria-labelledby=own-link] a')?.href ?? ''")
    assert bool(own) == (one.name == "WebKit")
    await clicks(one, ".p-more a[href^='/e/']")
    await one.until("document.querySelector('#text')?.value === 'From the portal'")
    await writes(one, "Changed in the portal")
    await presses(one)
    [note] = await cards.notes(world, made)
    assert note["note"]["text"] == "Changed in the portal"
    await opened(one, url)
    remembered = await one.evaluate("document.querySelector('#text').value")
    assert remembered == ("" if own else "Changed in the portal")
    if own:
        await one.into_tab(0)
        await one.open(own)
        await one.until("document.querySelector('#text')?.value === 'Changed in the portal'")


async def chips_in(one: Remote, world: World, portal: Portal) -> None:
    """Signs with a gift, pays in another tab, and edits the note once the frame shows the payment."""
    made: dict[str, Any] = await listed(world, portal.origin, collection=COLLECTING)
    await opened(one, portal.embed(made["sign_url"]))
    await writes(one, "From the portal")
    await clicks(one, "label:has(input[name=gift][value='1000'])")
    await one.says("Your gift: €10")
    await one.until(_FITS)
    await check(one)
    await clicks(one, "#go")
    await one.at("/signed")
    await one.says("Continue to payment")
    await one.until(_FITS)
    await check(one)
    # Browsers open a tab for a person's key or click, but not for a click by script.
    await one.evaluate("(document.querySelector('a[data-pay]').focus(), true)")
    await one.enter()
    await one.into_tab(1)
    await one.at("/sandbox/")
    await check(one)
    await one.click("button[value=succeed]")
    await one.says("Thank you. Your payment went through")
    await world.work()
    [signed] = await cards.notes(world, made)
    assert signed["money"]["status"] == "paid"
    await one.close_tab()
    assert (await one.evaluate("location.origin")) == portal.origin
    await one.into_frame(_IFRAME)
    await one.says("Continue to payment")  # the control: the page is that of before
    # A headless window does not report that its tab becomes visible.
    await one.evaluate("(document.dispatchEvent(new Event('visibilitychange')), true)")
    await one.says("You chipped in €10.00. Thank you.")
    await one.until(_FITS)
    await check(one)
    await clicks(one, ".p-more a[href^='/e/']")
    await one.until("document.querySelector('#text')?.value === 'From the portal'")
    await writes(one, "Changed after the payment")
    await presses(one)
    [edited] = await cards.notes(world, made)
    assert (edited["note"]["text"], edited["money"]["status"]) == ("Changed after the payment", "paid")


async def is_refused(one: Remote, world: World, portal: Portal) -> None:
    """An unlisted portal shows only the link inside the element."""
    made = await listed(world, "https://portal.example.com")
    await one.into_tab(0)
    await one.open(portal.embed(made["sign_url"]))
    await one.until(f"{_IFRAME} !== null")
    await one.until("document.querySelector('wellwish-sign > a').getBoundingClientRect().height > 0")
    await one.evaluate("new Promise(done => setTimeout(() => done(true), 1000))")
    assert await one.evaluate(f"{_IFRAME}.dataset.shown ?? 'not shown'") == "not shown"
    assert await one.evaluate(f"{_IFRAME}.getBoundingClientRect().height") == 0


@pytest.mark.parametrize("name", BROWSERS)
async def test_signs_chips_in_and_refuses_an_unlisted_site(
    name: str, world: World, portal: Portal, tmp_path: Path
) -> None:
    async with window(name, tmp_path) as one:
        await signs(one, world, portal)
        await chips_in(one, world, portal)
        await is_refused(one, world, portal)
        if isinstance(one, Bidi):
            one.said.clear()  # the browser reports the refused frame
