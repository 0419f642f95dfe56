"""The search of the documentation: ranking, the results page, and the index for scripts."""

import html
import json
import re
from typing import Any

import pytest

from tests.world import World
from wellwish.base.errors import CATALOGUE
from wellwish.infra import openapi
from wellwish.infra.events import TYPES
from wellwish.routes import OPERATIONS
from wellwish.web.docs.chapters import chapters
from wellwish.web.docs.entries import entries_of
from wellwish.web.docs.guide import GUIDES
from wellwish.web.docs.search import find

pytestmark = pytest.mark.anyio

DOCUMENT = openapi.document(OPERATIONS)
ENTRIES = entries_of(chapters(DOCUMENT, "").values())


async def results(world: World, query: str) -> list[tuple[str, str]]:
    """Returns links and titles on the results page."""
    answer = await world.client.get("/docs/search", params={"q": query}, headers={"Accept": "text/html"})
    assert answer.status_code == 200
    return re.findall(r'<li><a href="([^"]+)">(.*?)</a> <span class="c-chip">', answer.text)


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("Retry safely", "/docs/guides/retries"),
        ("retries", "/docs/guides/retries"),
        ("birthday", "/docs/guides/birthdays"),
        ("errors", "/docs/guides/errors"),
        ("create a card", "/docs/reference/cards.create"),
        ("POST /api/cards", "/docs/reference/cards.create"),
        ("cards.create", "/docs/reference/cards.create"),
        ("closing a card", "/docs/reference/cards.close"),
        ("refunding", "/docs/reference/refunds.create"),
        ("rotate secret", "/docs/reference/webhook_endpoints.rotate_secret"),
        ("card_closed", "/errors/card_closed"),
        ("see_contributor_names", "/docs/reference/cards.create"),
        ("webhook signature", "/docs/guides/webhooks#verify-and-read-a-webhook"),
        ("contribution.created", "/docs/reference/webhook-events#messages"),
        ("SLACK", "/docs/guides/chat"),
    ],
)
async def test_finds_the_best_first(world: World, query: str, first: str) -> None:
    assert (await results(world, query))[0][0] == first


def test_finds_everything_by_its_name() -> None:
    operations = [each for methods in DOCUMENT["paths"].values() for each in methods.values()]
    names = {*CATALOGUE, *TYPES, *(guide.title for guide in GUIDES.values())}
    for name in sorted(names):
        assert find(ENTRIES, name)[0].title == name, name
    for operation in operations:
        assert find(ENTRIES, operation["operationId"])[0].href.endswith(f"/{operation['operationId']}")


async def test_every_result_leads_somewhere(world: World) -> None:
    pages: dict[str, str] = {}
    for entry in ENTRIES:
        path, _, anchor = entry.href.partition("#")
        if path not in pages:
            answer = await world.client.get(path, headers={"Accept": "text/html"})
            assert answer.status_code == 200, path
            pages[path] = answer.text
        assert not anchor or f'id="{anchor}"' in pages[path], entry.href


async def test_each_word_narrows_the_results(world: World) -> None:
    many, few = await results(world, "card"), await results(world, "card xylophone")
    assert len(many) == 50
    assert few == []
    page = await world.client.get("/docs/search?q=card", headers={"Accept": "text/html"})
    assert re.search(r"The first 50 of \d+ results for “card”", page.text)


@pytest.mark.parametrize("query", ["", " ", "?", "(.*", "[", "\\", "a" * 5000, "名前", "\x00", "the of"])
async def test_any_query_has_a_page(world: World, query: str) -> None:
    answer = await world.client.get("/docs/search", params={"q": query}, headers={"Accept": "text/html"})
    assert answer.status_code == 200
    assert len(answer.content) < 40_000


async def test_shows_the_query_as_text(world: World) -> None:
    hostile = '"><script>alert(1)</script>'
    page = (await world.client.get("/docs/search", params={"q": hostile})).text
    assert "<script>alert" not in page
    assert f'value="{hostile}"' in html.unescape(page)


def _href(path: str, anchor: str) -> str:
    return path + anchor if path.endswith("/") else path + (anchor and f"#{anchor}")


async def test_serves_a_small_index_with_the_same_entries(world: World) -> None:
    answer = await world.client.get("/docs/search.json")
    assert answer.headers["content-type"] == "application/json"
    # 27 KB with gzip, which is how browsers get it.
    assert len(answer.content) <= 132 * 1024
    index: dict[str, Any] = answer.json()
    assert [
        (index["kinds"][kind], title, says, _href(index["paths"][path], anchor), "".join(words))
        for kind, title, says, path, anchor, *words in index["rows"]
    ] == [(each.kind, each.title, each.says, each.href, each.words) for each in ENTRIES]
    assert json.dumps(index).isprintable()
    again = await world.client.get("/docs/search.json", headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("webhok", "webhook"),
        ("wehbook", "webhook"),
        ("idempotancy", "idempotency"),
        ("invitaton", "invitation"),
        ("refnud", "refund"),
        ("birtday card", "birthday card"),
        ("contribtion_end_date", "contribution_end_date"),
        ("dry rnu", "dry run"),
        ("cursro", "cursor"),
        ("credntials", "credentials"),
    ],
)
async def test_suggests_what_a_typing_error_meant(typed: str, meant: str, world: World) -> None:
    answer = await world.client.get("/docs/search", params={"q": typed})
    [found] = re.findall(r'Did you mean <a href="([^"]+)">([^<]*)</a>', answer.text)
    assert found[1].startswith(meant.removesuffix("s")), found
    led = await world.client.get(html.unescape(found[0]))
    assert "Did you mean" not in led.text
    assert '<span class="c-chip">' in led.text


@pytest.mark.parametrize("typed", ["", "webhook", "qqqqqq", "<script>", "a"])
async def test_suggests_nothing_else(typed: str, world: World) -> None:
    answer = await world.client.get("/docs/search", params={"q": typed})
    assert "Did you mean" not in answer.text
