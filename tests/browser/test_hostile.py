"""Visitors' texts and uploads run no script, break no layout and leak no metadata."""

import io
import re
from collections.abc import Iterator
from itertools import product
from typing import Any, Final

import pytest
from PIL import Image

from tests.browser import cards
from tests.browser.conftest import Visiting
from tests.browser.test_sign import press, write
from tests.browser.visitor import NARROW, Visitor
from tests.media import files
from tests.world import World

pytestmark = [pytest.mark.browser, pytest.mark.anyio]

PAGES: Final = ("", "?inside", "?as=board", "?as=book", "?as=slides", "/report")
WORDS: Final = {
    "600 W": "W" * 600,
    "emoji": "👩‍👩‍👧‍👦🏳️‍🌈🎂🫶🏽" * 60,
    "right to left override": "safe \u202egnp.exe\u2066\u2067\u202b evil\u200f",
    "zalgo": "".join(f"{each}\u0300\u0316\u0334\u0489\u0351\u036b\u0343" for each in "Happy birthday Maya")
    * 5,
    "lines": "\n".join("x" for _ in range(300)),
    "no break": "https://example.org/" + "a" * 500,
    "scripts of the world": "नमस्ते 你好 こんにちは 안녕 สวัสดี שלום ᠮᠣᠩᠭᠣᠯ 𓀀 ﷽ ꧅" * 6,
}


def _vectors() -> Iterator[str]:
    """Yields markup that runs a script if the page fails to escape it: tags combined with event handlers."""
    run = "window.__ran=1"
    tags = ("img src=x", "svg", "body", "iframe", "video", "audio", "input autofocus", "details open",
            "object data=x", "math", "marquee", "style", "select autofocus", "embed src=x")  # fmt: skip
    fires = (
        "onload",
        "onerror",
        "onfocus",
        "ontoggle",
        "onbegin",
        "onstart",
        "onanimationstart",
        "onpageshow",
    )
    for tag, fire in product(tags, fires):
        yield f"<{tag} {fire}={run}>"
    for before in (
        "",
        "'",
        '"',
        "'>",
        '">',
        "</textarea>",
        "</title>",
        "</style>",
        "</script>",
        "-->",
        "]]>",
        "{{",
        "${",
        "`",
    ):
        yield f"{before}<script>{run}</script>"
        yield f"{before} onmouseover={run} x="
        yield f"{before}<svg><script>{run}</script></svg>"
    schemes = (
        "javascript:",
        "JaVaScRiPt:",
        "java\tscript:",
        "&#106;avascript:",
        "data:text/html,",
        "vbscript:",
    )
    for scheme in schemes:
        yield f'<a href="{scheme}{run}">press</a>'
        yield f'<iframe src="{scheme}<script>{run}</script>">'
        yield f'<form action="{scheme}{run}"><button>go</button></form>'
    yield from (
        f"{{{{constructor.constructor('{run}')()}}}}",
        "{{ self.__init__.__globals__ }}",
        "{% include '/etc/passwd' %}",
        "%(count)s %s %n",
        "<base href='//example.org/'><script src=x.js></script>",
        "<meta http-equiv=refresh content=0;url=//example.org>",
        "<link rel=stylesheet href=//example.org/x.css>",
        "<style>*{display:none}</style>",
        "<!--[if gte IE 4]><script>1</script><![endif]-->",
        "<noscript><p title='</noscript><img src=x onerror=window.__ran=1>'>",
        "<math><mtext><table><mglyph><style><img src=x onerror=window.__ran=1>",
        "<template><script>window.__ran=1</script></template>",
        "<x id=form><x id=text name=name>",
        "<dialog open id=draw>",
        "\\u003cscript\\u003ewindow.__ran=1\\u003c/script\\u003e",
        "+ADw-script+AD4-window.__ran=1+ADw-/script+AD4-",
    )  # fmt: skip


VECTORS: Final = list(_vectors())


async def inert(one: Visitor) -> None:
    """Checks that no script ran, no foreign markup was inserted and nothing overflows."""
    assert await one.page.evaluate("window.__ran") is None
    assert await one.page.locator("main :is(iframe, object, embed, base, meta, style, marquee)").count() == 0
    assert await one.page.evaluate(NARROW) == [], one.page.url
    assert one.faults == []


async def test_two_hundred_ways_to_run_a_script_are_words(world: World, visitor: Visiting) -> None:
    assert len(set(VECTORS)) >= 180
    made = await cards.card(world, title=VECTORS[0], sender=VECTORS[1], recipients=[{"name": VECTORS[2]}])
    link = await cards.invited(world, made["id"])
    for start in range(0, len(VECTORS), 10):
        some = "\n".join(VECTORS[start : start + 10])
        await cards.note(world, made["id"], text=some[:2000])
    await cards.sign(world, link, text=VECTORS[3], name=VECTORS[4][:100])
    async with visitor(width=390) as one:
        for page in (made["sign_url"], link, f"{link}/signed"):
            await one.open(page)
            await inert(one)
        await cards.shut(world, made)
        for below in PAGES:
            await one.open(cards.view(made) + below)
            await inert(one)
        await one.open(f"{cards.view(made)}?as=board")
        shown = await one.page.locator(".v-board").inner_text()
        for each in VECTORS:
            assert re.sub(r"\s+", " ", each).strip() in re.sub(r"\s+", " ", shown), each


@pytest.mark.parametrize("name", WORDS)
async def test_strange_words_break_no_page(world: World, visitor: Visiting, name: str) -> None:
    words = WORDS[name]
    line = re.sub(r"\s+", " ", words)
    made = await cards.card(world, title=line[:250], sender=line[:250], recipients=[{"name": line[:100]}])
    link = await cards.invited(world, made["id"])
    await cards.sign(world, link, text=words, name=line[:100])
    async with visitor(width=390) as one:
        for page in (made["sign_url"], f"{link}/signed"):
            await one.open(page)
            await inert(one)
        await cards.shut(world, made)
        for below in PAGES:
            await one.open(cards.view(made) + below)
            await inert(one)


def _large() -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (12_000, 3_000), (90, 20, 60)).save(out, "JPEG", quality=30)
    return out.getvalue()


REFUSED: Final[dict[str, tuple[str, bytes]]] = {
    "svg": ("drawing.svg", b"<svg xmlns='http://www.w3.org/2000/svg' onload='window.__ran=1'/>"),
    "svg named as a photo": (
        "photo.jpg",
        b"<svg xmlns='http://www.w3.org/2000/svg' onload='window.__ran=1'/>",
    ),
    "empty": ("empty.jpg", b""),
    "page named as a photo": ("photo.png", b"<!doctype html><script>window.__ran=1</script>"),
}


def chosen(name: str, content: bytes) -> Any:
    """Returns the file in the format of Playwright's file chooser."""
    return {"name": name, "mimeType": "image/jpeg", "buffer": content}


@pytest.mark.parametrize("name", REFUSED)
@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
async def test_files_that_are_no_photo_are_refused_in_words(
    world: World, visitor: Visiting, name: str, scripts: bool
) -> None:
    made = await cards.card(world)
    async with visitor(scripts=scripts) as one:
        await one.open(made["sign_url"])
        await write(one, "My words stay")
        await one.page.locator("#photo").set_input_files(chosen(*REFUSED[name]))
        if scripts:
            await one.page.locator(".p-thing [role=alert]").wait_for()
            assert not await one.page.get_by_role("button", name="Rotate").is_visible()
            assert not await one.page.locator(".p-things .p-alt").is_visible()
        elif name != "empty":
            await one.page.locator("#go").click()
            await one.page.locator("#photo-fault").wait_for()
        assert await one.page.locator("#text").input_value() == "My words stay"
        assert await one.page.evaluate("window.__ran") is None
    assert await world.owner.fetchval("select count(*) from media") == 0


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
async def test_a_photo_does_not_reveal_where_it_was_taken(
    world: World, visitor: Visiting, scripts: bool
) -> None:
    made = await cards.card(world)
    content = files.located(orientation=6)
    assert b"SecretCamera" in content
    async with visitor(scripts=scripts) as one:
        await one.open(made["sign_url"])
        await write(one)
        if scripts:
            async with one.page.expect_response(re.compile("/media$")):
                await one.page.locator("#photo").set_input_files(chosen("home.jpg", content))
        else:
            await one.page.locator("#photo").set_input_files(chosen("home.jpg", content))
        await press(one)
        await world.work()
        await one.page.reload()
        picture = one.page.locator("article img")
        src = await picture.get_attribute("src")
        answer = await one.context.request.get(one.base_url + str(src))
        served = await answer.body()
        assert b"Secret" not in served
        assert not Image.open(io.BytesIO(served)).getexif()
        assert "sandbox" in answer.headers["content-security-policy"]
        # The file is stored rotated; the EXIF orientation turns it upright.
        assert await picture.evaluate("async e => (await e.decode(), e.naturalHeight > e.naturalWidth)")


async def test_a_photo_of_twelve_thousand_pixels_is_made_small(world: World, visitor: Visiting) -> None:
    made = await cards.card(world)
    async with visitor() as one:
        await one.open(made["sign_url"])
        await write(one)
        async with one.page.expect_response(re.compile("/media$")) as sent:
            await one.page.locator("#photo").set_input_files(chosen("wide.jpg", _large()))
        answer = await sent.value
        assert answer.status == 201
        assert len(answer.request.post_data_buffer or b"") < 2_000_000
        await press(one)
        await world.work()
        await one.page.reload()
        await one.page.locator("article img").evaluate("async e => { await e.decode(); }")
        await inert(one)
