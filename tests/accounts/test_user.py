"""Users are found by email or created."""

import asyncio

import pytest

from tests.waiting import until_waiting
from wellwish.accounts.user import find_or_create, verify


async def _user(world, email, name=None):
    async with world.services.db.transaction() as tx:
        return await find_or_create(tx, email, name)


async def test_creates_a_user_with_an_unconfirmed_address(world):
    user_id = await _user(world, "Erin@Example.org", "Erin")
    row = await world.owner.fetchrow("select * from users where id = $1", user_id)
    assert (row["email"], row["email_key"], row["name"]) == ("Erin@example.org", "erin@example.org", "Erin")
    assert row["email_verified_at"] is None


async def test_knows_every_spelling_of_an_address(world):
    spellings = ["erin@example.org", "ERIN@EXAMPLE.ORG", '"erin"@example.org']
    assert len({await _user(world, spelling) for spelling in spellings}) == 1


async def test_keeps_the_name_of_an_existing_user(world):
    user_id = await _user(world, "erin@example.org", "Erin")
    assert await _user(world, "erin@example.org", "Not Erin") == user_id
    assert await world.owner.fetchval("select name from users where id = $1", user_id) == "Erin"


async def test_makes_one_user_at_the_same_time(world):
    found = await asyncio.gather(*(_user(world, "erin@example.org") for _ in range(16)))
    assert len(set(found)) == 1


async def test_makes_the_user_when_the_other_transaction_is_rolled_back(world):
    waiting = asyncio.Event()

    async def rolled_back():
        async with world.services.db.transaction() as tx:
            await find_or_create(tx, "erin@example.org", None)
            waiting.set()
            await until_waiting(world.owner)
            raise RuntimeError

    failing = asyncio.create_task(rolled_back())
    await waiting.wait()
    user_id = await _user(world, "erin@example.org")
    with pytest.raises(RuntimeError):
        await failing
    assert await world.owner.fetchval("select count(*) from users where id = $1", user_id) == 1


async def test_refuses_an_invalid_address(world):
    with pytest.raises(ValueError, match="email address"):
        await _user(world, "erin")


async def test_keeps_the_time_of_the_first_verification(world):
    user_id = await _user(world, "erin@example.org")
    times = []
    for _ in range(2):
        async with world.services.db.transaction() as tx:
            await verify(tx, user_id)
        sql = "select email_verified_at from users where id = $1"
        times.append(await world.owner.fetchval(sql, user_id))
    assert times[0] is not None
    assert times[0] == times[1]
