"""The client's address behind proxies that the operator runs."""

from dataclasses import replace

import httpx2
import pytest

from tests.outside import outside
from tests.world import World
from wellwish.app import application, build_services

TRIES = 10  # failed exchanges a key and address may have


async def _told_off(world: World, dsn: str, proxies: int, lists: list[str]) -> int:
    """Sends wrong secrets, each with its list of addresses; returns how many were told to slow down."""
    settings = replace(world.services.settings, proxies=proxies)
    app = application(build_services(settings, dsn, outside()))
    transport = httpx2.ASGITransport(app, client=("192.0.2.1", 50000))
    wrong = {"x-api-key": world.alice.api_key, "x-client-secret": world.mallory.client_secret}
    statuses: list[int] = []
    async with (
        app.router.lifespan_context(app),
        httpx2.AsyncClient(transport=transport, base_url=settings.base_url) as client,
    ):
        for addresses in lists:
            headers = {**wrong, "X-Forwarded-For": addresses}
            statuses.append((await client.post("/account/api-access/token", headers=headers)).status_code)
    assert {*statuses} <= {401, 429}
    return statuses.count(429)


@pytest.mark.parametrize(
    ("proxies", "lists", "refused"),
    [
        # Without a proxy the header is anybody's word: all come from one address.
        (0, [f"198.51.100.{i}" for i in range(TRIES + 5)], 5),
        # Behind one, each client counts for itself.
        (1, [f"198.51.100.{i}" for i in range(TRIES + 5)], 0),
        (1, ["198.51.100.7"] * (TRIES + 5), 5),
        # What the client wrote in front of the proxies' entries is not believed.
        (1, [f"203.0.113.{i}, 198.51.100.7" for i in range(TRIES + 5)], 5),
        (2, [f"203.0.113.{i}, 198.51.100.7, 10.0.0.1" for i in range(TRIES + 5)], 5),
        # A list that is too short was not written by that many proxies.
        (3, [f"198.51.100.{i}, 10.0.0.1" for i in range(TRIES + 5)], 5),
    ],
)
async def test_counts_failures_by_the_address_that_the_outermost_proxy_saw(
    world: World, clone: tuple[str, str], early: None, proxies: int, lists: list[str], refused: int
) -> None:
    assert await _told_off(world, clone[1], proxies, lists) == refused
