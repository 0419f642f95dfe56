"""The calendar at the desk."""

import re
from collections.abc import Iterator

import pytest

from tests.browser.desk_occasions import furnish
from tests.later import another_time, frozen_at
from tests.occasions import making
from tests.people.test_sync import staff
from tests.web.desk.furnished import entered
from tests.web.visitor import Visitor
from tests.world import Person, World
from wellwish.people import choice
from wellwish.people.choice import Choice
from wellwish.web.desk.occasions import calendar

pytestmark = pytest.mark.anyio
PATH = "/desk/calendar"


@pytest.fixture(autouse=True)
def _the_clock_is_restored() -> Iterator[None]:
    with another_time():
        yield


def rows(visitor: Visitor) -> dict[str, str]:
    """Returns the text of each row by its key."""
    found: dict[str, str] = {}
    for key, inside in re.findall(r'<li class="d-line" id="([^"]+)">(.*?)</li>', visitor.page, re.DOTALL):
        found[key] = " ".join(re.sub(r"<[^>]+>", " ", inside).split())
    return found


def states(visitor: Visitor) -> set[tuple[str, str, str]]:
    """Returns the name, the occasion and the state of each row."""
    found: set[tuple[str, str, str]] = set()
    for inside in re.findall(r'<li class="d-line" id="[^"]+">(.*?)</li>', visitor.page, re.DOTALL):
        name = re.search(r"<bdi>(.*?)</bdi>", inside)
        kind = re.search(r"</a>\s*<p>(.*?)(?: · .*)?</p>", inside)
        state = re.search(r"d-state[^>]*>.*?<span>(.*?)</span>", inside, re.DOTALL)
        assert name is not None
        assert kind is not None
        assert state is not None
        found.add((name[1].split()[0], kind[1], state[1]))
    return found


async def test_an_account_without_people_or_rules_is_told_what_to_do(alice: Person) -> None:
    visitor = await entered(alice)
    await visitor.open(PATH)
    assert "There are no people yet." in visitor.page
    assert 'class="c-button" href="/desk/people/list"' in visitor.page
    await making.team(alice)
    await visitor.open(PATH)
    assert "No rule creates cards yet." in visitor.page
    assert 'class="c-button" href="/desk/rules"' in visitor.page
    await making.rule(alice)
    await visitor.open(PATH)
    assert "<table" in visitor.page


async def test_a_month_shows_each_occasion_with_its_card_or_the_reason(world: World, alice: Person) -> None:
    await furnish(world)
    visitor = await entered(alice)
    await visitor.open(PATH)
    expected = {
        ("Ana", "Work anniversary", "Rule is paused"),
        ("Ana", "Birthday", "Planned"),
        ("Chloé", "Birthday", "Planned"),
        ("Dan", "Birthday", "Planned"),
        ("Dan", "First day at work", "Planned"),
        ("Maya", "Birthday", "Planned"),
        ("Noor", "Birthday", "Planned"),
        ("Omar", "Birthday", "No cards left"),
        ("Priya", "Birthday", "No cards left"),
        ("Ben", "Birthday", "Skipped"),
        ("Kim", "Birthday", "Nobody to ask"),
    }
    assert states(visitor) == expected
    chloe = next(text for text in rows(visitor).values() if text.startswith("Chloé"))
    for said in ("Birthday · Wed 17 Mar", "Opens Wed 10 Mar · closes Wed 17 Mar", "9 people sign", "1 card"):
        assert said in chloe, chloe
    assert "Sam" not in visitor.page  # who declined
    assert "6 cards in this month" in " ".join(visitor.page.split())
    assert "March 2027" in visitor.page
    assert visitor.page.count("<tr><td class=") == 5
    # The names of three people on a day, and a link to the list with all of them.
    assert f'{PATH}?view=list&amp;from=2027-03-24&amp;until=2027-03-24">1 more' in visitor.page
    await visitor.open(f"{PATH}?month=2027-04")
    assert states(visitor) == {
        ("Chloé", "Work anniversary", "Rule is paused"),
        ("Tess", "Birthday", "No cards left"),
    }


async def test_a_list_ends_with_what_people_declined_without_its_days(world: World, alice: Person) -> None:
    await furnish(world)
    visitor = await entered(alice)
    await visitor.open(f"{PATH}?view=list")
    assert ("Sam", "Birthday", "Declined") in states(visitor)
    sam = next(text for text in rows(visitor).values() if " Sam " in text)
    assert sam == "S Sam Birthday This person does not want this day celebrated. Declined"
    assert "25 Mar" not in visitor.page
    await visitor.open(f"{PATH}?view=list&from=2027-09-01")
    assert states(visitor) >= {("Sam", "Birthday", "Declined")}  # the same in every span


async def test_shows_a_card_that_was_made_and_who_left(world: World, alice: Person) -> None:
    making.begin(alice)
    maya = await making.team(alice)
    await making.started(alice)
    with frozen_at(making.OPENS):
        alice.token = None
        await world.work()
        [card] = await making.cards(alice)
        visitor = await entered(alice)
        await visitor.open(PATH)
        assert states(visitor) == {("Maya", "Birthday", "Created")}
        assert f'href="/desk/cards/{card["id"]}"' in visitor.page
        assert 'name="skip"' not in visitor.page
        await alice.patch(f"/api/people/{maya['id']}", {"status": "left"})
        await visitor.open(f"{PATH}?month=2028-03")
        assert states(visitor) == {("Maya", "Birthday", "Has left")}


async def test_skips_an_occasion_and_withdraws_that(world: World, alice: Person) -> None:
    making.begin(alice)
    maya = await making.team(alice)
    await making.started(alice)
    visitor = await entered(alice)
    await visitor.open(f"{PATH}?month=2027-03")
    key = f"{maya['id']}.birthday.2027."
    assert f'name="skip" value="{key}"' in visitor.page
    given = {"back": visitor.value("back"), "form_token": visitor.token()}
    answer = await visitor.press(PATH, skip=key, **given)
    assert answer.headers["location"] == f"{PATH}?month=2027-03&said=occasion_skipped#{key}"
    await visitor.open(f"{PATH}?month=2027-03")
    assert states(visitor) == {("Maya", "Birthday", "Skipped")}
    assert f'name="undo" value="{key}"' in visitor.page
    assert (await visitor.press(PATH, undo=key, **given)).status_code == 303
    await visitor.open(f"{PATH}?month=2027-03")
    assert states(visitor) == {("Maya", "Birthday", "Planned")}
    # An occasion that has a card by now, was declined, or belongs to somebody else cannot be skipped.
    with frozen_at(making.OPENS):
        alice.token = None
        await world.work()
        visitor = await entered(alice)
        await visitor.open(PATH)
        given = {"back": "month=2027-03&evil=1", "form_token": visitor.token()}
        assert (await visitor.press(PATH, skip=key, **given)).status_code == 409
        assert "Nothing was skipped, because the occasion has changed." in visitor.page
        assert states(visitor) == {("Maya", "Birthday", "Created")}
        for wrong in (
            "",
            "x",
            "a.b.c.d",
            f"{maya['id']}.birthday.2027",
            f"{maya['id']}.birthday.9999999999.",
        ):
            status = (await visitor.press(PATH, skip=wrong, **given)).status_code
            assert status in (404, 409), wrong


@pytest.mark.parametrize(("now", "can_skip", "can_move"), [
    ("2027-03-17T08:00", True, True), ("2027-03-25T12:00", False, True), ("2027-04-20T12:00", False, False)
])  # fmt: skip
async def test_a_card_can_be_skipped_until_it_would_close_and_moved_for_two_weeks(
    world: World, alice: Person, now: str, can_skip: bool, can_move: bool
) -> None:
    making.begin(alice)
    await making.someone(alice, "Maya", dates={"birthday": "--03-17"})
    await making.started(alice)
    with frozen_at(making.OPENS):
        alice.token = None
        await world.work()
    with frozen_at(now):
        alice.token = None
        visitor = await entered(alice)
        await visitor.open(f"{PATH}?month=2027-03")
        [(name, kind, state)] = states(visitor)
        assert (name, kind) == ("Maya", "Birthday")
        assert state == "Nobody to ask"
        assert ('name="skip"' in visitor.page) == can_skip
        assert (f'href="{PATH}/per_' in visitor.page) == can_move


async def test_an_occasion_of_another_account_is_as_unknown(alice: Person, mallory: Person) -> None:
    making.begin(alice)
    maya = await making.team(alice)
    await making.started(alice)
    mallory.token = None
    await making.team(mallory)
    await making.started(mallory)
    other = await entered(mallory)
    await other.open(PATH)
    assert maya["id"] not in other.page
    assert states(other) == {("Maya", "Birthday", "Planned")}
    token = other.token()
    given = {"back": "", "form_token": token, "skip": f"{maya['id']}.birthday.2027."}
    assert (await other.press(PATH, **given)).status_code == 409
    assert (await making.states(alice))["Maya"] == "planned"


async def test_a_member_has_no_calendar(world: World, alice: Person) -> None:
    await making.team(alice)
    visitor = await entered(alice)
    await visitor.open(PATH)
    token = visitor.token() if "form_token" in visitor.page else ""
    await world.owner.execute("update memberships set role = 'member' where user_id = $1", alice.user_id)
    assert (await visitor.open(PATH)).status_code == 403
    assert "Maya" not in visitor.page
    answer = await visitor.press(PATH, form_token=token, skip="per_x.birthday.2027.", back="")
    assert answer.status_code == 403


async def test_what_was_declined_in_the_meantime_cannot_be_skipped(world: World, alice: Person) -> None:
    making.begin(alice)
    maya = await making.team(alice)
    await making.started(alice)
    visitor = await entered(alice)
    await visitor.open(PATH)
    async with world.services.db.transaction([alice.account_id]) as tx:
        await choice.choose(tx, alice.account_id, maya["id"], Choice(no_birthday=True))
    given = {"back": "", "form_token": visitor.token(), "skip": f"{maya['id']}.birthday.2027."}
    assert (await visitor.press(PATH, **given)).status_code == 409
    assert states(visitor) == set()
    assert "17 Mar" not in visitor.page


async def test_the_name_of_a_month_has_the_digits_of_its_language(alice: Person) -> None:
    making.begin(alice)
    await making.team(alice)
    await making.started(alice)
    visitor = await entered(alice)
    for code, title in (("en", "March 2027"), ("de", "März 2027"), ("ar", "مارس ٢٠٢٧")):
        await visitor.request("GET", PATH, headers={"Accept-Language": code})
        assert f"<h2>{title}</h2>" in visitor.page, code


async def test_large_months_and_lists_have_pages(world: World, alice: Person) -> None:
    making.begin(alice)
    people = [
        {**each, "teams": ["Crew"], "dates": {"birthday": "--03-17"}} for each in staff(230)
    ]  # fmt: skip
    assert (await alice.put("/api/people", {"people": people})).status_code == 200
    await making.started(alice, invites="team", max_cards_a_month=1)
    visitor = await entered(alice)
    await visitor.open(PATH)
    assert len(rows(visitor)) == 50
    assert ">227 more<" in visitor.page
    # Every link of the month leads to a row on this page or in the list of its day.
    linked = re.findall(r'href="([^"#]*)#(per_[^"]+)"', visitor.page)
    assert [day for day, _ in linked if day] == []
    for path, key in linked:
        await visitor.open(path.replace("&amp;", "&") or PATH)
        assert key in rows(visitor)
    seen, path = set[str](), f"{PATH}?view=list&from=2027-03-01&until=2027-03-31"
    while "cursor" in path or not seen:
        await visitor.open(path)
        seen |= rows(visitor).keys()
        path = visitor.page.partition(">Later days<")[0].rpartition('href="')[2].partition('"')[0]
        path = path.replace("&amp;", "&")
    assert len(seen) == 230
    assert path == f"{PATH}?view=list&from=2027-04-01"


async def test_declined_occasions_do_not_cut_a_month(
    world: World, alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    making.begin(alice)
    await making.team(alice)
    dates = {"birthday": "--03-18"}
    others = [await making.someone(alice, name, dates=dates) for name in ("Pat", "Sam", "Lee")]
    await making.started(alice)
    monkeypatch.setattr(calendar, "_PAGE", 1)
    monkeypatch.setattr(calendar, "_MOST", 2)
    visitor = await entered(alice)
    for declined, is_cut, count in ((others[:0], True, 2), (others[:2], False, 2), (others[2:], False, 1)):
        async with world.services.db.transaction([alice.account_id]) as tx:
            for each in declined:
                await choice.choose(tx, alice.account_id, each["id"], Choice(no_birthday=True))
        await visitor.open(PATH)
        assert ("This month has more occasions than the page can show." in visitor.page) == is_cut
        assert len(states(visitor)) == count


@pytest.mark.parametrize(
    "query", ["month=2027-13", "month=x", "month=1999-12", "month=2040-01", "view=list&from=x",
              "view=list&from=2027-03-01&until=2028-03-01", "view=list&cursor=x", "month=0000-01",
              "view=list&from=9999-12-31"],
)  # fmt: skip
async def test_a_query_that_is_none_leads_to_this_month(alice: Person, query: str) -> None:
    await making.team(alice)
    await making.started(alice)
    visitor = await entered(alice)
    answer = await visitor.open(f"{PATH}?{query}")
    assert (answer.status_code, answer.headers["location"]) == (303, PATH)
