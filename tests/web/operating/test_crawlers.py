"""robots.txt, security.txt, favicon.ico, and what search engines may list."""

import io
import re
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

import pytest
from PIL import Image

from tests import make
from tests.infra.http.test_bad_input import is_problem
from tests.web.desk.people import signed_in
from tests.world import World
from wellwish.base import clock
from wellwish.base import settings as configuration
from wellwish.base.settings import Settings, SettingsError
from wellwish.base.settings.operator import OperatorSettings
from wellwish.designs.covers import files
from wellwish.pages import PAGES
from wellwish.web.kit.page import show_operator

LINKS: Final = OperatorSettings(
    imprint_url="https://example.org/imprint",
    terms_url="https://example.org/terms?a=1&b=2",
    privacy_url="https://example.org/privacy",
    security_contact="https://example.org/security",
)
# The pages that search engines may list.
INDEXED: Final = {
    "/", "/openapi.json", "/docs/wellwish.postman_collection.json", "/docs", "/docs.md",
    "/docs/guides/{name}", "/docs/reference/{name}", "/docs/search", "/docs/search.json", "/errors",
    "/errors/{code}", "/llms.txt",
    "/llms-full.txt", "/covers/{slug}/{name}",
}  # fmt: skip
# Pages that exist under the paths with parameters; others are refused.
EXAMPLES: Final = {
    "/docs/guides/{name}": "/docs/guides/start",
    "/docs/reference/{name}": "/docs/reference/cards",
    "/errors/{code}": "/errors/not_found",
    "/covers/{slug}/{name}": files.url_path("birthday-cake", 0, "avif_240"),
}
Serving = Callable[..., AbstractAsyncContextManager[World]]


@pytest.fixture
def serving(clone: tuple[str, str], settings: Settings) -> Serving:
    @asynccontextmanager
    async def run(**given: Any) -> AsyncGenerator[World]:
        try:
            async with World.over(replace(settings, **given), *clone) as world:
                await world.empty()
                await world.settle()
                yield world
        finally:
            show_operator(OperatorSettings())

    return run


async def test_names_where_to_report_a_vulnerability(serving: Serving) -> None:
    async with serving(operator=LINKS, contact_email="api@example.org") as world:
        answer = await world.client.get("/.well-known/security.txt")
        base_url = world.services.settings.base_url
        until = await expiry(world)
        try:
            clock.move(timedelta(days=400))
            later = await expiry(world)
        finally:
            clock.move(timedelta())
    assert (answer.status_code, answer.headers["content-type"]) == (200, "text/plain; charset=utf-8")
    lines = dict(line.split(": ", 1) for line in answer.text.splitlines())
    assert lines.keys() == {"Contact", "Expires", "Preferred-Languages", "Canonical"}
    assert lines["Contact"] == "https://example.org/security"
    assert lines["Canonical"] == f"{base_url}/.well-known/security.txt"
    # In the future, by less than a year (RFC 9116 section 2.5.5), on each day of a server that runs for ever.
    assert timedelta(days=150) < until - clock.now() < timedelta(days=365)
    assert timedelta(days=150) < later - clock.now() - timedelta(days=400) < timedelta(days=365)


async def expiry(world: World) -> datetime:
    text = (await world.client.get("/.well-known/security.txt")).text
    [given] = re.findall("^Expires: (.*)$", text, re.MULTILINE)
    return datetime.strptime(given, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)


async def test_takes_the_contact_of_the_api_or_none(serving: Serving) -> None:
    async with serving(contact_email="api@example.org") as world:
        text = (await world.client.get("/.well-known/security.txt")).text
        assert text.startswith("Contact: mailto:api@example.org\n")
    async with serving() as world:
        is_problem(await world.client.get("/.well-known/security.txt"), 404, "not_found")


def load(tmp_path: Path, **given: str) -> OperatorSettings:
    return configuration.load({"WELLWISH_DATA_DIR": str(tmp_path), **given}, make_key=False).operator


@pytest.mark.parametrize(
    ("given", "contact"),
    [
        ("security@example.org", "mailto:security@example.org"),
        ("mailto:security@example.org", "mailto:security@example.org"),
        ("https://example.org/security", "https://example.org/security"),
    ],
)
def test_reads_the_contact(tmp_path: Path, given: str, contact: str) -> None:
    assert load(tmp_path, WELLWISH_SECURITY_CONTACT=given).security_contact == contact


@pytest.mark.parametrize("name", ["IMPRINT_URL", "TERMS_URL", "PRIVACY_URL"])
@pytest.mark.parametrize(
    "url",
    [
        "example.org",
        "http://example.org",
        "https://",
        "javascript:alert(1)",
        "https://u:p@example.org",
        "https://a b",
    ],
)
def test_refuses_a_page_that_is_no_https_url(tmp_path: Path, name: str, url: str) -> None:
    with pytest.raises(SettingsError, match=f"WELLWISH_{name} must be an https URL"):
        load(tmp_path, **{f"WELLWISH_{name}": url})


def test_refuses_a_contact_that_is_none(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="WELLWISH_SECURITY_CONTACT"):
        load(tmp_path, WELLWISH_SECURITY_CONTACT="nobody")


async def test_robots_txt_names_no_secret_address(world: World) -> None:
    answer = await world.client.get("/robots.txt")
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    barred = re.findall("^Disallow: (.*)$", answer.text, re.MULTILINE)
    assert "/api/" in barred
    # A search engine may list an address that it may not fetch: a page with a secret link must be fetched.
    secret = [each.path for each in PAGES if "{token}" in each.path and not each.path.startswith("/desk")]
    assert secret
    assert not [path for path in secret if path.startswith(tuple(barred))]


async def test_the_icon_has_three_sizes(world: World) -> None:
    answer = await world.client.get("/favicon.ico")
    assert answer.headers["content-type"] == "image/x-icon"
    with Image.open(io.BytesIO(answer.content)) as icon:
        assert icon.format == "ICO"
        assert icon.info["sizes"] == {(16, 16), (32, 32), (48, 48)}


def test_only_these_pages_may_be_listed() -> None:
    assert {each.path for each in PAGES if each.indexed} == INDEXED


@pytest.mark.parametrize("path", sorted({each.path for each in PAGES if each.method == "GET"}))
async def test_every_other_page_says_noindex(path: str, world: World) -> None:
    """Error pages, too: the address of a card that has ended stays a secret."""
    shown = EXAMPLES.get(path) or re.sub(r"\{\w+\}", "x", path)
    answer = await world.client.get(shown, headers={"Accept": "text/html"})
    assert answer.status_code == 200 or path not in INDEXED
    robots = answer.headers.get("X-Robots-Tag")
    assert robots == (None if path in INDEXED else "noindex")


async def test_the_footers_lead_to_the_operators_pages(serving: Serving) -> None:
    async with serving(operator=LINKS) as world:
        card = await make.card(world.alice)
        path = card["sign_url"].removeprefix(world.services.settings.base_url)
        desk = await signed_in(world.alice)
        german = {"Accept": "text/html", "Accept-Language": "de"}
        texts = {
            each: (await world.client.get(each, headers=german)).text for each in ("/", path, "/nothing")
        }
        texts["desk"] = (await desk.open("/desk/cards")).text
        for name, text in texts.items():
            found = re.findall(r'<a href="(https://example\.org/[^"]*)"[^>]*>([^<]*)</a>', text)
            labels = ["Impressum", "Nutzungsbedingungen", "Datenschutzhinweise"]
            if name == "desk":
                labels = ["Imprint", "Terms of use", "Privacy notice"]
            urls = [LINKS.imprint_url, "https://example.org/terms?a=1&amp;b=2", LINKS.privacy_url]
            assert found == list(zip(urls, labels, strict=True)), name
    async with serving() as world:
        assert "c-operator" not in (await world.client.get("/", headers=german)).text


async def test_mails_name_imprint_and_privacy_notice(serving: Serving) -> None:
    async with serving(operator=LINKS) as world:
        card = await make.card(world.alice, locale="de")
        await make.invitations(world.alice, card["id"], "jo@example.com")
        await world.work()
        listed = (await world.client.get("/outbox", headers={"Accept": "text/html"})).text
        [mail] = set(re.findall(r"/outbox/msg_\w+", listed)) or {""}
        shown = (await world.client.get(mail)).text
    assert "https://example.org/imprint" in shown
    assert "https://example.org/privacy" in shown
    assert "https://example.org/terms" not in shown
