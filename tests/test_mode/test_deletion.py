"""The operator deletes an account with its test data."""

from dataclasses import replace

import pytest

from tests import make
from tests.contributions import giving
from tests.world import Person
from wellwish.deletions.delete import delete_account
from wellwish.infra.db import Database

pytestmark = pytest.mark.anyio


async def test_the_deletion_of_an_account_deletes_its_test_data(alice: Person, owner: Database) -> None:
    tester = await alice.tester()
    card = await giving.card(tester)
    await giving.gave(tester, card["id"])
    await make.invitations(tester, card["id"], "ana@example.com")
    await alice.world.work()
    await delete_account(replace(alice.world.services, db=owner), alice.account_id)
    for table in ("cards", "messages", "invitations", "credentials", "memberships", "jobs"):
        left = f"select count(*) from {table} where account_id = $1"
        assert await alice.world.owner.fetchval(left, tester.account_id) == 0, table
    assert (await tester.get("/api/cards")).status_code == 401
