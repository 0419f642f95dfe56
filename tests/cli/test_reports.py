"""The operator lists and closes reports of mails of all accounts."""

import json
from typing import Any

import pytest

from tests import make
from tests.commands import Ended, environment, wellwish
from tests.world import Person, World
from wellwish.reports.report_mail import report_mail

pytestmark = pytest.mark.anyio


@pytest.fixture
def run(clone: tuple[str, str], world: World) -> Any:
    del world
    given = environment(clone)

    def command(*words: str) -> Ended:
        return wellwish(given, "reports", *words)

    return command


async def reported(person: Person) -> str:
    """Reports a mail of the person's account and returns the ID of the report."""
    world = person.world
    card = await make.card(person)
    await make.invitations(person, card["card_id"], "ana@example.com")
    await world.work()
    sql = "select id from messages where account_id = $1"
    message_id: str = await world.owner.fetchval(sql, person.account_id)
    async with world.services.db.transaction([person.account_id]) as tx:
        await report_mail(tx, person.account_id, message_id, "fraud", "Asks for money")
    return message_id


def listed(run: Any, *words: str) -> list[tuple[str, str, str]]:
    ended = run("list", "--json", *words)
    assert ended.returncode == 0, ended.stderr
    return [(row["message_id"], row["account_name"], row["reason"]) for row in json.loads(ended.stdout)]


async def test_lists_all_accounts_and_closes(world: World, run: Any) -> None:
    first, second = await reported(world.alice), await reported(world.bob)
    assert listed(run) == [(second, "bob and co", "fraud"), (first, "alice and co", "fraud")]
    ended = run("close", second)
    assert ended.returncode == 0
    assert "Closed 1 report." in ended.stderr
    assert [each for each, _, _ in listed(run)] == [first]
    assert [each for each, _, _ in listed(run, "--all")] == [second, first]
    refused = run("close", first, second)
    assert refused.returncode == 1
    assert f"There is no open report of the message {second}, so none was closed." in refused.stderr
    assert [each for each, _, _ in listed(run)] == [first]


async def test_closing_needs_an_id(run: Any) -> None:
    ended = run("close")
    assert ended.returncode == 1
    assert "wellwish reports list" in ended.stderr
