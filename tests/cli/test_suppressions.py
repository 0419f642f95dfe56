"""The operator lists and lifts suppressions of all accounts."""

import json
from typing import Any

import pytest

from tests.commands import Ended, environment, wellwish
from tests.world import World
from wellwish.base.crypto import Keys
from wellwish.delivery import suppression

pytestmark = pytest.mark.anyio


@pytest.fixture
def run(clone: tuple[str, str], world: World) -> Any:
    del world
    given = environment(clone)

    def command(*words: str) -> Ended:
        return wellwish(given, "suppressions", *words)

    return command


async def suppress(world: World, account_id: str, address: str, reason: suppression.Reason) -> None:
    key = suppression.key("email" if "@" in address else "sms", address)
    address_ = suppression.seal(Keys(bytes(32)), key)
    async with world.services.db.transaction([account_id] if account_id else []) as tx:
        await suppression.suppress(tx, address_, account_id, reason, everywhere=reason != "unsubscribed")


def listed(run: Any, *words: str) -> list[tuple[str | None, str, str]]:
    ended = run("list", "--json", *words)
    assert ended.returncode == 0, ended.stderr
    return [(row["account_id"], row["address"], row["reason"]) for row in json.loads(ended.stdout)]


async def test_lists_all_accounts_or_one(world: World, run: Any) -> None:
    alice, bob = world.alice.account_id, world.bob.account_id
    await suppress(world, alice, "ana@example.com", "bounced")
    await suppress(world, bob, "ben@example.com", "unsubscribed")
    await suppress(world, "", "+447400123456", "stopped")
    assert sorted(listed(run), key=str) == sorted(
        [
            (None, "+447400123456", "stopped"),
            (None, "ana@example.com", "bounced"),
            (alice, "ana@example.com", "bounced"),
            (bob, "ben@example.com", "unsubscribed"),
        ],
        key=str,
    )
    assert listed(run, "--account", bob) == [(bob, "ben@example.com", "unsubscribed")]
    assert listed(run, "--address", "+447400123456") == [(None, "+447400123456", "stopped")]
    assert "ben@example.com" in run("list", "--account", bob).stdout
    assert run("list", "--address", "nonsense").returncode == 1


async def test_lifts_bounces_for_all(world: World, run: Any) -> None:
    for person in (world.alice, world.bob):
        await suppress(world, person.account_id, "ana@example.com", "bounced")
    ended = run("lift", "ANA@example.com")
    assert (ended.returncode, ended.stderr) == (0, "Lifted 3 suppressions.\n")
    assert listed(run) == []
    assert run("lift", "ana@example.com").returncode == 1


async def test_lifts_an_unsubscription_of_one_account_only(world: World, run: Any) -> None:
    alice, bob = world.alice.account_id, world.bob.account_id
    for account_id in (alice, bob):
        await suppress(world, account_id, "ana@example.com", "unsubscribed")
    assert run("lift", "ana@example.com").returncode == 1
    assert len(listed(run)) == 2
    assert run("lift", "ana@example.com", "--account", alice).returncode == 0
    assert listed(run) == [(bob, "ana@example.com", "unsubscribed")]


@pytest.mark.parametrize("reason", ["complained", "stopped"])
async def test_complaints_and_stop_remain(world: World, run: Any, reason: suppression.Reason) -> None:
    alice = world.alice.account_id
    await suppress(world, alice, "ana@example.com", reason)
    for words in (("ana@example.com",), ("ana@example.com", "--account", alice)):
        ended = run("lift", *words)
        assert ended.returncode == 1
        assert "Nothing to lift" in ended.stderr
    assert len(listed(run)) == 2
