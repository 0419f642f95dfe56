"""Years on the test clock: people join, leave, move, decline, are imported again, and runs are interrupted.

A model that shares no code with the service says which cards there must be. The occasions that were shown as
planned before a week are compared with what happened in it.
"""

import random
from collections import Counter
from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

import pytest

from tests.occasions.making import begin, started
from tests.test_mode.clocks import advance, read
from tests.world import Person, World
from wellwish.occasions import create_cards, store
from wellwish.people.choice import Choice, choose

pytestmark = pytest.mark.anyio

ZONES: Final = (
    "UTC", "America/New_York", "Asia/Tokyo", "Pacific/Kiritimati", "America/Santiago", "Australia/Lord_Howe",
)  # fmt: skip
DAY: Final = timedelta(days=1)
WEEK: Final = timedelta(days=7)
OPENS_BEFORE: Final = 5  # working days
# Many members have their days in the weeks after it; at another time of the year, some tests would see none.
BEGIN: Final = "2026-11-30T12:00"
Made = tuple[str, str, int]  # the person, the occasion, the year


class Member:
    """A person as the model knows them."""

    def __init__(self, number: int, chance: random.Random) -> None:
        self.external_id = f"e-{number}"
        # Many birthdays are on days off, and on 29 February.
        self.birthday = chance.choice(
            ["--02-29", "--01-01", "--12-31", f"--{chance.randint(1, 12):02}-{chance.randint(1, 28):02}"]
        )
        self.started_on = (
            f"{chance.randint(2015, 2026)}-{chance.randint(1, 12):02}-{chance.randint(1, 28):02}"
        )
        self.zone = chance.choice(ZONES)
        self.has_left = False
        self.declines = number % 4 == 3
        self.id = ""

    def body(self) -> dict[str, Any]:
        return {
            "external_id": self.external_id,
            "name": self.external_id,
            "email": f"{self.external_id}@example.com",
            "manager": "boss",
            "timezone": self.zone,
            "dates": {"birthday": self.birthday, "started_on": self.started_on},
        }


def falls_on(month: int, day: int, year: int) -> date:
    return date(year, 2, 28) if (month, day) == (2, 29) and year % 4 else date(year, month, day)


def closing(on: date) -> date:
    """Returns the date, or the Friday before a weekend."""
    while on.weekday() >= 5:
        on -= DAY
    return on


def opening(closes: date) -> date:
    left, day = OPENS_BEFORE, closes
    while left:
        day -= DAY
        left -= day.weekday() < 5
    return day


def at_nine(day: date, zone: str) -> datetime:
    return datetime.combine(day, time(9), ZoneInfo(zone)).astimezone(UTC)


def due(member: Member, after: datetime, until: datetime) -> set[Made]:
    """Returns the occasions whose card is open, or opens, in the week, and is open for a day at least."""
    if member.has_left or member.declines:
        return set()
    found: set[Made] = set()
    for year in range(after.year - 1, until.year + 2):
        for occasion, on in days_of(member, year).items():
            closes = closing(on)
            opens_at, closes_at = at_nine(opening(closes), member.zone), at_nine(closes, member.zone)
            if opens_at <= until and closes_at - max(opens_at, after) >= DAY:
                found.add((member.external_id, occasion, year))
    return found


def days_of(member: Member, year: int) -> dict[str, date]:
    began = date.fromisoformat(member.started_on)
    days = {"birthday": falls_on(int(member.birthday[2:4]), int(member.birthday[5:7]), year)}
    return days | ({"anniversary": falls_on(began.month, began.day, year)} if year > began.year else {})


async def made(tester: Person, members: list[Member]) -> Counter[Made]:
    """Returns the cards by person, occasion and year; a card for 1 January may close in the year before."""
    rows = await tester.world.owner.fetch(
        """
        select c.title, c.contribution_ends_at, r.name from cards c
        join recipients r on r.account_id = c.account_id and r.card_id = c.id
        where c.account_id = $1
        """,
        tester.account_id,
    )
    by_id, found = {each.external_id: each for each in members}, Counter[Made]()
    for row in rows:
        occasion, closed_on = row["title"].partition(" ")[0], row["contribution_ends_at"].date()
        near = {
            abs(closed_on - on): year
            for year in range(closed_on.year, closed_on.year + 2)
            if (on := days_of(by_id[row["name"]], year).get(occasion)) is not None
        }
        found[row["name"], occasion, near[min(near)]] += 1
    return found


class Interrupted:
    """Interrupts some of the calls between which a run can be killed."""

    class Error(Exception):
        pass

    def __init__(self, chance: random.Random) -> None:
        self.chance, self.times = chance, 0

    def wrap(self, call: Callable[..., Any]) -> Callable[..., Any]:
        async def wrapped(*given: Any, **named: Any) -> Any:
            answer = await call(*given, **named)
            if self.chance.random() < 0.15:
                self.times += 1
                raise self.Error
            return answer

        return wrapped


async def add(tester: Person, member: Member) -> None:
    member.id = (await tester.post("/api/people", member.body())).json()["id"]
    await tell(tester, member)


async def tell(tester: Person, member: Member) -> None:
    """Stores whether the person declines cards."""
    async with tester.world.services.db.transaction([tester.account_id]) as tx:
        assert await choose(tx, tester.account_id, member.id, Choice(no_cards=member.declines))


async def change_someone(tester: Person, members: list[Member], chance: random.Random) -> None:
    """Makes a random change, and applies it to the service and to the model."""
    kind = chance.choice(["join", "leave", "return", "move", "decline", "import", "import"])
    if kind == "join" and len(members) < 40:
        members.append(Member(len(members), chance))
        await add(tester, members[-1])
        return
    member = chance.choice(members)
    if kind in ("leave", "return"):
        member.has_left = kind == "leave"
        status = "left" if member.has_left else "active"
        assert (await tester.patch(f"/api/people/{member.id}", {"status": status})).is_success
    if kind == "move":
        member.zone = chance.choice(ZONES)
        assert (await tester.patch(f"/api/people/{member.id}", {"timezone": member.zone})).is_success
    if kind == "decline":
        member.declines = not member.declines
        await tell(tester, member)
    if kind == "import":
        listed = [
            {"external_id": "boss", "name": "Boss"},
            *(each.body() for each in members if not each.has_left),
        ]
        whole = await tester.put("/api/people", {"people": listed, "allow_leavers": True})
        assert whole.status_code == 200, whole.text


async def live(
    world: World, monkeypatch: pytest.MonkeyPatch, weeks: int, people: int, seed: int
) -> tuple[Counter[Made], set[Made], int]:
    """Returns the cards that were made, those of the model, and the number of interruptions."""
    chance = random.Random(seed)
    begin(world.alice, BEGIN)
    tester = await world.alice.tester()
    boss = await tester.post(
        "/api/people", {"external_id": "boss", "name": "Boss", "email": "boss@example.com"}
    )
    assert boss.status_code == 201
    members = [Member(number, chance) for number in range(people)]
    for member in members:
        await add(tester, member)
    for occasion in ("birthday", "anniversary"):
        await started(
            tester,
            occasion=occasion,
            title=f"{occasion} of {{name}}",
            max_cards_a_month=1000,
            opens_days_before=5,
        )
    # A second rule for the same occasion makes no second card.
    await started(
        tester, occasion="anniversary", years=[5, 10], title="anniversary again, {name}", max_cards_a_month=9
    )
    interrupted = Interrupted(chance)
    for name in ("create_card", "_claim", "create_invitations", "_store"):
        monkeypatch.setattr(create_cards, name, interrupted.wrap(getattr(create_cards, name)))
    expected: set[Made] = set()
    now = datetime.fromisoformat((await read(tester))["now"])
    for _ in range(weeks):
        for _ in range(chance.randint(0, 2)):
            await change_someone(tester, members, chance)
        now = datetime.fromisoformat((await read(tester))["now"])
        until = now + WEEK
        expected |= {each for member in members for each in due(member, now, until)}
        query = {"until": f"{until + timedelta(days=40):%Y-%m-%d}", "limit": 200}
        shown = (await tester.get("/api/occasions", params=query)).json()["data"]
        planned = {
            (each["person_name"], each["occasion"], each["year"])
            for each in shown
            if each["state"] in ("planned", "made") and datetime.fromisoformat(each["opens_at"]) <= until
        }
        await advance(tester, to=until.isoformat())
        missing = planned - {*await made(tester, members)}
        assert not missing, f"planned, but did not happen: {missing}"
    await world.work()
    return await made(tester, members), expected, interrupted.times


@pytest.mark.parametrize(
    ("weeks", "people"), [(10, 12), pytest.param(157, 30, id="3 years", marks=pytest.mark.full)]
)
async def test_every_occasion_has_exactly_one_card(
    world: World, monkeypatch: pytest.MonkeyPatch, weeks: int, people: int
) -> None:
    found, expected, interruptions = await live(world, monkeypatch, weeks, people, seed=34)
    assert {*found} == expected
    assert set(found.values()) == {1}
    assert interruptions
    print(f"\n{len(found)} cards in {weeks} weeks, {interruptions} interruptions")


async def test_without_the_row_occasions_get_several_cards(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: the same without stored occasions."""

    async def nothing(*_: Any) -> dict[Any, Any]:
        return {}

    async def unclaimed(*_: Any) -> None: ...

    monkeypatch.setattr(store, "load", nothing)
    monkeypatch.setattr(create_cards, "_claim", unclaimed)
    found, _, _ = await live(world, monkeypatch, 4, 8, seed=34)
    assert max(found.values()) > 1


async def test_a_plan_without_choices_differs_from_the_model(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: the test finds cards for people who declined."""
    monkeypatch.setattr(Choice, "declines", lambda *_: False)
    found, expected, _ = await live(world, monkeypatch, 10, 12, seed=34)
    assert {*found} > expected
