"""Faults of networks, proxies and newer servers, with both Python clients."""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from typing import Any

import httpx2
import pytest

from tests.clients.conftest import Clients, Either
from tests.world import World
from wellwish_sdk import ApiError, AsyncWellwish, Wellwish, core, errors

Go = Callable[[], Awaitable[httpx2.Response]]


def is_api(request: httpx2.Request) -> bool:
    return request.url.path.startswith("/api/")


async def made(client: Any, **given: Any) -> str:
    template = (await client.templates.list(limit=1)).data[0]
    card = await client.cards.create(title="T", sender="P", template_id=template.id, collection={}, **given)
    return card.id


async def _tokens(world: World) -> int:
    return await world.owner.fetchval("select count(*) from access_tokens")


async def lossy(
    clients: Clients, world: World, count: int, *, keyed: bool = True, blocking: bool = False
) -> tuple[int, int]:
    """Creates cards while the network loses a fifth of the responses. Returns created cards and rows."""
    await world.owner.execute("update bundle_purchases set cards_total = 1000")
    chance = random.Random(7)

    async def lose(request: httpx2.Request, go: Go) -> httpx2.Response:
        if request.method == "POST" and not keyed and "idempotency-key" in request.headers:
            request.headers["idempotency-key"] = f"k-{chance.random()}"
        answer = await go()
        if request.method == "POST" and is_api(request) and chance.random() < 0.2:
            raise httpx2.ReadError("connection reset")
        return answer

    if blocking:
        client = clients.blocking(world.alice, lose, retries=12)
        ids = await asyncio.to_thread(created, client, count)
    else:
        made_by = clients.asynchronous(world.alice, lose, retries=12)
        ids = {await made(made_by) for _ in range(count)}
    rows = await world.owner.fetchval(
        "select count(*) from cards where account_id = $1", world.alice.account_id
    )
    return len(ids), rows


def created(client: Wellwish, count: int) -> set[str]:
    template_id = client.templates.list(limit=1).data[0].id
    card: Any = {"title": "T", "sender": "P", "template_id": template_id, "collection": {}}
    return {client.cards.create(**card).id for _ in range(count)}


@pytest.mark.parametrize("blocking", [False, True], ids=["asyncio", "blocking"])
@pytest.mark.parametrize("count", [25, pytest.param(500, marks=pytest.mark.load)])
async def test_lost_answers_double_no_card(
    world: World, clients: Clients, count: int, blocking: bool
) -> None:
    assert await lossy(clients, world, count, blocking=blocking) == (count, count)


async def test_without_keys_lost_answers_double_cards(world: World, clients: Clients) -> None:
    """The control."""
    created, rows = await lossy(clients, world, 25, keyed=False)
    assert rows > created == 25


@pytest.mark.parametrize(
    ("status", "headers", "body"),
    [
        (429, {}, b"<html>Too many requests</html>"),
        (502, {"content-type": "text/html"}, b"<html>Bad gateway</html>"),
        (503, {"retry-after": "0"}, b""),
        (
            504,
            {"retry-after": "Wed, 21 Oct 2015 07:28:00 GMT", "date": "Wed, 21 Oct 2015 07:28:00 GMT"},
            b"{",
        ),
    ],
)
async def test_repeats_html_of_a_proxy_and_refusals_without_a_header(
    world: World, either: Either, status: int, headers: dict[str, str], body: bytes
) -> None:
    left = 2

    async def refuse(request: httpx2.Request, go: Go) -> httpx2.Response:
        nonlocal left
        if is_api(request) and left:
            left -= 1
            return httpx2.Response(status, headers=headers, content=body)
        return await go()

    assert (await either(world.alice, refuse).limits.retrieve()).object == "limits"
    left = 3
    with pytest.raises(ApiError) as refused:
        await either(world.alice, refuse).limits.retrieve()
    assert (refused.value.status, refused.value.code) == (status, "unexpected_response")
    assert "proxies" in str(refused.value)


@pytest.mark.parametrize("error", [httpx2.ReadError("reset"), httpx2.RemoteProtocolError("half an answer")])
async def test_repeats_no_change_without_a_key(world: World, either: Either, error: Exception) -> None:
    """A PATCH may have taken effect: the caller decides."""
    client = either(world.alice)
    card_id = await made(client)
    sent = 0

    async def lose(request: httpx2.Request, go: Go) -> httpx2.Response:
        nonlocal sent
        if request.method == "PATCH":
            sent += 1
            raise error
        return await go()

    with pytest.raises(errors.ConnectionFailed):
        await either(world.alice, lose).cards.update(card_id, title="New")
    assert sent == 1


async def test_waits_no_longer_than_a_minute(world: World, either: Either) -> None:
    async def refuse(request: httpx2.Request, go: Go) -> httpx2.Response:
        return httpx2.Response(429, headers={"retry-after": "3600"}) if is_api(request) else await go()

    with pytest.raises(errors.RateLimited) as refused:
        await either(world.alice, refuse).limits.retrieve()
    assert refused.value.retry_after_s == 3600


async def test_renews_a_token_that_ends_while_paging(world: World, either: Either) -> None:
    client = either(world.alice)
    for _ in range(3):
        await made(client)
    page = await client.cards.list(limit=1)
    await world.owner.execute("delete from access_tokens")
    assert len([card async for card in page.auto_paging_iter()]) == 3


async def test_exchanges_the_pair_once_for_concurrent_calls(world: World, either: Either) -> None:
    before = await _tokens(world)
    client = either(world.alice)
    await asyncio.gather(*(client.limits.retrieve() for _ in range(8)))
    assert await _tokens(world) == before + 1


async def test_refuses_a_wrong_pair_with_what_to_do(world: World, either: Either) -> None:
    world.alice.client_secret = world.bob.client_secret
    with pytest.raises(errors.AuthenticationFailed) as refused:
        await either(world.alice).limits.retrieve()
    assert refused.value.code == "invalid_client"
    assert refused.value.request_id
    assert refused.value.detail


async def test_says_that_the_pair_was_rotated_under_way(world: World, either: Either) -> None:
    """The rotation revokes the token; the client requests another one once and is refused."""
    client = either(world.alice)
    await client.limits.retrieve()
    await either(world.alice).credentials.rotate(overlap_seconds=0)
    with pytest.raises(errors.AuthenticationFailed) as refused:
        await client.limits.retrieve()
    assert refused.value.code == "invalid_client"
    assert refused.value.request_id
    assert refused.value.detail


async def test_the_time_of_day_of_the_machine_does_not_matter(
    world: World, either: Either, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Token lifetimes use the monotonic clock, and `Retry-After` is relative to `Date`."""
    before = await _tokens(world)
    client = either(world.alice)
    await client.limits.retrieve()
    now = time.time()
    for hour in (3600, -3600):
        monkeypatch.setattr(time, "time", lambda wrong=now + hour: wrong)
        await client.limits.retrieve()
    assert await _tokens(world) == before + 1
    dated = {"date": "Wed, 21 Oct 2015 07:28:00 GMT", "retry-after": "Wed, 21 Oct 2015 07:28:09 GMT"}
    assert core._retry_after_s(dated) == 9


async def test_lists_every_fault_with_its_pointer(world: World, either: Either) -> None:
    wrong: Any = {"titel": "T", "sender": "", "template_id": "x", "collection": {}}
    with pytest.raises(errors.InvalidRequest) as refused:
        await either(world.alice).cards.create(**wrong)
    assert {"/sender", "/title"} <= {fault.pointer for fault in refused.value.faults}
    assert f"Request: {refused.value.request_id}" in str(refused.value)


async def test_another_body_under_a_key_is_refused(world: World, either: Either) -> None:
    client = either(world.alice)
    template = (await client.templates.list(limit=1)).data[0]
    keyed = client.with_options(idempotency_key="maya-2026")
    first = await keyed.cards.create(title="T", sender="P", template_id=template.id, collection={})
    again = await keyed.cards.create(title="T", sender="P", template_id=template.id, collection={})
    assert first.id == again.id
    with pytest.raises(errors.InvalidRequest) as refused:
        await keyed.cards.create(title="Other", sender="P", template_id=template.id, collection={})
    assert refused.value.code == "idempotency_key_reused"


async def test_reads_words_and_fields_of_later_servers(world: World, either: Either) -> None:
    async def later(request: httpx2.Request, go: Go) -> httpx2.Response:
        answer = await go()
        if request.url.path.startswith("/api/cards/"):
            record = {**answer.json(), "status": "framed", "frame": {"colour": "gold"}}
            return httpx2.Response(200, json=record)
        return answer

    card_id = await made(either(world.alice))
    assert (await either(world.alice, later).cards.retrieve(card_id)).status == "framed"


async def test_half_an_answer_is_an_error_of_the_client(world: World, either: Either) -> None:
    async def cut(request: httpx2.Request, go: Go) -> httpx2.Response:
        answer = await go()
        return httpx2.Response(200, content=answer.content[:20]) if is_api(request) else answer

    with pytest.raises(errors.ConnectionFailed, match="not readable"):
        await either(world.alice, cut).limits.retrieve()


async def test_an_id_cannot_name_another_path(world: World, either: Either) -> None:
    client = either(world.alice)
    with pytest.raises(errors.NotFound):
        await client.cards.retrieve("../limits")
    with pytest.raises(ValueError, match="blank"):
        await client.cards.delete("")


@pytest.mark.parametrize("url", ["localhost:8080", "ftp://x", "https://", "https://x/?a=1"])
def test_refuses_what_is_no_base_url(url: str) -> None:
    with pytest.raises(ValueError, match="base_url"):
        AsyncWellwish("k", "s", base_url=url)
