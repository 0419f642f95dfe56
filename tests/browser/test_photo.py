"""Pictures chosen on the signing page keep their transparency and their motion."""

import io
import re
from collections.abc import Callable
from typing import Any

import pytest
from PIL import Image

from tests.browser import cards
from tests.browser.conftest import Visiting
from tests.browser.visitor import Visitor
from tests.media import files, sounds
from tests.world import World

pytestmark = [pytest.mark.browser, pytest.mark.anyio]


def cut_out(size: int) -> bytes:
    """Returns a PNG of a noisy square on a transparent ground; its JPEG would be smaller."""
    made = Image.new("RGBA", (size, size // 2 * 2 - 2), (0, 0, 0, 0))
    noise = Image.effect_noise((size // 2, size // 2), 60).convert("RGBA")
    made.paste(noise, (size // 4, size // 4))
    out = io.BytesIO()
    made.save(out, "PNG")
    return out.getvalue()


def animation(form: str) -> bytes:
    """Returns an animation with more bytes than the page sends unchanged."""
    pictures = [Image.effect_noise((700, 500), each).convert("RGB") for each in (40, 80)]
    out = io.BytesIO()
    pictures[0].save(
        out,
        form,
        save_all=True,
        append_images=pictures[1:],
        duration=80,
        loop=0,
        **{"lossless": True} if form == "WEBP" else {},
    )
    return out.getvalue()


async def chosen(one: Visitor, content: bytes, media_type: str, name: str = "photo") -> Any:
    file = {"name": "file", "mimeType": media_type, "buffer": content}
    async with one.page.expect_response(re.compile("/media$")) as sent:
        await one.page.locator(f"#{name}").set_input_files(file)  # pyright: ignore[reportArgumentType]
    return await (await sent.value).json()


async def kept(world: World, media_id: str) -> dict[str, Image.Image]:
    """Returns the files of a medium by name."""
    media = (await world.alice.get(f"/api/media/{media_id}")).json()
    found = {}
    for file in media["files"]:
        picture = Image.open(io.BytesIO((await world.client.get(file["url"])).content))
        picture.load()
        found[file["name"]] = picture
    return found


@pytest.mark.parametrize(
    ("size", "tool"),
    [(2_400, None), (400, "Crop square"), (400, "Rotate")],
    ids=["shrunk", "cropped", "rotated"],
)
async def test_a_transparent_picture_stays_transparent(
    world: World, visitor: Visiting, size: int, tool: str | None
) -> None:
    made = await cards.card(world)
    async with visitor() as one:
        await one.open(made["sign_url"])
        answer = await chosen(one, cut_out(size), "image/png")
        if tool:
            async with one.page.expect_response(re.compile("/media$")) as sent:
                await one.page.get_by_role("button", name=tool).click()
            answer = await (await sent.value).json()
    media = (await world.alice.get(f"/api/media/{answer['id']}")).json()
    assert media["content_type"] == "image/webp", "the control: the page has drawn it"
    pictures = await kept(world, answer["id"])
    corner = pictures["480.webp"].convert("RGBA").getpixel((3, 3))
    middle = pictures["480.webp"].convert("RGBA").getpixel([side // 2 for side in pictures["480.webp"].size])
    assert isinstance(corner, tuple)
    assert isinstance(middle, tuple)
    assert (corner[3], middle[3]) == (0, 255)
    white = pictures["1600.jpg"].convert("L").getpixel((3, 3))
    assert isinstance(white, int)
    assert white > 250, "where nothing can be transparent, it is white"


@pytest.mark.parametrize("form", ["WEBP", "PNG"])
async def test_an_animation_keeps_moving(world: World, visitor: Visiting, form: str) -> None:
    content = animation(form)
    assert len(content) > 500_000
    made = await cards.card(world)
    async with visitor() as one:
        await one.open(made["sign_url"])
        answer = await chosen(one, content, f"image/{form.lower()}")
        assert answer["kind"] == "gif"
        assert not await one.page.get_by_role("button", name="Rotate").is_visible(), "it would stop"
        still = await chosen(one, files.photo(form=form), f"image/{form.lower()}")
        assert still["kind"] == "photo"
        await one.page.get_by_role("button", name="Rotate").wait_for()
    assert getattr((await kept(world, answer["id"]))["480.webp"], "n_frames", 1) == 2


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("photo", lambda: files.phone_photo(b"heic"), "Save it as a JPEG"),
        ("photo", lambda: files.phone_photo(b"avif"), "save it as a JPEG or PNG"),
    ],
)
async def test_says_how_to_convert_a_photo(
    world: World, visitor: Visiting, name: str, content: Callable[[], bytes], says: str
) -> None:
    made = await cards.card(world)
    async with visitor() as one:
        await one.open(made["sign_url"])
        answer = await chosen(one, content(), "image/heic", name)
        assert says in answer["message"]
        await one.page.locator(".p-thing [role=alert]", has_text=says).wait_for()


async def test_an_mp3_is_a_voice_note_that_plays(world: World, visitor: Visiting) -> None:
    made = await cards.card(world)
    async with visitor(scripts=False) as one:
        await one.open(made["sign_url"])
        accepted = await one.page.locator("#voice").get_attribute("accept")
        assert "audio/mpeg" in (accepted or "")
        file = {"name": "voice.mp3", "mimeType": "audio/mpeg", "buffer": sounds.mp3(3)}
        await one.page.locator("#voice").set_input_files(file)  # pyright: ignore[reportArgumentType]
        await one.page.get_by_label("Your note", exact=True).fill("Listen")
        await one.page.get_by_label("From", exact=True).fill("Noor")
        await one.page.locator("#go").click()
        await one.page.wait_for_url(re.compile("/signed"))
    [note] = await cards.notes(world, made)
    [media_id] = note["note"]["media"]
    media = (await world.alice.get(f"/api/media/{media_id}")).json()
    assert [each["name"] for each in media["files"]] == ["voice.mp3"]
