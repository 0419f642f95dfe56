"""A page of the plan matches the plan of all people."""

import random
from datetime import date, timedelta
from typing import Any, Final

import pytest
from msgspec import structs

from tests.later import another_time
from tests.occasions.crowd import crowd
from tests.occasions.making import begin, pages, purchase, rule, started, whole_plan
from tests.world import Person, World
from wellwish.occasions import create_cards, facts, planned
from wellwish.occasions.rule import load_all
from wellwish.occasions.span import longest

pytestmark = pytest.mark.anyio
PEOPLE: Final = 700
DAY: Final = timedelta(days=1)
MADE_IN: Final = 2020  # the year of the cards that were created before
# Cards that are left, the limits of both rules, and a span. Each kind has about 60 occasions a month.
CASES: Final = [
    (10_000, 500, 500, "2027-03-01", "2027-04-15"),
    (25, 500, 500, "2027-03-01", "2027-04-15"),
    (25, 500, 500, "2027-05-01", "2027-06-15"),
    (40, 20, 500, "2027-03-01", "2027-04-15"),  # the rule has made more cards than its new limit allows
    (60, 20, 500, "2027-03-01", "2027-06-01"),
    (150, 500, 30, "2027-04-01", "2027-06-15"),
    (300, 40, 30, "2027-08-01", "2027-10-15"),
    (300, 40, 30, "2028-02-01", "2028-03-31"),
    (10_000, 1, 60, "2028-02-01", "2028-03-31"),
    (0, 500, 500, "2027-03-01", "2027-03-31"),
]


async def whole(person: Person, last: date) -> dict[tuple[str, str, int], str]:
    """Returns the states by a plan that reads everybody: from today until cards for the last day open."""
    async with person.world.services.db.transaction([person.account_id]) as tx:
        rules = await load_all(tx, person.account_id)
        basis = await facts.load(tx, person.account_id, rules)
        basis = structs.replace(basis, made=await facts.made(tx, person.account_id, rules, date(2027, 1, 1)))
        span = planned.from_today(basis, last + longest(rules))
        loaded = await facts.with_people(tx, person.account_id, basis, span)
    return {each.key: each.state for each in whole_plan(loaded, span)}


async def shown(person: Person, first: str, last: str, limit: int) -> dict[tuple[str, str, int], str]:
    found = await pages(person, from_=first, until=last, limit=limit)
    listed = {(each["person_id"], each["occasion"], each["year"]): each["state"] for each in found}
    assert len(listed) == len(found)
    days = [each["closes_on"] for each in found if each["closes_on"]]
    assert days == sorted(days)
    assert all(first <= day <= last for day in days)
    return {key: state for key, state in listed.items() if state != "declined" and key[2] != MADE_IN}


async def prepared(alice: Person, cards: int, birthdays: int, anniversaries: int) -> None:
    begin(alice)
    await crowd(alice, PEOPLE)
    await alice.world.owner.execute(
        "update bundle_purchases set cards_used = 0, cards_total = $2 where account_id = $1",
        alice.account_id,
        max(cards, 1),
    )
    first = await started(alice, max_cards_a_month=birthdays)
    await started(
        alice, occasion="anniversary", invites="team", max_cards_a_month=anniversaries, opens_days_before=9
    )
    # Rules that apply to some of the people.
    await started(
        alice, occasion="anniversary", years=[5, 10], invites="nobody", max_cards_a_month=3, days_off="keep"
    )
    await rule(alice, occasion="welcome", max_cards_a_month=5)
    # Cards that were created before the limit of the month was lowered.
    await alice.world.owner.execute(
        """
        insert into occasions (account_id, person_id, occasion, year, rule_id, state, card_id, falls_on,
          opens_on, closes_on, opens_at, closes_at, signers, created_at, updated_at)
        select $1, id, 'birthday', $3, $2, 'made', 'card_' || id, '2027-03-01', '2027-03-01', '2027-03-01',
          '2027-03-01', '2027-03-01', 1, now(), now()
        from people where account_id = $1 and id like '%1' order by id limit 50
        """,
        alice.account_id,
        first["id"],
        MADE_IN,
    )


@pytest.mark.parametrize(("cards", "birthdays", "anniversaries", "first", "last"), CASES)
async def test_pages_say_what_the_plan_of_everybody_says(
    alice: Person, cards: int, birthdays: int, anniversaries: int, first: str, last: str
) -> None:
    with another_time():
        await prepared(alice, cards, birthdays, anniversaries)
        expected = await whole(alice, date.fromisoformat(last))
        found = await shown(alice, first, last, limit=37)
        assert len(found) > 100
        assert {key: expected[key] for key in found} == found
        assert await shown(alice, first, last, limit=200) == found


async def moved(alice: Person, first: str, last: str) -> dict[tuple[str, str, int], str]:
    """Gives every third card of the span other days, also outside it. Returns the days of closing."""
    chance, closing = random.Random(7), dict[tuple[str, str, int], str]()
    listed = await pages(alice, from_=first, until=last, limit=200)
    for each in [one for one in listed if one["date"] and one["date"] >= "2027-03-20"][::3]:
        on = date.fromisoformat(each["date"])
        closes_on = on + timedelta(days=chance.randint(-14, 14))
        opens_on = closes_on - timedelta(days=chance.randint(1, 28))
        given = {"closes_on": closes_on.isoformat(), "opens_on": opens_on.isoformat()}
        named = {name: each[name] for name in ("person_id", "occasion", "year")}
        answer = await alice.post("/api/occasions/change", {**named, **given})
        assert answer.status_code == 200, answer.text
        closing[each["person_id"], each["occasion"], each["year"]] = given["closes_on"]
    return closing


@pytest.mark.parametrize(
    ("cards", "birthdays", "anniversaries", "first", "last"), [CASES[1], CASES[4], CASES[6]]
)
async def test_pages_with_moved_cards_say_what_the_plan_of_everybody_says(
    alice: Person, cards: int, birthdays: int, anniversaries: int, first: str, last: str
) -> None:
    with another_time():
        await prepared(alice, cards, birthdays, anniversaries)
        closing = await moved(alice, first, last)
        inside = {key for key, day in closing.items() if first <= day <= last}
        assert len(inside) > 10
        assert len(closing) - len(inside) > 2
        expected = await whole(alice, date.fromisoformat(last))
        found = await shown(alice, first, last, limit=37)
        assert len(found) > 80
        assert {key: expected[key] for key in found} == found
        assert closing.keys() & found.keys() == inside
        assert await shown(alice, first, last, limit=200) == found


# The cards left, those that expire on two days, the purchase that anniversaries take first, and a span.
EXPIRING: Final = [
    (25, {"2027-04-10": 60, "2027-06-01": 100}, None, "2027-05-01", "2027-06-15"),
    (25, {"2027-04-10": 60, "2027-06-01": 100}, 0, "2027-05-01", "2027-06-15"),
    (200, {"2027-03-20": 40, "2027-05-01": 30}, 1, "2027-04-15", "2027-06-01"),
    (60, {"2027-03-02": 500, "2027-03-25": 5}, None, "2027-03-01", "2027-04-15"),
    (400, {"2027-04-10": 300}, None, "2027-08-01", "2027-09-15"),
    (10_000, {"2027-04-10": 1}, 1, "2027-05-01", "2027-06-15"),
]


@pytest.mark.parametrize(("cards", "expiring", "first_used", "first", "last"), EXPIRING)
async def test_pages_with_cards_that_expire_say_what_the_plan_of_everybody_says(
    alice: Person, cards: int, expiring: dict[str, int], first_used: int | None, first: str, last: str
) -> None:
    with another_time():
        await prepared(alice, cards, 500, 500)
        purchases = [await purchase(alice, f"{day}T12:00", count) for day, count in expiring.items()]
        await alice.world.owner.execute(
            """
            update occasion_rules set bundle_purchase_ids = jsonb_build_array($2::text)
            where account_id = $1 and occasion = 'anniversary' and $2::text is not null
            """,
            alice.account_id,
            None if first_used is None else [alice.bundle_purchase_id, *purchases][first_used],
        )
        expected = await whole(alice, date.fromisoformat(last))
        found = await shown(alice, first, last, limit=37)
        assert len(found) > 80
        assert {key: expected[key] for key in found} == found


async def test_pages_that_count_nobody_else_differ(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: without the occasions before them, the pages promise more cards than are left."""

    async def alone(_tx: Any, _id: str, _basis: Any, found: Any) -> Any:
        return found

    with another_time():
        await prepared(alice, 25, 20, 500)
        monkeypatch.setattr(planned, "_decided", alone)
        found = await shown(alice, "2027-05-01", "2027-06-15", limit=37)
        expected = await whole(alice, date(2027, 6, 15))
        assert {key: expected[key] for key in found} != found


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of people that were read."""
    found: list[int] = []
    load = facts.with_people

    async def counted(*given: Any, **named: Any) -> Any:
        loaded = await load(*given, **named)
        found.append(len(loaded.people))
        return loaded

    monkeypatch.setattr(facts, "with_people", counted)
    return found


async def test_reads_no_one_else_while_cards_and_limits_suffice(
    alice: Person, world: World, read: list[int]
) -> None:
    with another_time():
        await prepared(alice, 10_000, 500, 500)
        page = await alice.get("/api/occasions", params={"from": "2028-01-10", "limit": 10})
        assert len(page.json()["data"]) == 10
        assert sum(read) < 100
        # Cards that expire are taken first, so that the others still suffice.
        await purchase(alice, "2027-06-01T12:00", 60)
        read.clear()
        await alice.get("/api/occasions", params={"from": "2028-01-10", "limit": 10})
        assert sum(read) < 100
        # The control: with few cards left, those before them are read until the cards are gone.
        await world.owner.execute("update bundle_purchases set cards_total = 60, expires_at = null")
        read.clear()
        await alice.get("/api/occasions", params={"from": "2028-01-10", "limit": 10})
        assert 100 < sum(read) < 400


async def test_the_job_reads_what_opens_within_a_day(
    alice: Person, read: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    with another_time():
        await prepared(alice, 10_000, 500, 500)
        await alice.world.work()
        read.clear()
        arguments = {"account_id": alice.account_id}
        await create_cards.run(alice.world.services, arguments)
        assert 0 < sum(read) < 150
        # The control: a run that plans a quarter.
        monkeypatch.setattr(create_cards, "_LATEST", timedelta(days=91))
        read.clear()
        await create_cards.run(alice.world.services, arguments)
        assert sum(read) > 300
