"""The home page and the outbox speak the visitor's language; the documentation is in English."""

import pytest

from tests.world import World

pytestmark = pytest.mark.anyio

HEADINGS = {"/": "Eine Karte, die Worte aller", "/outbox": "Postausgang"}


@pytest.mark.parametrize("path", HEADINGS)
async def test_speaks_the_language_of_the_browser(world: World, path: str) -> None:
    headers = {"Accept": "text/html", "Accept-Language": "de-AT, en;q=0.5"}
    answer = await world.client.get(path, headers=headers)
    assert '<html lang="de" dir="ltr">' in answer.text
    assert f"<h1>{HEADINGS[path]}</h1>" in answer.text
    assert {"Accept-Language", "Cookie"} <= set(answer.headers["vary"].split(", "))


@pytest.mark.parametrize("path", HEADINGS)
async def test_keeps_the_language_that_a_visitor_chose(world: World, path: str) -> None:
    headers = {"Accept": "text/html", "Accept-Language": "de"}
    answer = await world.client.get(f"{path}?lang=ar", headers=headers)
    assert '<html lang="ar" dir="rtl">' in answer.text
    assert "lang=ar;" in answer.headers["set-cookie"]
    again = await world.client.get(path, headers={**headers, "Cookie": "lang=ar"})
    assert '<html lang="ar" dir="rtl">' in again.text
    assert 'aria-current="true">العربية</a>' in again.text


@pytest.mark.parametrize("path", ["/docs", "/docs/guides/start", "/errors"])
async def test_the_documentation_is_in_english(world: World, path: str) -> None:
    answer = await world.client.get(path, headers={"Accept": "text/html", "Accept-Language": "ar"})
    assert '<html lang="en" dir="ltr">' in answer.text
