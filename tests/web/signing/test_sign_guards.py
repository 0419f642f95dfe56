"""Checks on signing forms: sent from our own page, opened at this link in this browser, by a person."""

import dataclasses
import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import httpx2
import pytest

from tests import make
from tests.web.signing.test_sign import notes, shared
from tests.web.visitor import Visitor, path_of
from tests.world import World
from wellwish.app import application
from wellwish.base import clock
from wellwish.infra.http import Visits
from wellwish.web.kit import form
from wellwish.web.kit.cookie import OWN
from wellwish.web.signing import sign

pytestmark = pytest.mark.anyio


async def test_refuses_a_form_without_its_token_and_keeps_the_words(world: World) -> None:
    card, path = await shared(world)
    visitor = Visitor(world)
    for token in ("", "nonsense", "1-a.b"):
        answer = await visitor.sign(path, form_token=token, text="Keep these words")
        assert answer.status_code == 403
        assert "Please press the button again" in visitor.page
        assert "Keep these words</textarea>" in visitor.page
    assert await notes(world, card) == []
    assert (await visitor.send(path, text="Keep these words")).status_code == 303


async def test_refuses_the_token_of_another_browser(world: World) -> None:
    card, path = await shared(world)
    mine, theirs = Visitor(world), Visitor(world)
    await theirs.open(path)
    assert (await mine.sign(path, form_token=theirs.token())).status_code == 403
    mine.cookies.clear()  # a browser without cookies
    assert (await mine.sign(path)).status_code == 303
    mine.cookies.clear()
    await mine.open(path)
    mine.cookies.clear()
    assert (await mine.send(path)).status_code == 403
    assert len(await notes(world, card)) == 1


async def test_refuses_the_token_of_another_card(world: World) -> None:
    _, path = await shared(world)
    other, elsewhere = await shared(world)
    visitor = Visitor(world)
    await visitor.open(path)
    token = visitor.token()
    assert (await visitor.sign(elsewhere, form_token=token)).status_code == 403
    assert await notes(world, other) == []


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "http://localhost:8080.evil.example"},
        {"Origin": "http://localhost:8081"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "null", "Sec-Fetch-Site": "cross-site"},
    ],
)
async def test_refuses_what_another_site_sends(world: World, headers: dict[str, str]) -> None:
    card, path = await shared(world)
    visitor = Visitor(world)
    await visitor.open(path)
    visitor.headers.update(headers)
    assert (await visitor.send(path)).status_code == 403
    for button in ("remove", "mail", "decline", "seen"):
        token = form.token(world.services, visitor.cookies["browser"], path)
        assert (await visitor.press(f"{path}/{button}", form_token=token)).status_code == 403
    assert await notes(world, card) == []


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://localhost:8080"},
        {"Origin": "http://127.0.0.1:8080"},
        {"Origin": "null", "Sec-Fetch-Site": "same-origin"},
        {"Sec-Fetch-Site": "none"},
    ],
)
async def test_takes_what_our_page_sends(world: World, headers: dict[str, str]) -> None:
    """With ``no-referrer``, browsers send ``Origin: null``."""
    _, path = await shared(world)
    visitor = Visitor(world, **headers)
    assert (await visitor.sign(path)).status_code == 303


@pytest.mark.parametrize(
    ("kind", "body", "status"),
    [
        ("application/json", b"{}", 415),
        ("text/plain", b"name=x", 415),
        ("multipart/form-data", b"no boundary", 400),
        ("multipart/form-data; boundary=x", b"--x\r\nnonsense", 403),  # contains no token
        ("application/x-www-form-urlencoded", b"&".join(b"a=1" for _ in range(199)), 400),
    ],
)
async def test_refuses_an_invalid_form(world: World, kind: str, body: bytes, status: int) -> None:
    _, path = await shared(world)
    answer = await Visitor(world).request("POST", path, content=body, headers={"Content-Type": kind})
    assert answer.status_code == status
    assert answer.text.count("<h1>") == 1


async def test_refuses_excessive_forms(world: World) -> None:
    _, path = await shared(world)
    headers = {"Content-Type": "multipart/form-data; boundary=x", "Content-Length": str(sign.MAX_BYTES + 1)}
    visitor = Visitor(world)
    answer = await visitor.request("POST", path, content=b"--x", headers=headers)
    assert (answer.status_code, answer.headers["connection"]) == (413, "close")
    assert "Go back and choose a smaller file." in visitor.page


async def test_a_robot_that_fills_in_a_hidden_field_signs_nothing(world: World) -> None:
    card, path = await shared(world)
    visitor = Visitor(world)
    assert (await visitor.sign(path, more="buy now")).status_code == 422
    assert re.search(r'id="faults"[^>]*>\s*<p>Please press the button again</p>', visitor.page)
    assert await notes(world, card) == []


@asynccontextmanager
async def served(world: World, visits: Visits) -> AsyncGenerator[World]:
    """The same service outside demo mode, with other limits."""
    settings = dataclasses.replace(world.services.settings, demo=False)
    services = dataclasses.replace(world.services, visits=visits, settings=settings)
    transport = httpx2.ASGITransport(application(services), client=("203.0.113.9", 50000))
    async with httpx2.AsyncClient(transport=transport, base_url="http://localhost:8080") as client:
        other = World(services, client, world.owner)
        other.alice = world.alice
        yield other


async def test_a_form_sent_at_once_is_asked_for_once_more(world: World) -> None:
    card, path = await shared(world)
    async with served(world, Visits(0, 0, 0)) as live:
        visitor = Visitor(live)
        assert (await visitor.sign(path)).status_code == 422
        token = form.token(live.services, visitor.cookies["browser"], path, clock.now().timestamp() - 5)
        assert (await visitor.send(path, form_token=token)).status_code == 303
    assert len(await notes(world, card)) == 1


async def test_a_visitor_who_signs_too_often_waits_and_loses_nothing(world: World) -> None:
    card, path = await shared(world)
    async with served(world, Visits(0, 1, 0)) as live:
        visitor = Visitor(live)
        answers: list[Any] = []
        for text in ("One", "Two"):
            await visitor.open(f"{path}?another=1")
            token = form.token(live.services, visitor.cookies["browser"], path, clock.now().timestamp() - 5)
            answers.append(await visitor.send(path, form_token=token, text=text))
    assert [each.status_code for each in answers] == [303, 429]
    assert int(answers[1].headers["retry-after"]) >= 1
    assert "Two</textarea>" in visitor.page
    assert re.search(
        r"Too many people are signing from your network just now. Try again in \d+ seconds?\.", visitor.page
    )
    assert f'id="wait" role="timer" data-s="{answers[1].headers["retry-after"]}"' in visitor.page
    assert len(await notes(world, card)) == 1


async def test_limits_guesses_of_links(world: World) -> None:
    _, path = await shared(world)
    async with served(world, Visits(0, 0, 2)) as live:
        visitor = Visitor(live)
        assert (await visitor.open(path)).status_code == 200
        assert [(await visitor.open("/s/nonsense")).status_code for _ in range(3)] == [404, 404, 429]
        assert (await visitor.open(path)).status_code == 200  # others share the address


async def test_the_cookie_of_another_card_opens_nothing(world: World) -> None:
    """The cookie of alice's card contains mallory's token."""
    card, path = await shared(world)
    visitor = Visitor(world)
    await visitor.sign(path, text="Only for Maya")
    theirs = await make.card(world.mallory)
    mallory = Visitor(world)
    await mallory.sign(path_of(theirs["sign_url"]))
    [stolen] = [value for name, value in mallory.cookies.items() if name.startswith(OWN)]
    mallory.cookies[f"{OWN}{card['id'][-12:]}"] = stolen
    await mallory.open(path)
    assert "You've signed this card." not in mallory.page
    assert "Only for Maya" not in mallory.page
    await mallory.press(f"{path}/remove")
    assert len(await notes(world, card)) == 1
    for value in ("nonsense", "", "x" * 500):
        mallory.cookies[f"{OWN}{card['id'][-12:]}"] = value
        assert (await mallory.open(path)).status_code == 200


async def test_a_note_of_somebody_else_cannot_be_named(world: World) -> None:
    card, path = await shared(world)
    visitor, mallory = Visitor(world), Visitor(world)
    await visitor.sign(path)
    [note] = await notes(world, card)
    assert (await mallory.sign(path, own=note["id"], text="Mine now", name="Mallory")).status_code == 303
    assert sorted(each["note"]["text"] for each in await notes(world, card)) == ["All the best", "Mine now"]


async def test_cookies_are_for_this_host_only(world: World) -> None:
    _, path = await shared(world)
    settings = dataclasses.replace(world.services.settings, base_url="https://cards.example.org", demo=False)
    services = dataclasses.replace(world.services, settings=settings)
    transport = httpx2.ASGITransport(application(services), client=("203.0.113.9", 50000))
    async with httpx2.AsyncClient(transport=transport, base_url="https://cards.example.org") as client:
        answer = await client.get(path, headers={"Accept": "text/html"})
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith("__Host-browser=")
    for part in ("HttpOnly", "Secure", "Path=/", "SameSite=lax"):
        assert part in cookie
    assert "Domain" not in cookie
