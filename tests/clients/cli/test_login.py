"""Profiles: adding, protecting and removing key pairs."""

import getpass
import io
import json
import sys

import httpx2
import pytest

from tests.clients.cli.conftest import Ww, demo_account
from tests.world import World


async def test_keeps_a_pair_that_only_its_owner_can_read(world: World, ww: Ww) -> None:
    alice = world.alice
    ended = await ww(
        "login", "--base-url", ww.base_url, "--api-key", alice.api_key, stdin=alice.client_secret
    )
    assert (ended.status, ended.out) == (0, "")
    assert f"alice and co ({alice.account_id})" in ended.err
    assert alice.client_secret not in ended.err
    assert ww.profiles.stat().st_mode & 0o777 == 0o600
    assert ww.profiles.parent.stat().st_mode & 0o777 == 0o700
    assert (await ww("account", "retrieve", "--json")).record["id"] == alice.account_id


async def test_reads_the_pair_of_a_rotation_and_of_the_environment(world: World, ww: Ww) -> None:
    bob = world.bob
    pair = json.dumps({"api_key": bob.api_key, "client_secret": bob.client_secret, "created_at": "x"})
    made = await ww("login", "--base-url", ww.base_url, "--profile", "bob", "--json", stdin=pair)
    assert made.record["account"]["id"] == bob.account_id
    assert bob.client_secret not in made.out
    alice = {"WELLWISH_API_KEY": world.alice.api_key, "WELLWISH_CLIENT_SECRET": world.alice.client_secret}
    url = {"WELLWISH_BASE_URL": ww.base_url}
    assert (await ww("account", "retrieve", "--json", **alice, **url)).record["id"] == world.alice.account_id
    named = await ww("account", "retrieve", "--profile", "bob", "--json", **alice, **url)
    assert named.record["id"] == bob.account_id
    half = await ww("account", "retrieve", **alice)
    assert (half.status, half.err[:10]) == (2, "Set all of")
    assert (await ww("login", **alice, **url)).status == 0
    assert (await ww("profiles")).out == f"  bob  {ww.base_url}\n* default  {ww.base_url}\n"


async def test_the_secret_is_no_argument(world: World, ww: Ww) -> None:
    ended = await ww("login", "--api-key", world.alice.api_key, "--client-secret", "wws_x")
    assert ended.status == 2
    assert "--client-secret" in ended.err
    assert (await ww("login", "--api-key", world.alice.api_key)).status == 2


class Terminal(io.StringIO):
    """Standard input that is a terminal."""

    def isatty(self) -> bool:
        return True


async def test_asks_at_a_terminal_without_showing_the_secret(
    world: World, ww: Ww, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def answer(text: str, value: str) -> str:
        asked.append(text)
        return value

    monkeypatch.setattr(sys, "stdin", Terminal())
    monkeypatch.setattr("builtins.input", lambda text: answer(text, world.alice.api_key))
    monkeypatch.setattr(getpass, "getpass", lambda text: answer(text, world.alice.client_secret))
    assert (await ww("login", "--base-url", ww.base_url, stdin=None)).status == 0
    assert asked == ["API key: ", "Client secret (not shown): "]

    def ended(_: str) -> str:
        raise EOFError

    monkeypatch.setattr(getpass, "getpass", ended)
    stopped = await ww("login", "--base-url", ww.base_url, stdin=None)
    assert (stopped.status, stopped.err) == (2, "The input ended before it was complete.\n")


async def test_a_wrong_pair_makes_no_profile(world: World, ww: Ww) -> None:
    ended = await ww(
        "login", "--base-url", ww.base_url, "--api-key", world.alice.api_key, stdin=world.bob.client_secret
    )
    assert ended.status == 3
    assert "invalid_client" in ended.err
    assert "Run ww login" in ended.err
    assert not ww.profiles.exists()


async def test_logout_removes_the_pair(world: World, alice_ww: Ww) -> None:
    bob = ["--base-url", alice_ww.base_url, "--profile", "bob", "--api-key", world.bob.api_key]
    await alice_ww("login", *bob, stdin=world.bob.client_secret)
    assert (await alice_ww("logout", "--profile", "default")).status == 0
    assert world.alice.client_secret not in alice_ww.profiles.read_text()
    assert (await alice_ww("account", "retrieve", "--json")).record["id"] == world.bob.account_id
    assert (await alice_ww("logout")).status == 0
    ended = await alice_ww("cards", "list")
    assert (ended.status, ended.err) == (
        2, "There is no profile 'default'. There is none yet. Run: ww login --profile default\n",
    )  # fmt: skip
    assert (await alice_ww("logout")).status == 2


async def test_refuses_a_file_that_others_can_read(alice_ww: Ww) -> None:
    alice_ww.profiles.chmod(0o644)
    ended = await alice_ww("cards", "list")
    assert ended.status == 2
    assert f"chmod 600 {alice_ww.profiles}" in ended.err


async def test_reports_a_malformed_profile_file(alice_ww: Ww) -> None:
    alice_ww.profiles.write_text("{")
    ended = await alice_ww("cards", "list")
    assert ended.status == 2
    assert "Correct or delete it" in ended.err


async def test_gets_a_pair_of_the_demo(world: World, ww: Ww) -> None:
    none = await ww("login", "--demo", "--base-url", ww.base_url)
    assert none.status == 2  # this demo has no account yet
    account_id = await demo_account(world)
    made = await ww("login", "--demo", "--base-url", ww.base_url, "--json")
    assert made.record["account"]["id"] == account_id
    assert (await ww("login", "--demo", "--base-url", "nowhere")).status == 2


async def test_another_server_gives_no_pair(world: World, ww: Ww, monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: a server outside demo mode refuses a rotation without a key pair."""
    await demo_account(world)
    refused = httpx2.Response(401, json={"code": "invalid_client"})
    monkeypatch.setattr(httpx2, "post", lambda *_, **__: refused)
    ended = await ww("login", "--demo", "--base-url", ww.base_url)
    assert (ended.status, ended.err) == (
        2, f"{ww.base_url} is not a demo on this machine. Run ww login without --demo.\n",
    )  # fmt: skip


async def pairs(world: World, account_id: str) -> int:
    return await world.owner.fetchval("select count(*) from credentials where account_id = $1", account_id)


async def test_keeps_a_pair_of_the_demo_that_works(world: World, ww: Ww) -> None:
    account_id = await demo_account(world)
    login = ("login", "--demo", "--base-url", ww.base_url)
    assert (await ww(*login)).status == 0
    kept, before = ww.profiles.read_bytes(), await pairs(world, account_id)
    again = await ww(*login)
    assert (again.status, ww.profiles.read_bytes(), await pairs(world, account_id)) == (0, kept, before)
    assert f"({account_id}) at {ww.base_url}, as profile default." in again.err
    # The control: a pair that has ended is replaced without a question.
    await world.owner.execute("delete from access_tokens")
    await world.owner.execute("delete from credentials where account_id = $1", account_id)
    assert (await ww(*login)).status == 0
    assert ww.profiles.read_bytes() != kept


async def test_asks_before_it_replaces_a_pair_that_works(
    world: World, alice_ww: Ww, monkeypatch: pytest.MonkeyPatch
) -> None:
    bob, kept = world.bob, alice_ww.profiles.read_bytes()
    login = ("login", "--base-url", alice_ww.base_url, "--api-key", bob.api_key)
    refused = await alice_ww(*login, stdin=bob.client_secret)
    assert (refused.status, alice_ww.profiles.read_bytes()) == (2, kept)
    assert f"Profile default holds another key pair, for {alice_ww.base_url}." in refused.err
    assert "--replace" in refused.err
    demo_refused = await alice_ww("login", "--demo", "--base-url", "http://127.0.0.1:9")
    assert (demo_refused.status, alice_ww.profiles.read_bytes()) == (2, kept)
    # Adding the same pair again needs no confirmation.
    mine = ("login", "--base-url", alice_ww.base_url, "--api-key", world.alice.api_key)
    assert (await alice_ww(*mine, stdin=world.alice.client_secret)).status == 0
    answers = ["n", "y"]
    monkeypatch.setattr("builtins.input", lambda _: answers.pop(0))
    monkeypatch.setattr(sys, "stdin", Terminal())
    given = {"WELLWISH_CLIENT_SECRET": bob.client_secret}
    assert (await alice_ww(*login, stdin=None, **given)).err == "Nothing was changed.\n"
    assert alice_ww.profiles.read_bytes() == kept
    assert (await alice_ww(*login, stdin=None, **given)).status == 0
    assert bob.api_key in alice_ww.profiles.read_text()
    back = await alice_ww(*mine, "--replace", stdin=world.alice.client_secret)
    assert (back.status, alice_ww.profiles.read_bytes()) == (0, kept)
