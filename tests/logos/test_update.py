"""The logo of an account: scaled in a child process, at a public path, in the mails of its cards."""

import io
from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageDraw

from tests import make
from tests.delivery.conftest import Sending
from tests.delivery.conftest import sending as sending  # noqa: PLC0414 - a fixture of another folder
from tests.later import another_time
from tests.media.files import gif, photo
from tests.web.visitor import path_of
from tests.world import Person
from wellwish.base import clock
from wellwish.logos.update import MAX_BYTES
from wellwish.media import purge

pytestmark = pytest.mark.anyio
PATH = "/api/account/logo"


async def given(person: Person, content: bytes, **headers: Any) -> Any:
    return await person.put(PATH, {"content": b64encode(content).decode()}, **headers)


async def logo(person: Person, content: bytes) -> dict[str, Any]:
    answer = await given(person, content)
    assert answer.status_code == 200, answer.text
    return answer.json()["logo"]


async def fetched(person: Person, url: str) -> Image.Image:
    answer = await person.world.client.get(url)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "image/png"
    return Image.open(io.BytesIO(answer.content)).convert("RGB")


def drawn(colour: str) -> bytes:
    """Returns a picture of a disc on a transparent background."""
    picture = Image.new("RGBA", (900, 500))
    ImageDraw.Draw(picture).ellipse((300, 100, 600, 400), fill=colour)
    out = io.BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()


def noise() -> bytes:
    out = io.BytesIO()
    Image.effect_noise((640, 192), 200).convert("RGB").save(out, "PNG")
    return out.getvalue()


def folders(person: Person) -> list[Path]:
    return list((person.world.services.settings.data_dir / "media").glob(f"*/{person.account_id}/*/logo.png"))


@pytest.mark.parametrize("form", ["PNG", "JPEG", "WEBP"])
async def test_is_scaled_and_served(alice: Person, form: str) -> None:
    made = await logo(alice, photo(1600, 400, form))
    assert (made["width"], made["height"]) == (320, 80)
    answer = await alice.world.client.get(made["url"])
    assert len(answer.content) <= 10_000
    assert "immutable" in answer.headers["cache-control"]
    assert answer.headers["cross-origin-resource-policy"] == "cross-origin"
    assert (await alice.get("/api/account")).json()["logo"] == made


async def test_noise_stays_small(alice: Person) -> None:
    made = await logo(alice, noise())
    assert len((await alice.world.client.get(made["url"])).content) <= 10_000


@pytest.mark.parametrize(("colour", "ground"), [("black", (255, 255, 255)), ("white", (42, 34, 56))])
async def test_a_transparent_logo_is_visible_on_its_ground(
    alice: Person, colour: str, ground: tuple[int, int, int]
) -> None:
    made = await logo(alice, drawn(colour))
    picture = await fetched(alice, made["url"])
    assert picture.getpixel((0, 0)) == ground
    assert picture.getpixel((picture.width // 2, picture.height // 2)) == (
        (0, 0, 0) if colour == "black" else (255, 255, 255)
    )
    assert picture.size == (96, 96)


async def test_removes_metadata(alice: Person) -> None:
    made = await logo(alice, photo(form="PNG", pnginfo=None, icc_profile=b""))
    content = (await alice.world.client.get(made["url"])).content
    assert not Image.open(io.BytesIO(content)).info.keys() & {"exif", "icc_profile", "comment"}


@pytest.mark.parametrize(
    ("content", "status", "code"),
    [
        (gif(), 415, "not_accepted"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>", 415, "not_accepted"),
        (photo(form="PNG")[:-200], 422, None),
        (b"\x89PNG\r\n\x1a\n" + b"\0" * MAX_BYTES, 422, None),
        (b"", 422, None),
    ],
)
async def test_refuses_what_is_no_small_picture(
    alice: Person, content: bytes, status: int, code: str | None
) -> None:
    answer = await given(alice, content)
    assert answer.status_code in (status, 413), answer.text
    if code is not None:
        assert [each["code"] for each in answer.json()["errors"]] == [code]
    assert (await alice.get("/api/account")).json()["logo"] is None
    assert folders(alice) == []


async def test_only_an_owner_sets_and_removes_it(alice: Person, bob: Person, mallory: Person) -> None:
    made = await logo(alice, photo())
    await alice.world.owner.execute("update memberships set role = 'member' where user_id = $1", bob.user_id)
    assert (await given(bob, photo())).status_code == 403
    assert (await bob.delete(PATH)).status_code == 403
    assert folders(bob) == []
    assert (await mallory.delete(PATH)).status_code == 200
    assert (await alice.get("/api/account")).json()["logo"] == made


async def test_a_stale_version_leaves_a_file_that_the_purge_deletes(alice: Person) -> None:
    made = await logo(alice, photo())
    assert (await given(alice, drawn("black"), headers={"If-Match": '"1"'})).status_code == 412
    assert len(folders(alice)) == 2
    with another_time():
        clock.move(purge.timedelta(days=2))
        await purge.run(alice.world.services, {})
    assert len(folders(alice)) == 1
    assert (await alice.world.client.get(made["url"])).status_code == 200


async def test_the_mails_of_cards_show_it(sending: Sending) -> None:
    alice = sending.world.alice
    for expected in (0, 1):
        card = await make.card(alice)
        await make.invitations(alice, card["id"], "ana@example.com")
        await alice.world.work()
        html = sending.post.received[-1].html
        assert html.count("/logos/") == expected
        if not expected:
            await logo(alice, photo(1600, 400))
    assert 'width="160" height="40" alt="alice and co"' in html


async def test_an_opened_card_shows_it(alice: Person) -> None:
    made = await logo(alice, photo())
    card = await make.card(alice, recipients=[{"name": "Jo"}])
    await alice.post(f"/api/cards/{card['id']}/close")
    read = (await alice.get(f"/api/cards/{card['id']}")).json()
    page = await alice.world.client.get(path_of(read["recipients"][0]["view_url"]), params={"inside": ""})
    assert f'src="{path_of(made["url"])}" alt="alice and co"' in page.text
