"""Rotation without credentials in demo mode: section 4.6 of the interface, and each guard around it."""

import pytest

from tests.auth.credentials.pairs import ROTATE, Pair, client_at, exchange, pair_in, pair_of, rotate, usable
from wellwish.accounts import demo
from wellwish.accounts.create import NewAccount, create
from wellwish.auth.credentials.reset import reset


@pytest.fixture
async def demo_pair(world) -> Pair:
    """The demo account's pair, created as `serve --demo` does at startup."""
    async with world.services.db.transaction() as tx:
        account = await create(tx, NewAccount(name="Demo", email=demo.EMAIL))
        pair = await reset(tx, world.services.keys, account.id)
    return Pair(pair.api_key, pair.client_secret)


async def test_gives_a_pair_of_the_demo_account_and_ends_none(world, demo_pair):
    answers = [await world.client.post(ROTATE) for _ in range(4)]
    assert [answer.json()["previous_expires_at"] for answer in answers] == [None] * 4
    pairs = [pair_in(answer) for answer in answers]
    accounts = {(await exchange(world, pair)).json()["account_id"] for pair in [demo_pair, *pairs]}
    assert len(accounts) == 1


async def test_its_pairs_rotate_like_others(world, demo_pair):
    one, other = [pair_in(await world.client.post(ROTATE)) for _ in range(2)]
    fresh = pair_in(await rotate(world, one, 0))
    assert [await usable(world, pair) for pair in (one, other, fresh, demo_pair)] == [False, True, True, True]


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://localhost:8080"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "same-origin"},
        {"Forwarded": "for=192.0.2.1"},
        {"X-Forwarded-For": "127.0.0.1"},
        {"X-Forwarded-Host": "localhost"},
        {"X-Forwarded-Proto": "https"},
        {"X-Real-IP": "127.0.0.1"},
        {"Via": "1.1 proxy"},
        {"CF-Connecting-IP": "127.0.0.1"},
        {"True-Client-IP": "127.0.0.1"},
        {"Fly-Client-IP": "127.0.0.1"},
        {"Tailscale-User-Login": "alice@example.com"},
        {"Referer": "https://evil.example/"},
        {"Referer": "http://localhost.evil.example/"},
        {"Referer": "http://localhost@evil.example/"},
        {"Referer": "nonsense"},
        {"Referer": "http://[::1"},
        {"Host": "cards.example.org"},
        {"Host": "localhost.example.org"},
        {"Host": "localhost:8080@example.org"},
        {"Host": "127.0.0.1.example.org:8080"},
        {"Host": "192.0.2.1"},
        {"Host": ""},
        {"Authorization": "Bearer x"},
        {"Authorization": ""},
        {"x-api-key": ""},
        {"x-client-secret": ""},
    ],
    ids=str,
)
async def test_refuses_what_a_page_or_a_proxy_could_send(world, demo_pair, headers):
    answer = await world.client.post(ROTATE, headers=headers)
    is_no_host = headers.get("Host") in ("", "localhost:8080@example.org")
    assert answer.status_code == (400 if is_no_host else 401)
    assert (await world.client.post(ROTATE)).status_code == 201  # Only the header caused the refusal.


@pytest.mark.parametrize("referer", ["http://localhost:8080/docs", "http://127.0.0.1/"])
async def test_takes_a_referrer_of_this_machine(world, demo_pair, referer):
    """The control for the foreign referrers."""
    assert (await world.client.post(ROTATE, headers={"Referer": referer})).status_code == 201


@pytest.mark.parametrize(
    "peer", ["192.0.2.1", "10.0.0.1", "::ffff:192.0.2.1", "2001:db8::1", "", "localhost"]
)
async def test_refuses_another_machine(world, demo_pair, peer):
    async with client_at(world, peer) as elsewhere:
        assert (await elsewhere.post(ROTATE)).status_code == 401


@pytest.mark.parametrize("peer", ["127.0.0.1", "127.8.9.10", "::1", "::ffff:127.0.0.1"])
@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:8080", "127.0.0.1:80", "[::1]:8080", "[::1]"])
async def test_takes_every_name_of_this_machine(world, demo_pair, peer, host):
    async with client_at(world, peer) as here:
        assert (await here.post(ROTATE, headers={"Host": host})).status_code == 201


async def test_refuses_without_demo_mode(ordinary, demo_pair):
    assert (await ordinary.client.post(ROTATE)).status_code == 401


async def test_refuses_while_there_is_no_demo_account(world, alice):
    assert (await world.client.post(ROTATE)).status_code == 401
    assert (await rotate(world, pair_of(alice))).status_code == 201


async def test_gives_no_pair_of_any_other_account(world, alice, demo_pair):
    bare = pair_in(await world.client.post(ROTATE))
    assert (await exchange(world, bare)).json()["account_id"] != alice.account_id
