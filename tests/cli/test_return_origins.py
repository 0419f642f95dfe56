"""The operator lists the origins that payers of an account may return to."""

import json

import pytest

from tests.commands import environment, wellwish
from tests.world import World
from wellwish.base import ids

pytestmark = pytest.mark.anyio


async def test_lists_and_removes_origins(clone: tuple[str, str], world: World) -> None:
    given, account_id = environment(clone), world.alice.account_id

    def run(*words: str) -> tuple[int, str, str]:
        ended = wellwish(given, "account", "set-return-origins", *words, "--json")
        return ended.returncode, ended.stdout, ended.stderr

    status, output, _ = run(account_id, "https://app.example.com", "https://b.example.com/")
    assert (status, json.loads(output)["return_origins"]) == (
        0,
        "https://app.example.com https://b.example.com",
    )
    stored = "select return_origins from accounts where id = $1"
    assert await world.owner.fetchval(stored, account_id) == [
        "https://app.example.com",
        "https://b.example.com",
    ]
    assert await world.owner.fetchval(stored, world.mallory.account_id) == []
    status, _, error = run(account_id, "http://app.example.com")
    assert status != 0
    assert "is not an https origin" in error
    assert run(ids.new("acct"), "https://app.example.com")[0] != 0
    assert len(await world.owner.fetchval(stored, account_id)) == 2
    assert run(account_id)[0] == 0
    assert await world.owner.fetchval(stored, account_id) == []
