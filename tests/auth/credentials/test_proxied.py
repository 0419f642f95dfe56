"""The client address behind the operator's proxies."""

from dataclasses import replace

import httpx2
import pytest

from tests.outside import outside
from tests.world import World
from wellwish.app import application, build_services

TRIES = 10  # failed exchanges per key and address


async def _told_off(world: World, dsn: str, proxies: int, lists: list[str]) -> int:
    """Sends a wrong secret with each X-Forwarded-For value; returns the number of 429 responses."""
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
        # Without a proxy the header is untrusted: all requests count for one address.
        (0, [f"198.51.100.{i}" for i in range(TRIES + 5)], 5),
        # Behind one proxy, each client has its own counter.
        (1, [f"198.51.100.{i}" for i in range(TRIES + 5)], 0),
        (1, ["198.51.100.7"] * (TRIES + 5), 5),
        # Entries that the client added in front of the proxies' entries are ignored.
        (1, [f"203.0.113.{i}, 198.51.100.7" for i in range(TRIES + 5)], 5),
        (2, [f"203.0.113.{i}, 198.51.100.7, 10.0.0.1" for i in range(TRIES + 5)], 5),
        # A list shorter than the number of proxies did not pass all of them.
        (3, [f"198.51.100.{i}, 10.0.0.1" for i in range(TRIES + 5)], 5),
    ],
)
async def test_counts_failures_by_the_address_that_the_outermost_proxy_saw(
    world: World, clone: tuple[str, str], early: None, proxies: int, lists: list[str], refused: int
) -> None:
    assert await _told_off(world, clone[1], proxies, lists) == refused
