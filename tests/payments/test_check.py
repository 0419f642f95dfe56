"""The command ``wellwish ledger check`` reports faults in its output and its exit status."""

import asyncio
import json

from tests import commands
from tests.payments import buying
from tests.payments.test_callback import paid_silently
from tests.world import Person, World
from wellwish.base import ids


async def checked(clone: tuple[str, str], *words: str) -> commands.Ended:
    """Runs the command on the database of this test."""
    environment = commands.environment(clone)
    return await asyncio.to_thread(commands.wellwish, environment, "ledger", "check", *words)


async def test_tells_by_its_status_whether_the_books_are_right(
    world: World, alice: Person, clone: tuple[str, str]
) -> None:
    await buying.bought(alice)
    right = await checked(clone)
    assert (right.returncode, "The ledger is correct." in right.stderr) == (0, True), right.stderr
    assert "2 movements, 3 transfers, 1 payment, 1 provider event." in right.stderr
    sales = next(line.split() for line in right.stdout.splitlines() if line.startswith("sales"))
    assert sales == ["sales", "USD", "3900"]
    _made, body = await paid_silently(world, alice)
    stranger = {**json.loads(body), "payment_id": ids.new("pay")}
    assert await buying.call_back(world, json.dumps(stranger)) == 204
    wrong = await checked(clone)
    assert (wrong.returncode, "The ledger is correct." in wrong.stderr) == (1, False)
    assert f"{stranger['id']}, which belongs to an unknown payment." in wrong.stderr
    told = await checked(clone, "--json")
    assert (told.returncode, len(json.loads(told.stdout)["faults"])) == (1, 1)
