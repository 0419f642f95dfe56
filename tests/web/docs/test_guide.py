"""The guides: safe HTML for people, Markdown for programs."""

import re

import pytest

from tests.world import World
from wellwish.web.docs import markdown
from wellwish.web.docs.guide import GUIDES, path_of

pytestmark = pytest.mark.anyio


async def page_of(world: World, name: str) -> str:
    answer = await world.client.get(path_of(name), headers={"Accept": "text/html"})
    assert answer.status_code == 200
    return answer.text


def shown(text: str) -> str:
    """Renders the text, without code blocks, as HTML."""
    parts = markdown.parts(markdown.parse(text), lambda target: target)
    return "".join(part.html for part in parts)


@pytest.mark.parametrize("name", GUIDES)
async def test_has_the_same_text_for_programs_at_its_own_address(world: World, name: str) -> None:
    twin = await world.client.get(f"{path_of(name)}.md", headers={"Accept": "text/html"})
    assert twin.headers["content-type"] == "text/markdown; charset=utf-8"
    assert twin.text.startswith(f"# {GUIDES[name].title}\n")
    preferred = await world.client.get(path_of(name), headers={"Accept": "text/markdown, text/html;q=0.5"})
    assert preferred.text == twin.text
    assert "Accept" in preferred.headers["vary"]
    page = await page_of(world, name)
    assert f"<h1>{GUIDES[name].title}</h1>" in page
    for heading in markdown.headings(markdown.parse(GUIDES[name].text)):
        assert f'id="{heading.id}"' in page


@pytest.mark.parametrize("name", GUIDES)
async def test_names_this_server(world: World, name: str) -> None:
    base_url = world.services.settings.base_url
    for path in (path_of(name), f"{path_of(name)}.md"):
        text = (await world.client.get(path)).text
        assert set(re.findall(r"http://localhost:\d+", text)) <= {base_url}


@pytest.mark.parametrize("name", GUIDES)
async def test_shows_each_sample_in_every_language(world: World, name: str) -> None:
    """A sample without a block in the language, such as curl, shows its first block instead."""
    parts = markdown.parts(markdown.parse(GUIDES[name].text), str)
    page = await page_of(world, name)
    for key in markdown.languages(parts):
        assert f'id="in-{key}"' in page
        samples = sum(bool(part.samples) for part in parts)
        assert len(re.findall(rf"<pre class=[^>]*\bc-in-{key}\b", page)) == samples
        assert len(re.findall(rf"<label [^>]*\bc-tab-{key}\b", page)) == samples


@pytest.mark.parametrize("name", GUIDES)
async def test_is_small_and_revalidated(world: World, name: str) -> None:
    answer = await world.client.get(path_of(name), headers={"Accept-Encoding": "gzip"})
    assert int(answer.headers["content-length"]) <= 100 * 1024
    again = await world.client.get(path_of(name), headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("name", ["nothing", "start.html", "..%2Fstart", ".md"])
async def test_another_name_is_not_found(world: World, name: str) -> None:
    assert (await world.client.get(path_of(name))).status_code == 404


def test_html_in_markdown_is_text() -> None:
    assert "<script" not in shown("<script>alert(1)</script>\n\na <b onclick=x>b</b>")
    assert "href" not in shown("[a](javascript:alert(1)) [b](data:text/html,x)")
    assert shown("[a](https://example.com)") == '<p><a href="https://example.com">a</a></p>\n'


def test_blocks_in_different_languages_are_one_sample() -> None:
    tabs = "```sh\na\n```\n```python\nb\n```\n```ts\nc\n```\n"
    text = f"{tabs}\nWords.\n\n```sh\nd\n```\n```sh\ne\n```\n```json\n{{}}\n```\n"
    parts = markdown.parts(markdown.parse(text), str)
    assert [(part.samples, part.code, bool(part.html)) for part in parts] == [
        ({"curl": "a", "python": "b", "typescript": "c"}, "", False),
        ({}, "", True),
        ({}, "d", False),
        ({}, "e", False),
        ({}, "{}", False),
    ]
    assert list(markdown.languages(parts)) == ["curl", "python", "typescript"]
