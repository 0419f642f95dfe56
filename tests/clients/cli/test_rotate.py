"""Rotation by the client and by `ww`, and dry runs of commands."""

import asyncio

import pytest

from tests.clients.cli.conftest import Ww
from tests.clients.conftest import Clients
from tests.world import World
from wellwish_sdk import errors


async def test_both_kinds_of_client_rotate_their_pair(world: World, clients: Clients) -> None:
    made = await clients.asynchronous(world.alice).credentials.rotate(overlap_seconds=0)
    with pytest.raises(errors.AuthenticationFailed):
        await clients.asynchronous(world.alice).account.retrieve()
    world.alice.api_key, world.alice.client_secret = made.api_key, made.client_secret
    blocking = clients.blocking(world.alice)
    again = await asyncio.to_thread(blocking.credentials.rotate)
    world.alice.api_key, world.alice.client_secret = again.api_key, again.client_secret
    assert (await clients.asynchronous(world.alice).account.retrieve()).id == world.alice.account_id


async def test_the_profile_keeps_the_new_pair(world: World, alice_ww: Ww) -> None:
    ended = await alice_ww("credentials", "rotate", "--overlap-seconds", "0", "--json")
    assert ended.record["api_key"] != world.alice.api_key
    assert ended.err == "The profile uses the new pair.\n"
    assert (await alice_ww("account", "retrieve", "--json")).record["id"] == world.alice.account_id
    assert alice_ww.profiles.stat().st_mode & 0o777 == 0o600
    # The control: the former pair is invalid.
    alice = {"WELLWISH_API_KEY": world.alice.api_key, "WELLWISH_CLIENT_SECRET": world.alice.client_secret}
    assert (await alice_ww("account", "retrieve", **alice, WELLWISH_BASE_URL=alice_ww.base_url)).status == 3


async def test_a_dry_run_changes_nothing(world: World, alice_ww: Ww) -> None:
    template = (await alice_ww("templates", "list", "--limit", "1", "--json")).record["data"][0]["id"]
    words = ["cards", "create", "--title", "T", "--sender", "P", "--template", template]
    tried = await alice_ww(*words, "--dry-run")
    assert (tried.status, tried.err) == (0, "Dry run: nothing was changed or sent.\n")
    assert "dry_run.cards_remaining:" in tried.out
    assert await world.owner.fetchval("select count(*) from cards") == 0
    assert (await alice_ww(*words)).status == 0  # the control
    assert await world.owner.fetchval("select count(*) from cards") == 1
    group = (await alice_ww("groups", "create", "Team", "--json")).record["id"]
    tried = await alice_ww("groups", "delete", group, "--dry-run")
    assert (tried.status, tried.err) == (0, "Dry run: nothing was changed or sent.\n")
    assert await world.owner.fetchval("select count(*) from groups") == 1
    unknown = await alice_ww("payment-provider", "check", "--dry-run")
    assert unknown.status == 2
    assert "--dry-run" in unknown.err


async def test_a_flag_takes_its_value(world: World, alice_ww: Ww) -> None:
    template = (await alice_ww("templates", "list", "--limit", "1", "--json")).record["data"][0]["id"]
    words = ["cards", "create", "--title", "true", "--sender", "P", "--template", template, "--json"]
    ways = (["--public-read", "true"], ["--public-read", "FALSE"], ["--public-read"], ["--no-public-read"])
    found = [(await alice_ww(*words, *given)).record["public_read"] for given in ways]
    assert found == [True, False, True, False]
    card = (await alice_ww(*words)).record
    assert card["title"] == "true"  # a text keeps the word
    body = {"card_id": card["id"], "email": "sam@example.com"}
    admin = (await world.alice.post("/api/card-admins", body)).json()["id"]
    changed = await alice_ww("card-admins", "update", admin, "--privilege.can-update", "true", "--json")
    assert changed.record["privilege"]["can_update"] is True
    odd = await alice_ww(*words, "--public-read", "maybe")
    assert odd.status == 2
