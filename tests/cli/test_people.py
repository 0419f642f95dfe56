"""The operator exports and erases a person, and repeats erasures."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests import make
from tests.commands import Ended, environment, wellwish
from tests.world import Person, World

pytestmark = pytest.mark.anyio
EMAIL = "ana@example.com"


@pytest.fixture
def run(clone: tuple[str, str], world: World, tmp_path: Path) -> Any:
    del world
    given = {**environment(clone), "WELLWISH_DATA_DIR": str(tmp_path)}

    def command(*words: str) -> Ended:
        return wellwish(given, "person", *words)

    return command


async def invited(world: World, person: Person) -> int:
    return await world.owner.fetchval("select count(*) from invitations where delivery_id = $1", EMAIL)


async def test_exports_then_erases_then_replays(world: World, alice: Person, run: Any) -> None:
    card = await make.card(alice)
    await make.invitations(alice, card["id"], EMAIL)
    ended = run("export", EMAIL, "--json")
    assert ended.returncode == 0, ended.stderr
    found = json.loads(ended.stdout)
    assert [each["account_id"] for each in found["accounts"]] == [alice.account_id]

    ended = run("erase", EMAIL, "--json")  # without --yes, nothing is erased
    assert json.loads(ended.stdout)["accounts"][0]["invitations"] == 1
    assert "add --yes" in run("erase", EMAIL).stderr
    assert await invited(world, alice) == 1

    ended = run("erase", EMAIL, "--yes", "--json")
    assert json.loads(ended.stdout) == {"erased": True, "accounts": [alice.account_id], "kept": []}
    assert await invited(world, alice) == 0
    assert "Erased in 0 accounts." in run("erase", EMAIL, "--yes").stderr

    ended = run("replay", "--json")
    assert json.loads(ended.stdout) == {"entries": 1, "erased": 0}
    assert "Read 1 erasure." in run("replay").stderr


async def test_says_what_remains(alice: Person, run: Any) -> None:
    ended = run("erase", alice.email, "--yes")
    assert "only owner" in ended.stdout


async def test_refuses_what_is_no_address(run: Any) -> None:
    neither = "is neither an email address, such as ana@example.com, nor a phone number"
    for words, says in (
        (("export", "not an address"), neither),
        (("erase", "a@"), "Must be"),
        (("erase", "12"), "Must be a phone number"),
    ):
        ended = run(*words)
        assert ended.returncode == 1
        assert says in ended.stderr
