"""The reference pages show the whole OpenAPI document safely to people and programs."""

import html
import json
import re
from dataclasses import replace
from typing import Any

import httpx2
import pytest

from tests.world import World
from wellwish.app import application
from wellwish.base.errors import CATALOGUE
from wellwish.infra import openapi
from wellwish.infra.events import TYPES
from wellwish.routes import OPERATIONS
from wellwish.web.docs.chapters import chapters
from wellwish.web.docs.guide import GUIDES, path_of

pytestmark = pytest.mark.anyio

DOCUMENT = openapi.document(OPERATIONS)
_SHOWN = chapters(DOCUMENT, "https://wellwish.example").values()
CHAPTERS = [chapter.path for chapter in _SHOWN]
OPERATION_PAGES = [operation.href for chapter in _SHOWN for operation in chapter.operations]
DOCS = [
    "/docs", "/docs/search?q=card", "/errors", "/errors/not_found",
    *map(path_of, GUIDES), *CHAPTERS, *OPERATION_PAGES[:2],
]  # fmt: skip
PAGES = ["/", *DOCS]


async def page_of(world: World, path: str) -> str:
    answer = await world.client.get(path, headers={"Accept": "text/html"})
    assert answer.status_code == 200
    return answer.text


def words_of(value: Any, inside: str = "") -> set[str]:
    """Returns every property name and every enum value."""
    found: set[str] = set()
    if isinstance(value, dict):
        if inside == "properties":
            found |= set(value)
        found |= {str(word) for word in value.get("enum", []) if isinstance(value.get("enum"), list)}
        for name, inner in value.items():
            if name not in ("example", "examples"):
                found |= words_of(inner, name)
    elif isinstance(value, list):
        for inner in value:
            found |= words_of(inner)
    return found


async def test_everything_of_the_document_is_on_a_page(world: World) -> None:
    page = "".join([await page_of(world, path) for path in ["/docs", *CHAPTERS, *OPERATION_PAGES]])
    shown = {html.unescape(text) for text in re.findall(r"<code>([^<]*)</code>", page)}
    for path, methods in DOCUMENT["paths"].items():
        assert path in shown
        for method, operation in methods.items():
            assert f' id="{operation["operationId"]}"' in page, f"{method} {path}"
            missing = set(operation.get("x-codes", [])) - shown
            assert not missing, f"{operation['operationId']} can refuse with {missing}"
    for response in DOCUMENT["components"]["responses"].values():
        assert not set(response.get("x-codes", [])) - shown
    missing = words_of(DOCUMENT) - shown
    assert not missing, missing
    assert set(TYPES) <= shown
    assert set(DOCUMENT["components"]["securitySchemes"]) <= shown


async def test_a_word_that_is_on_no_page_is_found() -> None:
    """The control of the previous test."""
    seeded = {"properties": {"quite_new": {"enum": ["never_shown"]}}}
    assert words_of(seeded) == {"quite_new", "never_shown"}


@pytest.mark.parametrize("path", PAGES)
async def test_pages_are_safe(world: World, path: str) -> None:
    answer = await world.client.get(path, headers={"Accept": "text/html"})
    policy = answer.headers["content-security-policy"]
    assert policy.startswith("default-src 'none';")
    assert "unsafe" not in policy
    page = answer.text
    scripts = re.findall(r"<script[^>]*>[^<]*", page)
    assert all(re.fullmatch(r'<script type="module" src="/static/\w+/\w+\.js">', each) for each in scripts)
    assert bool(scripts) == (path in DOCS) == ("script-src 'self';" in policy)
    assert not re.search(r"\s(style|on[a-z]+)=", page)
    assert len(re.findall(r"<h1[\s>]", page)) == 1
    assert '<main id="main"' in page
    assert 'href="#main"' in page
    assert page.startswith('<!doctype html>\n<html lang="en" dir="ltr">')


async def test_every_link_and_anchor_of_every_page_leads_somewhere(world: World) -> None:
    pages = {path: await page_of(world, path) for path in [*PAGES, *OPERATION_PAGES]}
    for path in list(pages):
        ids = re.findall(r'\sid="([^"]+)"', pages[path])
        assert len(ids) == len(set(ids)), path
        for target in set(re.findall(r'(?:href|src)="([^"]+)"', pages[path])):
            file, _, anchor = target.partition("#")
            if file.startswith("https://"):
                continue  # another site
            file = file or path
            if file not in pages:
                headers = {"Accept": "text/html"}
                answer = await world.client.get(file, headers=headers, follow_redirects=True)
                assert answer.status_code == 200, (path, target)
                pages[file] = answer.text
            assert not anchor or f'id="{anchor}"' in pages[file], (path, target)


async def test_every_error_has_a_page_that_says_what_to_do(world: World) -> None:
    for code, refusal in CATALOGUE.items():
        page = html.unescape(re.sub(r"</?code>", "`", await page_of(world, f"/errors/{code}")))
        assert refusal.title in page, code
        assert refusal.fix in page, code


async def test_the_type_of_a_problem_is_a_page(world: World) -> None:
    refused = await world.client.get("/api/cards")
    page = await world.client.get(refused.json()["type"], headers={"Accept": "text/html"})
    assert page.status_code == 200
    assert "unauthenticated" in page.text


@pytest.mark.parametrize("path", ["/nothing", "/errors/nothing", "/static/x/nothing.css"])
async def test_responds_to_people_in_html_and_to_programs_with_a_problem(world: World, path: str) -> None:
    browser = await world.client.get(path, headers={"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"})
    assert (browser.status_code, browser.headers["content-type"]) == (404, "text/html; charset=utf-8")
    program = await world.client.get(path)
    assert (program.status_code, program.headers["content-type"]) == (404, "application/problem+json")
    json_first = await world.client.get(path, headers={"Accept": "application/json, text/html;q=0.5"})
    assert json_first.headers["content-type"] == "application/problem+json"


async def test_serves_the_document_that_is_committed_with_its_own_contact(world: World) -> None:
    settings = replace(world.services.settings, contact_email="api@cards.example")
    transport = httpx2.ASGITransport(application(replace(world.services, settings=settings)))
    async with httpx2.AsyncClient(transport=transport, base_url=settings.base_url) as client:
        answer = await client.get("/openapi.json")
    assert answer.headers["content-type"] == "application/json"
    served = answer.json()
    contact = served["info"].pop("contact")
    assert (contact["url"], contact["email"]) == (f"{settings.base_url}/", "api@cards.example")
    committed = json.loads(openapi.document_text(OPERATIONS))
    assert committed["info"].pop("contact")["email"] == "operator@wellwish.example"
    assert served == committed


async def test_the_document_and_its_pages_are_small(world: World) -> None:
    """Programs read the whole document, and assistants load it into their context."""
    size, most = len((await world.client.get("/openapi.json")).content), 465_000
    assert size <= most, (
        f"openapi.json has {size} bytes as served, of at most {most}: share what repeats, as SHARED in "
        "src/wellwish/infra/openapi/known_fields.py does, or raise the limit in decision 51 with a reason"
    )
    for path in ["/docs", *CHAPTERS, *OPERATION_PAGES]:
        page = await world.client.get(path, headers={"Accept": "text/html", "Accept-Encoding": "gzip"})
        assert int(page.headers["content-length"]) <= 50 * 1024, path
        assert page.headers["content-encoding"] == "gzip"


@pytest.mark.parametrize("path", ["/docs", *CHAPTERS, *OPERATION_PAGES[:2]])
async def test_each_page_has_a_twin_in_markdown(world: World, path: str) -> None:
    twin = await world.client.get(f"{path}.md", headers={"Accept": "text/html"})
    assert twin.headers["content-type"] == "text/markdown; charset=utf-8"
    preferred = await world.client.get(path, headers={"Accept": "text/markdown"})
    assert preferred.text == twin.text
    page = await page_of(world, path)
    assert f'href="{path}.md"' in page
    title = re.search(r"^# (.*)$", twin.text, re.MULTILINE)
    assert title is not None
    heading = title[1].removeprefix("Wellwish ").capitalize()
    assert f'<h1 id="title">{heading}</h1>' in html.unescape(page)
    for target in set(re.findall(r"\]\(([^)]+)\)", twin.text)):
        assert (await world.client.get(target)).status_code == 200, target


async def test_each_operation_is_in_the_markdown_of_one_resource(world: World) -> None:
    texts = [(await world.client.get(f"{path}.md")).text for path in CHAPTERS]
    for path, methods in DOCUMENT["paths"].items():
        for method in methods:
            assert sum(f"`{method.upper()} {path}`\n" in text for text in texts) == 1, f"{method} {path}"


async def test_the_document_without_a_contact_has_no_email(world: World) -> None:
    answer = await world.client.get("/openapi.json")
    assert "email" not in answer.json()["info"]["contact"]
    again = await world.client.get("/openapi.json", headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


async def test_static_files_are_kept_for_good_under_the_hash_of_their_content(world: World) -> None:
    page = await page_of(world, "/")
    address = re.search(r'href="(/static/[0-9a-f]+/base\.css)"', page)
    assert address is not None
    kept = await world.client.get(address[1])
    assert "immutable" in kept.headers["cache-control"]
    for font in re.findall(r"url\(([^)]+)\)", kept.text):
        found = await world.client.get(address[1].replace("base.css", font))
        assert (found.status_code, found.headers["content-type"]) == (200, "font/woff2")
    other = await world.client.get("/static/000000000000/base.css")
    assert other.headers["cache-control"] == "no-store"


async def test_the_home_page_shows_covers(world: World) -> None:
    page = (await world.client.get("/", headers={"Accept": "text/html"})).text
    covers = re.findall(r'<img src="(/covers/[^"]+)"', page)
    assert len(covers) == 11
    for each in covers:
        answer = await world.client.get(each)
        assert (answer.status_code, answer.headers["content-type"]) == (200, "image/avif")


async def test_the_home_page_leads_to_the_outbox_in_demo_mode(world: World) -> None:
    assert 'href="/outbox"' in await page_of(world, "/")


async def test_texts_for_assistants_lead_everywhere_and_fit(world: World) -> None:
    contents = await world.client.get("/llms.txt")
    assert contents.text.startswith("# Wellwish\n\n> ")
    # A list item is one line: programs read them line by line.
    assert [each for each in contents.text.splitlines() if not re.match("#|>|- \\[|$", each)] == []
    targets = re.findall(r"\]\(([^)]+)\)", contents.text)
    assert len(targets) == len(GUIDES) + len(CHAPTERS) + 2
    for target in targets:
        assert (await world.client.get(target)).status_code == 200, target
    everything = await world.client.get("/llms-full.txt")
    # 78,000 tokens.
    assert len(everything.content) < 315_000
    for path, methods in DOCUMENT["paths"].items():
        assert all(f"`{method.upper()} {path}`\n" in everything.text for method in methods)
    for guide in GUIDES.values():
        assert f"# {guide.title}\n" in everything.text
