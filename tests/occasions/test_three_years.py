"""Three years on the test clock, while workers are killed: every occasion that is due has exactly one card.

The workers are processes; the database loses nothing, because it is not killed. People join, leave, move,
decline and are imported again at random. The model of `test_years`, which shares no code with the service,
says which cards there must be.
"""

import random
from collections import Counter
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

import pytest

from tests import commands
from tests.occasions.company import Company
from tests.occasions.forks import forks
from tests.occasions.test_years import OPENS_BEFORE, WEEK, Made, Member, due
from tests.world import Person, World

pytestmark = [pytest.mark.anyio, pytest.mark.people]

SEED: Final = 34
# UTC; no card opens or closes at this hour in any of the zones, so the time between weeks changes nothing.
_QUIET_HOUR: Final = 16
_TOKEN_WEEKS: Final = 10
_OCCASIONS: Final = ("birthday", "anniversary")


@pytest.fixture
async def tester(world: World) -> Person:
    return await world.alice.tester()


@asynccontextmanager
async def working(
    staff: Company, clone: tuple[str, str], folder: Path, **environment: str
) -> AsyncGenerator[None]:
    """Runs a worker process."""
    key = staff.tester.world.services.settings.secret_key.hex()
    given = commands.environment(clone) | {"WELLWISH_SECRET_KEY": key, "WELLWISH_DATA_DIR": str(folder)}
    async with forks(folder, given | environment) as staff.worker:
        yield


async def until_quiet(staff: Company) -> datetime:
    """Moves the clock to the next quiet hour."""
    now = await staff.now()
    quiet = now.replace(hour=_QUIET_HOUR, minute=30, second=0, microsecond=0)
    quiet += timedelta(days=quiet <= now)
    await staff.advance(quiet)
    await staff.arrive()
    return quiet


@pytest.mark.parametrize(
    ("people", "weeks", "changes"),
    [
        pytest.param(300, 157, 2, id="300 people, 3 years"),
        # A list has at most 10,000 people, including the boss and those who join.
        pytest.param(9_980, 13, 6, id="10,000 people, 3 months", marks=pytest.mark.full),
    ],
)
async def test_every_occasion_has_exactly_one_card(
    tester: Person, clone: tuple[str, str], tmp_path: Path, people: int, weeks: int, changes: int
) -> None:
    chance, kills = random.Random(SEED), 40
    staff = Company(tester)
    async with working(staff, clone, tmp_path):
        await staff.start()
        await staff.add([Member(number, chance) for number in range(people)])
        for occasion in _OCCASIONS:
            await staff.start_rule(
                occasion=occasion, title=f"{occasion} of {{name}}", opens_days_before=OPENS_BEFORE
            )
        # A second rule for the same occasion makes no second card.
        await staff.start_rule(occasion="anniversary", years=[5, 10], title="anniversary again, {name}")
        now = await until_quiet(staff)
        killed = [chance.randrange(weeks) for _ in range(kills)]
        expected = set(await staff.cards())
        withheld, interrupted = set[Made](), 0
        for week in range(weeks):
            if week % _TOKEN_WEEKS == 0:
                await staff.sign_in()
            for _ in range(chance.randint(0, changes)):
                await staff.change_someone(chance)
            await staff.settle()
            until, after = now + WEEK, await staff.now()
            expected |= {each for member in staff.members for each in due(member, after, until)}
            withheld |= {each for member in staff.members for each in _withheld(member, after, until)}
            before, planned = await staff.cards(), await staff.planned(until)
            await staff.advance(until)
            for _ in range(killed.count(week)):
                interrupted += await staff.kill_worker(chance.randint(1, 5))
            await staff.arrive()
            new = {*await staff.cards()} - {*before}
            assert new == planned, f"week {week}: planned {planned - new}, unplanned {new - planned}"
            now = until
        found = await staff.cards()
    print(
        f"\nseed {SEED}: {len(found)} cards of {len(staff.members)} people in {weeks} weeks, {kills} workers "
        f"killed, {interrupted} of them while they created cards; {len(withheld - expected)} occasions of "
        "people who had declined or left"
    )
    assert {*found} == expected
    assert {*found.values()} == {1}
    assert interrupted
    assert withheld - expected, "without these, nobody's choice was tested"


def _withheld(member: Member, after: datetime, until: datetime) -> set[Made]:
    """Returns the occasions that have no card only because the person has left or declines cards."""
    if not member.has_left and not member.declines:
        return set()
    given = member.has_left, member.declines
    member.has_left = member.declines = False
    found = due(member, after, until)
    member.has_left, member.declines = given
    return found


# Holds a worker between a card and the row of its occasion, while the tests have the lock.
_GATE: Final = """
    create function pass_gate() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock_shared(34); return null; end $$;
    create trigger gate before insert on occasions for each statement execute function pass_gate()
    """
_IS_AT_GATE: Final = """
    select exists (
      select 1 from pg_locks l join pg_database d on d.oid = l.database
      where d.datname = current_database() and l.locktype = 'advisory' and l.classid = 0 and l.objid = 34
        and not l.granted)
    """


@pytest.fixture
async def gate(tester: Person) -> AsyncGenerator[None]:
    await tester.world.owner.execute(_GATE)
    yield
    await tester.world.owner.execute("drop function pass_gate cascade")


@pytest.mark.usefixtures("gate")
async def test_a_worker_killed_among_many_cards_creates_each_once(
    tester: Person, clone: tuple[str, str], tmp_path: Path
) -> None:
    """The control is a worker that commits each statement: it creates a card several times."""
    kills, people = 5, 60
    staff, counts = Company(tester), list[list[int]]()
    await staff.start()
    await staff.start_rule(occasion="birthday", title="birthday of {name}", opens_days_before=5)
    for number, fault in enumerate(("", "piecemeal")):
        async with working(staff, clone, tmp_path, WELLWISH_TEST_FAULT=fault):
            before = await staff.cards()
            now = await until_quiet(staff)
            chance, on = random.Random(number), now + timedelta(days=21)
            members = [Member(1 + number * 1000 + count * 4, chance) for count in range(people)]
            for each in members:
                each.birthday, each.zone, each.declines = f"--{on:%m-%d}", "UTC", False
            await staff.add(members)
            await staff.advance(now + timedelta(days=28))
            for _ in range(kills):
                await staff.owner.execute("select pg_advisory_lock(34)")
                await staff.until(_IS_AT_GATE)
                await staff.worker.kill()
                await staff.start_worker()
                await staff.owner.execute("select pg_advisory_unlock(34)")
            await staff.arrive()
            counts.append([count for each, count in (await staff.cards()).items() if each not in before])
    print(
        f"\n{kills} workers killed; cards of an occasion {Counter(counts[0])}, control {Counter(counts[1])}"
    )
    assert counts[0] == [1] * people
    assert max(counts[1]) > 1
