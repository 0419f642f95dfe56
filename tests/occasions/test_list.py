"""List occasions."""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode

import pytest

from tests.later import another_time, pass_until
from tests.occasions.making import OPENS, begin, occasions, rule, someone, started, team
from tests.people.test_create import pointers
from tests.world import Person
from wellwish.people.choice import Choice, choose

pytestmark = pytest.mark.anyio


async def test_lists_what_is_planned_and_what_happened(alice: Person) -> None:
    with another_time():
        begin(alice)
        await team(alice)
        await someone(alice, "Pat", manager="bo@example.com", dates={"birthday": "--04-20"})
        await started(alice)
        await pass_until(alice, OPENS)
        await pass_until(alice, "2027-03-20T12:00")
        found = await occasions(alice, from_="2027-03-01", until="2027-05-01")
        assert [(each["person_name"], each["state"]) for each in found] == [
            ("Maya", "made"),
            ("Pat", "planned"),
        ]
        assert [each["person_name"] for each in await occasions(alice)] == ["Pat"]
        assert [each["person_name"] for each in await occasions(alice, until="2027-04-19")] == []
        assert [each["closes_on"] for each in await occasions(alice, until="2027-04-20")] == ["2027-04-20"]


async def test_lists_in_pages(alice: Person) -> None:
    with another_time():
        begin(alice)
        await team(alice)
        for day in range(10, 25):
            await someone(alice, f"Pat{day}", dates={"birthday": f"--04-{day}"})
        await rule(alice)
        whole = await occasions(alice)
        assert len(whole) == 16
        read, cursor = [], None
        while True:
            given = {"limit": 5} | ({"cursor": cursor} if cursor else {})
            page = (await alice.get("/api/occasions", params=given)).json()
            read += page["data"]
            cursor = page["next_cursor"]
            if cursor is None:
                break
        assert read == whole


async def test_lists_only_the_occasions_of_a_person(alice: Person, mallory: Person) -> None:
    """Planned, skipped, made and declined ones; the limit of the rule is used up by others first."""
    with another_time():
        begin(alice)
        dates = {"birthday": "--03-17", "started_on": "2020-06-01"}
        maya = await team(alice, dates=dates)
        pat = await someone(alice, "Pat", manager="bo@example.com", dates={"birthday": "--03-16"})
        await started(alice, max_cards_a_month=1)
        await started(alice, occasion="anniversary")
        whole = await occasions(alice, from_="2027-03-01", until="2027-06-08")
        for who in (maya, pat):
            of = [each for each in whole if each["person_id"] == who["id"]]
            assert of
            found = await occasions(alice, from_="2027-03-01", until="2027-06-08", person_id=who["id"])
            assert found == of
        assert [each["state"] for each in of] == ["planned"]
        a_year = {"from": "2027-03-01", "until": "2028-04-04"}
        given = {"person_id": maya["id"], "limit": 2, **a_year}
        page = (await alice.get("/api/occasions", params=given)).json()
        assert [each["state"] for each in page["data"]] == ["over_limit", "planned"]
        rest = await occasions(alice, **a_year, person_id=maya["id"], cursor=page["next_cursor"], limit=2)
        assert [each["closes_on"] for each in rest] == ["2028-03-17"]
        of_maya = {"person_id": maya["id"], "occasion": "birthday", "year": 2027}
        assert (await alice.post("/api/occasions/skip", of_maya)).status_code == 200
        async with alice.world.services.db.transaction([alice.account_id]) as tx:
            await choose(tx, alice.account_id, pat["id"], Choice(no_birthday=True))
        await pass_until(alice, "2027-05-25T12:00")
        for who, expected in ((maya, {"skipped", "made", "planned"}), (pat, {"declined"})):
            found = await occasions(alice, **a_year, person_id=who["id"])
            assert {each["person_name"] for each in found} == {who["name"]}
            assert {each["state"] for each in found} == expected
        mallory.token = None
        assert await occasions(mallory, **a_year, person_id=maya["id"]) == []
        for wrong in ("0", "null", f"{maya['id']}0", maya["id"].replace("per_", "card_")):
            assert pointers(await alice.get("/api/occasions", params={"person_id": wrong})) == ["?person_id"]
        for wrong in ({"person_id": maya["id"], "from": "2027-03-01", "until": "2028-04-05"},):
            assert pointers(await alice.get("/api/occasions", params=wrong)) == ["?until"]


async def test_shows_a_declined_occasion_without_its_days(alice: Person) -> None:
    """A shorter span does not reveal when it is, either."""
    with another_time():
        begin(alice)
        maya = await team(alice)
        await started(alice)
        async with alice.world.services.db.transaction([alice.account_id]) as tx:
            await choose(tx, alice.account_id, maya["id"], Choice(no_cards=True))
        spans = [("2027-03-01", "2027-03-31"), ("2027-04-01", "2027-04-02"), ("2027-12-31", "2027-12-31")]
        for since, until in spans:
            [found] = await occasions(alice, from_=since, until=until)
            dates = ("date", "opens_on", "closes_on", "opens_at", "closes_at", "template_id", "card_id")
            assert (found["state"], {found[name] for name in dates}) == ("declined", {None})
            assert (found["person_id"], found["year"], found["cards"]) == (maya["id"], 2027, 0)
        await pass_until(alice, OPENS)
        [found] = await occasions(alice)
        assert found["state"] == "declined"


@pytest.mark.parametrize(
    ("query", "pointer"),
    [
        ({"from": "1999-12-31"}, "?from"),
        ({"from": "2999-12-31"}, "?from"),
        ({"from": "9999-12-31"}, "?from"),
        ({"from": "2027-03-05", "until": "9999-12-31"}, "?until"),
        ({"from": "2027-03-05", "until": "2027-03-04"}, "?until"),
        ({"from": "2027-03-05", "until": "2027-08-05"}, "?until"),
        ({"from": "31 March"}, "?from"),
        ({"until": "2027-02-30"}, "?until"),
    ],
)
async def test_refuses_a_span(alice: Person, query: dict[str, str], pointer: str) -> None:
    with another_time():
        begin(alice)
        answer = await alice.get("/api/occasions", params=query)
        assert answer.status_code in (400, 422), answer.text
        assert pointers(answer) == [pointer]


DECLINED = [Choice(no_birthday=True), Choice(no_cards=True), Choice(skipped_year=2026)]


@pytest.mark.parametrize("said", DECLINED)
async def test_shows_no_day_that_its_person_hides(alice: Person, said: Choice) -> None:
    """No day of another year, and none of an occasion that was skipped or stored without a card before."""
    with another_time():
        begin(alice)
        maya = await team(alice)
        pat = await someone(alice, "Pat", manager="bo@example.com", dates={"birthday": "--03-17"})
        made = await started(alice, max_cards_a_month=1)
        of_maya = {"person_id": maya["id"], "occasion": "birthday", "year": 2027}
        assert (await alice.post("/api/occasions/skip", of_maya)).status_code == 200
        sam = await someone(alice, "Sam", manager="bo@example.com", dates={"birthday": "--03-17"})
        await pass_until(alice, OPENS)
        shown = await occasions(alice, from_="2027-03-01", until="2027-03-31")
        assert {each["date"] for each in shown} == {"2027-03-17"}  # the control
        async with alice.world.services.db.transaction([alice.account_id]) as tx:
            for each in (maya, pat, sam):
                await choose(tx, alice.account_id, each["id"], said)
        for is_deleted in (False, True):
            if is_deleted:
                assert (await alice.delete(f"/api/occasion-rules/{made['id']}")).status_code == 204
            else:
                plan = (await alice.get(f"/api/occasion-rules/{made['id']}/plan")).json()
                assert plan["occasions"] == []
            for span in (("2027-03-01", "2027-03-31"), ("2028-03-01", "2028-03-31")):
                found = await occasions(alice, from_=span[0], until=span[1])
                assert [each for each in found if each["date"] or each["closes_on"]] == []
        for given in ({"year": 2028}, {"skip": False}, {}):
            assert (await alice.post("/api/occasions/skip", {**of_maya, **given})).status_code == 404


async def test_a_declined_occasion_does_not_show_when_its_person_began(alice: Person) -> None:
    """Anniversaries are listed in every year, regardless of the years that rules celebrate.

    The welcome is listed in none.
    """
    with another_time():
        begin(alice)
        began = ("2017-05-03", "2022-05-03", "2024-11-30", "2027-08-01")
        for number, day in enumerate(began):
            pat = await someone(alice, f"Pat{number}", dates={"started_on": day})
            async with alice.world.services.db.transaction([alice.account_id]) as tx:
                await choose(tx, alice.account_id, pat["id"], Choice(no_cards=True))
        await started(alice, occasion="anniversary", years=[5, 10])
        await started(alice, occasion="welcome")
        await started(alice, occasion="anniversary")
        for span in (
            ("2027-03-01", "2027-05-31"),
            ("2027-07-01", "2027-09-30"),
            ("2028-12-01", "2028-12-31"),
        ):
            found = await occasions(alice, from_=span[0], until=span[1])
            shown = [{key: each[key] for key in each if not key.startswith("person_")} for each in found]
            assert len(shown) == len(began)
            assert [each for each in shown if each != shown[0]] == []
            assert (shown[0]["occasion"], shown[0]["years"], shown[0]["date"]) == ("anniversary", None, None)


@pytest.mark.parametrize(
    "place",
    [
        "2027-03-17/per_1/birthday",
        "today/per_1/birthday/2027",
        "2027-03-17/per_1/birthday/x",
        "2027-03-17/per_1/birthday/99999",
        "2027-03-17/per_1/birthday/-1",
        "2027-03-17/per_1/birthday/99999999999999999999",
    ],
)
async def test_refuses_a_cursor_that_it_did_not_give(alice: Person, place: str) -> None:
    with another_time():
        begin(alice)
        for name in ("Pat", "Sam"):
            await someone(alice, name, dates={"birthday": "--04-20"})
        await rule(alice)
        given = (await alice.get("/api/occasions", params={"limit": 1})).json()["next_cursor"]
        read = json.loads(urlsafe_b64decode(given + "=" * (-len(given) % 4)))
        forged = urlsafe_b64encode(json.dumps([place, *read[1:]]).encode()).decode()
        answer = await alice.get("/api/occasions", params={"limit": 1, "cursor": forged})
        assert (answer.status_code, answer.json()["code"]) == (400, "invalid_cursor")
