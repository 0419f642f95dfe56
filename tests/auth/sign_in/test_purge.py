"""Attempts and sessions that have ended are deleted, all others stay."""

from datetime import timedelta

import pytest

from tests.later import another_time
from tests.web.desk.people import ask, is_in, link_and_code, signed_in
from tests.web.visitor import Visitor
from tests.world import Person
from wellwish.auth.sign_in import purge
from wellwish.base import clock

pytestmark = pytest.mark.anyio


async def count(person: Person, table: str) -> int:
    return await person.world.owner.fetchval(f"select count(*) from {table}")


async def test_purges_only_ended_attempts_and_sessions(alice: Person) -> None:
    with another_time():
        unused = await signed_in(alice)
        clock.move(timedelta(days=5))
        used = await signed_in(alice)
        await ask(Visitor(alice.world), "bob@example.com")
        await purge.run(alice.world.services, {})
        assert (await count(alice, "sign_in_attempts"), await count(alice, "sessions")) == (2, 2)
        clock.move(timedelta(days=3))
        assert await is_in(used)
        await purge.run(alice.world.services, {})
        assert (await count(alice, "sign_in_attempts"), await count(alice, "sessions")) == (0, 1)
        assert (await is_in(used), await is_in(unused)) == (True, False)
        clock.move(timedelta(days=31))
        await purge.run(alice.world.services, {})
        assert await count(alice, "sessions") == 0


async def test_an_earlier_link_sends_another_one_for_a_day(alice: Person) -> None:
    """The purge keeps attempts that have ended, because their links prove who reads the mailbox."""
    visitor = Visitor(alice.world)
    with another_time():
        await ask(visitor, alice.email)
        path, _ = await link_and_code(alice.world, alice.email)
        clock.move(timedelta(hours=23))
        await purge.run(alice.world.services, {})
        await visitor.open(path)
        assert (await visitor.press(path, again="1")).status_code == 303
        await visitor.open(path)
        clock.move(timedelta(hours=2))
        await purge.run(alice.world.services, {})
        assert (await visitor.press(path, again="1")).status_code == 404
