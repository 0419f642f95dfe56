"""Sign a card in a browser: without scripts, with all attachments, in two tabs, and too late."""

import re
from pathlib import Path
from typing import Any

import pytest

from tests.browser import cards
from tests.browser.conftest import Visiting
from tests.browser.visitor import Visitor
from tests.media import files
from tests.world import World

pytestmark = [pytest.mark.browser, pytest.mark.anyio]

SIGNED = re.compile("/signed")


async def write(one: Visitor, text: str = "All the best", name: str = "Noor") -> None:
    """Fills in the two required fields."""
    await one.page.get_by_label("Your note", exact=True).fill(text)
    await one.page.get_by_label("From", exact=True).fill(name)


async def press(one: Visitor) -> None:
    """Signs and waits for the confirmation page."""
    await one.page.locator("#go").click()
    await one.page.wait_for_url(SIGNED)


async def only_note(world: World, made: dict[str, Any]) -> dict[str, Any]:
    [found] = await cards.notes(world, made)
    return found


async def test_signs_without_scripts(world: World, visitor: Visiting, tmp_path: Path) -> None:
    made = await cards.card(world)
    async with visitor(scripts=False) as one:
        await one.open(made["sign_url"])
        await one.page.locator("#go").click()
        await one.page.locator("#faults").wait_for()
        await write(one, "Happy birthday!")
        await one.page.locator("#pen-gochi").check(force=True)
        await one.page.locator("#ink-rust").check(force=True)
        assert "Gochi" in await one.page.locator("#text").evaluate("e => getComputedStyle(e).fontFamily")
        huge = tmp_path / "huge.jpg"  # A path, since the file is too large for a Playwright buffer.
        huge.write_bytes(files.photo() + bytes(45_000_000))
        await one.page.locator("#photo").set_input_files(huge)
        await one.page.locator("#go").click()
        await one.says("This file is too large.")
        assert await one.page.get_by_label("Your note", exact=True).input_value() == "Happy birthday!"
        assert await one.page.locator("#pen-gochi").is_checked()
        photo = {"name": "us.jpg", "mimeType": "image/jpeg", "buffer": files.photo()}
        await one.page.locator("#photo").set_input_files(photo)  # pyright: ignore[reportArgumentType]
        await press(one)
        await one.page.get_by_role("link", name="Edit my note").click()
        await one.page.get_by_label("Your note", exact=True).fill("Happy birthday, Maya!")
        await press(one)
        await one.page.locator("summary", has_text="Remove my note").click()
        found = await only_note(world, made)
        assert (found["note"]["text"], found["note"]["pen"]) == ("Happy birthday, Maya!", "gochi")
        assert len(found["note"]["media"]) == 1
        await one.page.get_by_role("button", name="Remove note").click()
        await one.says("Your note has been removed")
    assert await cards.notes(world, made) == []


async def test_signs_with_a_photo_a_drawing_and_a_voice(world: World, visitor: Visiting) -> None:
    made = await cards.card(world)
    async with visitor(permissions=["microphone"]) as one:
        await one.open(made["sign_url"])
        await write(one)
        await add_photo(one)
        await add_drawing(one)
        await add_voice(one)
        await one.page.locator("#go").click()
        await one.page.wait_for_url(SIGNED)
        await world.work()
        await one.page.reload()
        assert await one.page.locator("article img").count() == 2
        assert await one.page.locator("article img[alt='Us at the lake']").count() == 1
        assert await one.page.locator("article audio").count() == 1
        await one.check()
    media = (await only_note(world, made))["note"]["media"]
    kinds = [(await world.alice.get(f"/api/media/{each}")).json()["kind"] for each in media]
    assert sorted(kinds) == ["drawing", "photo", "voice"]


async def test_a_tap_begins_the_note(world: World, visitor: Visiting) -> None:
    """Another tap replaces an unchanged beginning, and appends to typed words."""
    made = await cards.card(world)
    async with visitor() as one:
        await one.open(made["sign_url"])
        text, buttons = one.page.locator("#text"), one.page.locator("[data-prompt]")
        await buttons.nth(0).click()
        assert await text.input_value() == "For your new year I wish you "
        await buttons.nth(3).click()
        assert await text.input_value() == "Thank you for "
        assert await one.page.evaluate("document.activeElement.id") == "text"
        await one.page.keyboard.type("the tea")
        await buttons.nth(2).click()
        assert await text.input_value() == "Thank you for the tea\nI'll never forget "
        await buttons.nth(0).focus()
        for key, at in (
            ("ArrowRight", 1),
            ("ArrowRight", 2),
            ("ArrowLeft", 1),
            ("ArrowLeft", 0),
            ("ArrowLeft", 3),
        ):
            await one.page.keyboard.press(key)
            focused = await one.page.evaluate("document.activeElement.textContent")
            assert focused == await buttons.nth(at).text_content()
        await text.fill("x" * 1990)
        await buttons.nth(2).click()
        assert await text.input_value() == "x" * 1990
        await one.check()
    async with visitor(scripts=False) as one:
        await one.open(made["sign_url"])
        assert not await one.page.locator("[data-prompt]").first.is_visible()


async def test_the_note_shows_its_picture_where_the_card_will(world: World, visitor: Visiting) -> None:
    made = await cards.card(world)
    async with visitor() as one:
        await one.open(made["sign_url"])
        await write(one)
        await add_photo(one)
        picture = await one.page.locator(".p-note .p-thing img").bounding_box()
        text = await one.page.locator("#text").bounding_box()
        assert picture is not None
        assert text is not None
        assert picture["width"] > 250
        assert picture["y"] + picture["height"] < text["y"]
        await add_drawing(one)
        assert await one.page.locator(".p-note .p-thing canvas").is_visible()
        assert await one.page.locator("#left").text_content() == "Added to your note."
        await one.check()


async def test_turns_and_cuts_a_photo_before_it_is_on_the_card(world: World, visitor: Visiting) -> None:
    made = await cards.card(world)
    async with visitor() as one:
        page = one.page
        await one.open(made["sign_url"])
        await write(one)
        await add_photo(one)
        for tool in ("Rotate", "Crop square", "Undo crop"):
            async with page.expect_response(re.compile("/media$")) as sent:
                await page.get_by_role("button", name=tool).click()
            assert (await sent.value).status == 201
        assert await page.locator(".p-thing").count() == 1
        assert await page.evaluate("document.activeElement.dataset.tool") == "square"
        await one.check()
        await press(one)
    [kept] = (await only_note(world, made))["note"]["media"]
    media = (await world.alice.get(f"/api/media/{kept}")).json()
    assert (media["width"], media["height"]) == (1365, 2048)
    assert await world.owner.fetchval("select count(*) from media where contribution_id is not null") == 1


async def add_photo(one: Visitor) -> None:
    """Chooses and describes a photo, which the page shrinks and uploads immediately."""
    photo = {"name": "us.jpg", "mimeType": "image/jpeg", "buffer": files.photo(3000, 2000)}
    async with one.page.expect_response(re.compile("/media$")) as sent:
        await one.page.locator("#photo").set_input_files(photo)  # pyright: ignore[reportArgumentType]
    assert (await sent.value).status == 201
    await one.page.locator(".p-alt").fill("Us at the lake")


async def add_drawing(one: Visitor) -> None:
    """Draws two lines and undoes the second."""
    await one.page.locator("#add-drawing").click()
    canvas = one.page.locator("#canvas")
    await canvas.wait_for()  # its script loads on first use
    box = await canvas.bounding_box()
    assert box is not None
    for drop in (0.3, 0.6):
        await one.page.mouse.move(box["x"] + 20, box["y"] + box["height"] * drop)
        await one.page.mouse.down()
        await one.page.mouse.move(box["x"] + 200, box["y"] + box["height"] * drop + 30, steps=8)
        await one.page.mouse.up()
    await one.page.locator("#draw-undo").click()
    await one.page.locator("#draw-done").click()
    assert len(await one.page.evaluate("JSON.parse(document.getElementById('drawing').value)")) == 1


async def add_voice(one: Visitor) -> None:
    """Records from the fake microphone."""
    await one.page.locator("#add-voice").click()
    record = one.page.locator("#speak-record")
    await record.click()
    await one.page.locator("#speak-clock", has_text=re.compile("[1-9]$")).wait_for()
    await record.click()
    async with one.page.expect_response(re.compile("/media$")) as sent:
        await one.page.locator("#speak-add").click()
    assert (await sent.value).status == 201


async def test_edits_by_the_cookie_and_by_the_mailed_link(world: World, visitor: Visiting) -> None:
    made = await cards.card(world)
    async with visitor() as one, visitor(width=1280) as elsewhere:
        await one.open(made["sign_url"])
        await write(one)
        await press(one)
        await one.open(made["sign_url"])
        await one.page.get_by_label("Your note", exact=True).fill("Changed from the same browser")
        await press(one)
        assert (await only_note(world, made))["note"]["text"] == "Changed from the same browser"
        await one.page.get_by_label("Your email address").fill("noor@example.com")
        await one.page.get_by_role("button", name="Send").click()
        await one.says("the link is on its way")
        await world.work()
        link = await mailed(elsewhere, "noor@example.com")
        await elsewhere.open(link)
        await elsewhere.page.get_by_label("Your note", exact=True).fill("Changed from elsewhere")
        await press(elsewhere)
    assert (await only_note(world, made))["note"]["text"] == "Changed from elsewhere"


async def mailed(one: Visitor, address: str) -> str:
    """Returns the link in the newest mail to an address in the outbox."""
    answer = await one.context.request.get(
        f"{one.base_url}/outbox?address={address}", headers={"Accept": "application/json"}
    )
    return (await answer.json())["data"][0]["link"]


async def test_of_two_tabs_at_the_last_place_one_signs(world: World, visitor: Visiting) -> None:
    made = await cards.card(world, contribution_limit=2)
    await cards.note(world, made["id"])
    async with visitor() as one, visitor() as other:
        for tab, name in ((one, "Noor"), (other, "Sami")):
            await tab.open(made["sign_url"])
            await write(tab, f"From {name}", name)
        # Send both forms before either response arrives.
        for tab in (one, other):
            await tab.page.locator("#go").click(no_wait_after=True)
        for tab in (one, other):
            await tab.page.locator(".p-own, #given").first.wait_for()
        late = [tab for tab in (one, other) if await tab.page.locator("#given").count()]
        assert len(late) == 1
        await late[0].says("This card is full: 2 of 2 signed")
        kept = await late[0].page.locator("#given").input_value()
        assert kept in ("From Noor", "From Sami")
        texts = [each["note"]["text"] for each in await cards.notes(world, made)]
        assert len(texts) == 2
        assert kept not in texts


async def test_a_card_closed_while_typing_says_so_and_loses_nothing(world: World, visitor: Visiting) -> None:
    made = await cards.card(world)
    async with visitor() as one:
        await one.open(made["sign_url"])
        await write(one, "I was still typing")
        await cards.shut(world, made)
        await one.page.locator("#go").click()
        await one.says("This card is closed")
        await one.page.get_by_label("Your note wasn't added to the card").wait_for()
        assert await one.page.locator("#given").input_value() == "I was still typing"
        await world.alice.post(f"/api/cards/{made['id']}/reopen")
        await one.open(made["sign_url"])
        await one.says("We saved your draft.")
        assert await one.page.get_by_label("Your note", exact=True).input_value() == "I was still typing"
        await press(one)
    assert (await only_note(world, made))["note"]["text"] == "I was still typing"


async def test_a_moderated_note_waits_and_then_shows(world: World, visitor: Visiting) -> None:
    made = await cards.card(world, moderation="pre")
    async with visitor() as one:
        await one.open(made["sign_url"])
        await write(one)
        await press(one)
        await one.says("will review your note")
        found = await only_note(world, made)
        assert found["note"]["status"] == "pending"
        await world.alice.post(f"/api/cards/{made['id']}/contributions/{found['id']}/publish")
        await one.page.reload()
        await one.says("You can edit your note while the card is open.")
        await cards.shut(world, made)
        await one.open(f"{cards.view(made)}?as=board")
        await one.says("All the best")


async def test_declines_and_signs_after_all(world: World, visitor: Visiting) -> None:
    made = await cards.card(world)
    link = await cards.invited(world, made["id"])
    async with visitor() as one:
        await one.open(link)
        await one.page.get_by_text("I'd rather not sign").click()
        await one.page.get_by_role("button", name="I'd rather not", exact=True).click()
        await one.says("You chose not to sign")
        [invitation] = (await world.alice.get(f"/api/cards/{made['id']}/invitations")).json()["data"]
        assert invitation["status"] == "declined"
        await one.page.get_by_role("link", name="Sign the card after all").click()
        await write(one)
        await press(one)
    assert (await only_note(world, made))["name"] == "Noor"


async def opened_at(world: World, card_id: str) -> str | None:
    """Returns the time when the card's only invitation was opened, or None. The API shows it a day later."""
    found = await world.owner.fetchval(
        "select coalesce(seen_at, opened_at) from invitations where card_id = $1", card_id
    )
    return None if found is None else str(found)


async def test_a_person_records_the_opening_and_a_browser_does_not(world: World, visitor: Visiting) -> None:
    made = await cards.card(world)
    link = await cards.invited(world, made["id"])

    async with visitor() as one:
        await one.open(link)
        await one.page.wait_for_load_state("networkidle")
        assert await opened_at(world, made["id"]) is None
        async with one.page.expect_response(re.compile("/seen$")):
            await one.page.mouse.click(5, 5)
        assert await opened_at(world, made["id"]) is not None


async def test_records_the_opening_when_the_network_is_back(world: World, visitor: Visiting) -> None:
    made = await cards.card(world)
    link = await cards.invited(world, made["id"])

    async with visitor() as one:
        await one.open(link)
        await one.context.set_offline(True)
        async with one.page.expect_event("requestfailed"):
            await one.page.mouse.click(5, 5)
        assert await opened_at(world, made["id"]) is None
        async with one.page.expect_response(re.compile("/seen$")):
            await one.context.set_offline(False)
        assert await opened_at(world, made["id"]) is not None
        assert all("ERR_INTERNET_DISCONNECTED" in each for each in one.faults)
        one.faults.clear()
