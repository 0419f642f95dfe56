"""A restricted key is valid in its networks only."""

from dataclasses import replace

import httpx2
import pytest

from tests import make
from tests.auth.credentials.pairs import EXCHANGE, Pair, client_at
from tests.infra.http.test_bad_input import is_problem
from tests.outside import outside
from tests.world import Person, World
from wellwish.app import application, build_services

pytestmark = pytest.mark.anyio


def headers(key: Person) -> dict[str, str]:
    return Pair(key.api_key, key.client_secret).headers


@pytest.mark.parametrize(
    ("networks", "address", "fits"),
    [
        (["192.0.2.0/24"], "192.0.2.7", True),
        (["192.0.2.0/24"], "192.0.3.7", False),
        (["192.0.2.7"], "192.0.2.7", True),
        (["192.0.2.7"], "192.0.2.8", False),
        (["192.0.2.0/24"], "::ffff:192.0.2.7", True),
        (["198.51.100.0/24", "2001:db8:1::/48"], "2001:db8:1:2::3", True),
        (["2001:db8:1:2::3"], "2001:db8:1:2::3", True),
        # In the same /64, which counts as one address elsewhere.
        (["2001:db8:1:2::3"], "2001:db8:1:2::4", False),
        (["192.0.2.0/24"], "2001:db8::1", False),
        (["0.0.0.0/0"], "2001:db8::1", False),
        (["0.0.0.0/0", "::/0"], "unix socket", False),
        (["0.0.0.0/0", "::/0"], "", False),
        (None, "unix socket", True),
    ],
)
async def test_is_valid_in_its_networks_only(
    alice: Person, networks: list[str] | None, address: str, fits: bool
) -> None:
    """At the exchange, and at each use of a token from elsewhere."""
    key = await make.restricted(alice, "cards.read", networks=networks)
    token = await _token(alice.world, key)
    async with client_at(alice.world, address) as client:
        exchanged = await client.post(EXCHANGE, headers=headers(key))
        used = await client.get("/api/cards", headers={"Authorization": f"Bearer {token}"})
    if fits:
        assert (exchanged.status_code, used.status_code) == (200, 200)
    else:
        assert is_problem(exchanged, 403, "network_not_allowed")["error"] == "access_denied"
        is_problem(used, 403, "network_not_allowed")


async def _token(world: World, key: Person) -> str:
    """Returns a token of the key, which is then valid everywhere for a moment."""
    networks = await world.owner.fetchval("select networks from restricted_keys")
    await world.owner.execute("update restricted_keys set networks = null")
    token = await key.exchange()
    await world.owner.execute("update restricted_keys set networks = $1", networks)
    return token


async def test_a_wrong_secret_says_nothing_about_the_networks(alice: Person) -> None:
    key = await make.restricted(alice, "cards.read", networks=["192.0.2.0/24"])
    wrong = Pair(key.api_key, alice.client_secret).headers
    is_problem(await alice.world.client.post(EXCHANGE, headers=wrong), 401, "invalid_client")


@pytest.mark.parametrize(
    ("proxies", "forwarded", "fits"),
    [
        (0, None, True),  # the client connects directly, from 127.0.0.1
        # There is a proxy, but the setting does not say so: every client would have its address.
        (0, "127.0.0.1", False),
        (0, "198.51.100.9", False),
        # A request that did not pass the proxy, or fewer of them than the setting says.
        (1, None, False),
        (2, "127.0.0.1", False),
        (1, "127.0.0.1", True),
        (1, "127.0.0.1, 198.51.100.9", False),  # the client's own entry is not trusted
        (2, "127.0.0.1, 10.0.0.1", True),
        (1, "unknown", False),
    ],
)
async def test_an_uncertain_address_is_in_no_network(
    world: World, clone: tuple[str, str], early: None, proxies: int, forwarded: str | None, fits: bool
) -> None:
    """If the number of proxies is wrong, keys with networks are refused."""
    key = await make.restricted(world.alice, "cards.read", networks=["127.0.0.0/8"])
    settings = replace(world.services.settings, proxies=proxies)
    app = application(build_services(settings, clone[1], outside()))
    sent = headers(key) | ({} if forwarded is None else {"X-Forwarded-For": forwarded})
    async with (
        app.router.lifespan_context(app),
        httpx2.AsyncClient(transport=httpx2.ASGITransport(app), base_url=settings.base_url) as client,
    ):
        answer = await client.post(EXCHANGE, headers=sent)
    assert answer.status_code == (200 if fits else 403), answer.text


async def test_the_header_of_a_client_does_not_change_its_network(alice: Person) -> None:
    key = await make.restricted(alice, "cards.read", networks=["192.0.2.0/24"])
    for name in ("X-Forwarded-For", "Forwarded", "X-Real-IP"):
        given = {**headers(key), name: "192.0.2.7"}
        is_problem(await alice.world.client.post(EXCHANGE, headers=given), 403, "network_not_allowed")
