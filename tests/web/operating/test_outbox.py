"""The outbox of demo mode."""

from dataclasses import replace
from typing import Any

import httpx2
import pytest

from tests import make
from tests.world import Person, World
from wellwish.app import application
from wellwish.base.settings import Settings

pytestmark = pytest.mark.anyio
JSON = {"Accept": "application/json"}


async def page(world: World, path: str = "/outbox", **headers: str) -> Any:
    return await world.client.get(path, headers={"Accept": "text/html", **headers})


async def test_shows_messages_with_their_links(alice: Person) -> None:
    card = await make.card(alice)
    [made] = await make.invitations(alice, card["card_id"], "ana@example.com")
    await alice.world.work()
    answer = await page(alice.world)
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
    assert f'<a href="{made["link"]}" rel="noreferrer">{made["link"]}</a>' in answer.text
    assert "ana@example.com" in answer.text


async def test_user_text_becomes_neither_markup_nor_links(alice: Person) -> None:
    card = await make.card(alice, title='<script>alert("1")</script>')
    words = "Look at https://evil.example/ and <a href=x>this</a>\n{{ 7 * 7 }}"
    await make.invitations(alice, card["card_id"], "ana@example.com", message=words)
    await alice.world.work()
    text = (await page(alice.world)).text
    assert "<script" not in text
    article = text[text.index("<article") : text.index("</article>")]
    assert article.count("<a ") == 1
    assert "{{ 7 * 7 }}" in text
    assert "href=x" not in text.replace("&lt;a href=x&gt;", "")


async def test_allows_no_script_and_no_style_but_its_own(alice: Person) -> None:
    answer = await page(alice.world)
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "style-src 'self'" in policy
    assert "unsafe" not in policy
    assert "<style" not in answer.text
    assert "style=" not in answer.text
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert answer.headers["Cache-Control"] == "no-store"


async def test_filters_by_address(alice: Person) -> None:
    card = await make.card(alice)
    await make.invitations(alice, card["card_id"], "ana@example.com", "ben@example.com")
    await alice.world.work()
    answer = await alice.world.client.get("/outbox", params={"address": "BEN@example.com"}, headers=JSON)
    assert [each["recipient"] for each in answer.json()["data"]] == ["ben@example.com"]
    assert 'value="&lt;b&gt;"' in (await page(alice.world, "/outbox?address=<b>")).text


async def test_gives_scripts_json_newest_first(alice: Person, bob: Person) -> None:
    card = await make.card(alice)
    [made] = await make.invitations(alice, card["card_id"], "ana@example.com")
    await alice.world.work()
    await make.invitations(bob, (await make.card(bob))["card_id"], "ben@example.com")
    await alice.world.work()
    answer = await alice.world.client.get("/outbox", headers=JSON)
    assert answer.headers["Content-Type"] == "application/json"
    ben, ana = answer.json()["data"]
    assert (ben["recipient"], ana["recipient"]) == ("ben@example.com", "ana@example.com")
    assert ana["link"] == made["link"]
    assert made["link"] in ana["body"]
    assert ana["channel"] == "email"


async def test_shows_at_most_a_hundred(alice: Person) -> None:
    card = await make.card(alice)
    await make.invitations(alice, card["card_id"], *(f"p{index}@example.com" for index in range(120)))
    await alice.world.work()
    answer = await alice.world.client.get("/outbox", headers=JSON)
    assert len(answer.json()["data"]) == 100


async def test_says_that_the_outbox_is_empty(world: World) -> None:
    assert "No messages yet" in (await page(world)).text


async def test_is_not_there_without_demo(clone: tuple[str, str], settings: Settings, world: World) -> None:
    async with World.over(replace(settings, demo=False), *clone) as outside:
        assert (await page(outside)).status_code == 404


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8080", "localhost.evil.example", "", "[::1"])
async def test_refuses_other_hosts(world: World, host: str) -> None:
    assert (await page(world, Host=host)).status_code == (400 if host in ("", "[::1") else 404)


@pytest.mark.parametrize("path", ["/outbox", "/outbox/msg_x"])
@pytest.mark.parametrize(
    "headers",
    [
        {"X-Forwarded-For": "8.8.8.8", "Host": "localhost"},
        {"X-Forwarded-Proto": "https"},
        {"Forwarded": "for=8.8.8.8"},
        {"X-Real-IP": "8.8.8.8"},
        {"Via": "1.1 tunnel"},
    ],
    ids=str,
)
async def test_answers_through_no_proxy(alice: Person, path: str, headers: dict[str, str]) -> None:
    path = path.replace("msg_x", (await sent(alice))["id"])
    assert (await page(alice.world, path, **headers)).status_code == 404
    assert (await page(alice.world, path)).status_code == 200


async def test_refuses_requests_from_other_machines(world: World) -> None:
    transport = httpx2.ASGITransport(application(world.services), client=("192.0.2.1", 1))
    async with httpx2.AsyncClient(transport=transport, base_url="http://localhost:8080") as other:
        assert (await other.get("/outbox", headers=JSON)).status_code == 404


async def test_answers_to_browsers_of_this_machine(world: World) -> None:
    for site in ("none", "same-origin"):
        assert (await page(world, **{"Sec-Fetch-Site": site})).status_code == 200


async def sent(alice: Person, kind: str = "email", address: str = "ana@example.com") -> dict[str, Any]:
    """Sends an invitation. Returns its message in the outbox."""
    card = await make.card(alice, title="Happy <b>birthday</b>")
    invitees = [{"delivery_type": kind, "delivery_id": address}]
    body = {"card_id": card["card_id"], "invitees": invitees}
    assert (await alice.post("/api/cards/invitations", body)).status_code == 201
    await alice.world.work()
    answer = await alice.world.client.get("/outbox", headers=JSON)
    return answer.json()["data"][0]


async def test_shows_a_mail_as_its_reader_sees_it_and_without_any_right(alice: Person) -> None:
    message = await sent(alice)
    assert f'src="/outbox/{message["id"]}"' in (await page(alice.world)).text
    answer = await page(alice.world, f"/outbox/{message['id']}")
    assert answer.status_code == 200
    assert message["link"] in answer.text
    assert '<base target="_blank">' in answer.text
    assert "Happy <b>" not in answer.text
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "sandbox allow-popups allow-popups-to-escape-sandbox" in policy
    assert "frame-ancestors 'self'" in policy
    assert answer.headers["X-Frame-Options"] == "SAMEORIGIN"
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert answer.headers["Cache-Control"] == "no-store"


async def test_a_text_message_has_no_page(alice: Person) -> None:
    message = await sent(alice, "sms", "+447400123456")
    assert message["channel"] == "sms"
    assert (await page(alice.world, f"/outbox/{message['id']}")).status_code == 404


async def test_a_mail_is_not_found_elsewhere(
    alice: Person, clone: tuple[str, str], settings: Settings
) -> None:
    path = f"/outbox/{(await sent(alice))['id']}"
    assert (await page(alice.world, path)).status_code == 200
    assert (await page(alice.world, path, Host="evil.example")).status_code == 404
    for unknown in ("/outbox/msg_00000000000000000000000000", "/outbox/x", "/outbox/%00"):
        assert (await page(alice.world, unknown)).status_code == 404
    async with World.over(replace(settings, demo=False), *clone) as outside:
        assert (await page(outside, path)).status_code == 404
