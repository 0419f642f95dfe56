"""`--account`: a platform that acts for its customers."""

import json

from tests.clients.cli.conftest import Ww
from tests.platforms.acting import acting, appoint
from tests.world import World


async def test_acts_for_a_customer_by_option_profile_and_environment(world: World, alice_ww: Ww) -> None:
    await appoint(world.alice)
    other = await acting(world.alice)
    named = ("--account", other.account_id)
    assert (await alice_ww("account", "retrieve", "--json")).record["id"] == world.alice.account_id
    assert (await alice_ww("account", "retrieve", "--json", *named)).record["id"] == other.account_id
    login = ("login", "--base-url", alice_ww.base_url, "--api-key", world.alice.api_key)
    ended = await alice_ww(*login, *named, "--profile", "birch", stdin=world.alice.client_secret)
    assert (ended.status, other.account_id in ended.err) == (0, True), ended.err
    assert (await alice_ww("account", "retrieve", "--json")).record["id"] == other.account_id
    own = await alice_ww("account", "retrieve", "--json", "--account", "")
    assert own.record["id"] == world.alice.account_id
    pair = {"WELLWISH_API_KEY": world.alice.api_key, "WELLWISH_CLIENT_SECRET": world.alice.client_secret}
    given = {**pair, "WELLWISH_BASE_URL": alice_ww.base_url, "WELLWISH_ACCOUNT": other.account_id}
    assert (await alice_ww("account", "retrieve", "--json", **given)).record["id"] == other.account_id


async def test_refuses_what_is_no_customer(world: World, alice_ww: Ww) -> None:
    await appoint(world.alice)
    refused = await alice_ww("cards", "list", "--account", "acct_other")
    assert (refused.status, "customer_not_found" in refused.err) == (3, True), refused.err
    refused = await alice_ww("cards", "list", "--account", "acct other")
    assert (refused.status, "account must be" in refused.err) == (2, True), refused.err
    login = ("login", "--base-url", alice_ww.base_url, "--api-key", world.alice.api_key)
    refused = await alice_ww(
        *login, "--account", "acct_other", "--profile", "no", stdin=world.alice.client_secret
    )
    assert refused.status == 3, refused.err
    assert "no" not in [each["name"] for each in (await alice_ww("profiles", "--json")).record["data"]]


async def test_an_assistant_acts_for_the_customer(world: World, alice_ww: Ww) -> None:
    await appoint(world.alice)
    other = await acting(world.alice)
    asked = {"name": "cards_left", "arguments": {}}
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": asked}
    line = json.dumps(message) + "\n"
    left = [
        (await alice_ww("mcp", *named, stdin=line)).out for named in ((), ("--account", other.account_id))
    ]
    assert [('"cards_left":100' in each, '"cards_left":10' in each) for each in left] == [
        (True, True),
        (False, True),
    ], left
