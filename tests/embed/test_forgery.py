"""Attacks on the framed form, whose cookies are sent in frames; each has a control that succeeds."""

import dataclasses
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import httpx2
import pytest

from tests.embed.portal import FORM, ORIGIN, embedded, reader
from tests.web.signing.test_sign import notes
from tests.web.visitor import HTML, Visitor
from tests.world import World
from wellwish.app import application
from wellwish.web.kit.cookie import own_name

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    "said",
    [
        {"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"}, {"Sec-Fetch-Site": "none"},
        {"Origin": ORIGIN}, {"Origin": "https://evil.example"},
        {"Origin": "null", "Sec-Fetch-Site": "cross-site"},
    ],
)  # fmt: skip
async def test_refuses_a_form_that_another_site_sends_with_our_cookies(
    world: World, said: dict[str, str]
) -> None:
    card, path = await embedded(world)
    victim = reader(world)
    await victim.open(path)
    fields = {**victim.hidden(), "name": "Noor", "text": "Forged"}
    answer = await victim.request("POST", path, data=fields, headers={**FORM, **said})
    assert answer.status_code == 403
    assert await notes(world, card) == []
    answer = await victim.request("POST", path, data=fields, headers={**FORM, "Origin": "null"})
    assert answer.status_code == 303


async def test_refuses_the_token_of_an_attacker_in_a_browser_that_has_cookies(world: World) -> None:
    card, path = await embedded(world)
    victim, attacker = reader(world), reader(world)
    await victim.sign(path, text="The victim's words")
    await attacker.open(path)
    # Includes the token of a browser without cookies, whose forms contain the value of the cookie.
    for token in (attacker.token(), attacker.token().rpartition(".")[0]):
        await victim.open(path)
        answer = await victim.send(path, form_token=token, text="Forged")
        assert answer.status_code == 403
        await victim.open(path)
        assert (await victim.press(f"{path}/remove", form_token=token)).status_code == 403
    assert [each["note"]["text"] for each in await notes(world, card)] == ["The victim's words"]
    await victim.sign(path, text="The victim's other words")
    assert [each["note"]["text"] for each in await notes(world, card)] == ["The victim's other words"]


async def test_a_form_without_the_cookie_does_not_edit_the_visitors_note(world: World) -> None:
    """The request that another site could cause in a browser that has lost only the first cookie."""
    card, path = await embedded(world)
    victim, attacker = reader(world), reader(world)
    await victim.sign(path, text="The victim's words")
    kept = dict(victim.cookies)
    await attacker.open(path)
    victim.cookies.pop("framed-browser")
    fields = {**attacker.hidden(), "name": "Mallory", "text": "Mallory's words"}
    answer = await victim.request("POST", path, data=fields)
    assert answer.status_code == 303
    assert "set-cookie" not in answer.headers  # the browser does not adopt the attacker's note
    assert (await victim.press(f"{path}/remove", form_token=attacker.token())).status_code == 303
    texts = sorted(each["note"]["text"] for each in await notes(world, card))
    assert texts == ["Mallory's words", "The victim's words"]
    victim.cookies = kept
    await victim.open(path)
    assert "The victim&#39;s words</textarea>" in victim.page  # the control


async def test_a_frame_and_a_page_never_use_the_cookies_of_each_other(world: World) -> None:
    _, path = await embedded(world)
    alone = path.replace("/e/", "/s/")
    framed, unframed = reader(world), Visitor(world)
    await framed.sign(path, text="In the frame")
    await unframed.sign(alone, text="On the page")
    both = reader(world)
    both.cookies = {**framed.cookies}
    await both.open(alone)
    assert "In the frame" not in both.page
    both.cookies = {**unframed.cookies}
    await both.open(path)
    assert "On the page" not in both.page
    both.cookies = {**framed.cookies, **unframed.cookies}
    await both.open(alone)
    assert "On the page</textarea>" in both.page
    await both.open(path)
    assert "In the frame</textarea>" in both.page


async def test_the_own_link_of_another_card_or_kind_is_no_own_note(world: World) -> None:
    _, path = await embedded(world)
    other, elsewhere = await embedded(world)
    visitor = reader(world)
    await visitor.sign(path, text="On the first card")
    [(name, value)] = [each for each in visitor.cookies.items() if each[0].startswith("framed-own-")]
    for planted in (value, path.removeprefix("/e/"), "nonsense"):
        visitor.cookies[f"framed-{own_name(other['id'])}"] = planted
        await visitor.open(elsewhere)
        assert "On the first card" not in visitor.page
    assert visitor.cookies[name] == value
    await visitor.open(path)
    assert "On the first card</textarea>" in visitor.page


async def test_a_token_is_valid_for_its_frame_only(world: World) -> None:
    card, path = await embedded(world)
    _, elsewhere = await embedded(world)
    alone = path.replace("/e/", "/s/")
    visitor = Visitor(world, **FORM)
    await visitor.open(alone)
    of_page = visitor.token()
    await visitor.open(path)
    of_frame = visitor.token()
    visitor.cookies["framed-browser"] = visitor.cookies["browser"]
    for at, token in ((path, of_page), (elsewhere, of_frame), (alone, of_frame)):
        await visitor.open(at)
        assert (await visitor.send(at, form_token=token)).status_code == 403
    assert await notes(world, card) == []


@asynccontextmanager
async def _secure(world: World) -> AsyncGenerator[httpx2.AsyncClient]:
    url = "https://cards.example.org"
    settings = dataclasses.replace(world.services.settings, base_url=url, demo=True)
    services = dataclasses.replace(world.services, settings=settings)
    transport = httpx2.ASGITransport(application(services), client=("203.0.113.9", 50000))
    async with httpx2.AsyncClient(transport=transport, base_url=url, headers=HTML) as client:
        yield client


async def test_over_tls_a_browser_has_to_say_that_our_page_sent_the_form(world: World) -> None:
    card, path = await embedded(world)
    async with _secure(world) as client:
        shown = Visitor(world)
        shown.page = (await client.get(path)).text
        assert [each.name for each in client.cookies.jar] == ["__Host-framed-browser"]
        fields = {**shown.hidden(), "name": "Noor", "text": "From the frame"}
        assert (await client.post(path, data=fields)).status_code == 403
        assert await notes(world, card) == []
        assert (await client.post(path, data=fields, headers=FORM)).status_code == 303
    assert len(await notes(world, card)) == 1
