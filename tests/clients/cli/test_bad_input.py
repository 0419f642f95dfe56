"""Faults of networks, proxies and newer servers: `ww` explains the remedy and never creates a second card."""

import time
from collections.abc import Callable
from typing import Any

import httpx2
import pytest

from tests.clients.cli.conftest import Ww
from tests.clients.cli.test_cards import create
from tests.world import World

Go = Callable[[], httpx2.Response]
Wire = Callable[[Callable[[str, str, Go], httpx2.Response]], None]


@pytest.fixture
def wire(monkeypatch: pytest.MonkeyPatch) -> Wire:
    """Routes the command's requests through a function of method, URL and request."""
    real = httpx2.Client.request

    def install(handle: Callable[[str, str, Go], httpx2.Response]) -> None:
        def request(self: httpx2.Client, method: str, url: Any, **given: Any) -> httpx2.Response:
            def go() -> httpx2.Response:
                return real(self, method, url, **given)

            return handle(method, str(url), go) if "/api/" in str(url) else go()

        monkeypatch.setattr(httpx2.Client, "request", request)

    return install


async def test_a_wrong_pair_is_refused_with_what_to_do(world: World, ww: Ww) -> None:
    pair = {"WELLWISH_API_KEY": world.alice.api_key, "WELLWISH_CLIENT_SECRET": world.bob.client_secret}
    ended = await ww("cards", "list", **pair, WELLWISH_BASE_URL=ww.base_url)
    assert (ended.status, ended.out) == (3, "")
    assert "Code: invalid_client, status: 401, request: req_" in ended.err
    assert "Run ww login" in ended.err


async def test_a_pair_that_was_rotated_under_way_is_refused_with_what_to_do(
    world: World, alice_ww: Ww
) -> None:
    assert (await alice_ww("cards", "list")).status == 0
    pair = {"x-api-key": world.alice.api_key, "x-client-secret": world.alice.client_secret}
    rotated = await world.client.post(
        "/account/api-access/credentials/rotate", headers=pair, json={"overlap_seconds": 0}
    )
    assert rotated.status_code == 201
    ended = await alice_ww("cards", "list")
    assert (ended.status, ended.out) == (3, "")
    assert "Code: invalid_client, status: 401, request: req_" in ended.err
    assert "Run ww login" in ended.err


async def test_a_token_that_ends_while_paging_is_renewed(world: World, alice_ww: Ww, wire: Wire) -> None:
    for number in range(3):
        await create(alice_ww, f"C {number}")
    pages = 0

    def end(method: str, url: str, go: Go) -> httpx2.Response:
        nonlocal pages
        pages += 1
        return httpx2.Response(401, json={"code": "invalid_token"}) if pages == 2 else go()

    wire(end)
    assert len((await alice_ww("cards", "list", "--limit", "1", "--all", "--json")).record["data"]) == 3


@pytest.mark.parametrize("hours", [1, -1])
async def test_a_clock_that_is_an_hour_off_does_not_matter(
    world: World, alice_ww: Ww, monkeypatch: pytest.MonkeyPatch, hours: int
) -> None:
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + hours * 3600)
    assert (await create(alice_ww, "T"))["status"] == "open"


async def test_exits_with_5_after_half_a_response_and_makes_no_second_card(
    world: World, alice_ww: Ww, wire: Wire
) -> None:
    template = (await alice_ww("templates", "list", "--json")).record["data"][0]["template_id"]

    def cut(method: str, url: str, go: Go) -> httpx2.Response:
        answer = go()
        return httpx2.Response(answer.status_code, content=answer.content[:20])

    wire(cut)
    ended = await alice_ww("cards", "create", "--title", "T", "--sender", "P", "--template-id", template)
    assert (ended.status, ended.out) == (5, "")
    assert "not readable" in ended.err
    assert await world.owner.fetchval("select count(*) from cards") == 1


async def test_an_answer_that_is_lost_makes_no_second_card(world: World, alice_ww: Ww, wire: Wire) -> None:
    lost: list[str] = []

    def lose(method: str, url: str, go: Go) -> httpx2.Response:
        answer = go()
        if method == "POST" and len(lost) < 2:
            lost.append(url)
            raise httpx2.ReadError("connection reset")
        return answer

    wire(lose)
    assert (await create(alice_ww, "T"))["status"] == "open"
    assert len(lost) == 2
    assert await world.owner.fetchval("select count(*) from cards") == 1


async def test_a_key_with_another_body_is_refused(world: World, alice_ww: Ww) -> None:
    card = await create(alice_ww, "T", "--idempotency-key", "maya-2026")
    words = ["--title", "Other", "--sender", "P", "--template-id", card["template_id"]]
    ended = await alice_ww("cards", "create", *words, "--idempotency-key", "maya-2026")
    assert (ended.status, ended.out) == (3, "")
    assert "Code: idempotency_key_reused, status: 422, request: req_" in ended.err
    assert await world.owner.fetchval("select count(*) from cards") == 1


@pytest.mark.parametrize("words", [(), ("--json",)], ids=["table", "json"])
async def test_prints_values_that_only_a_newer_server_knows(
    alice_ww: Ww, wire: Wire, words: tuple[str, ...]
) -> None:
    card = await create(alice_ww, "T")

    def later(method: str, url: str, go: Go) -> httpx2.Response:
        return httpx2.Response(200, json={**go().json(), "status": "framed", "frame": {"colour": "gold"}})

    wire(later)
    ended = await alice_ww("cards", "retrieve", card["id"], *words)
    assert (ended.status, "framed" in ended.out) == (0, True)
