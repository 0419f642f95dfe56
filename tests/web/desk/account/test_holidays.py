"""The days off of the account at the desk."""

import re

import pytest

from tests.later import another_time
from tests.occasions import making
from tests.web.desk.furnished import entered
from tests.web.visitor import Visitor
from tests.world import Person, World

pytestmark = pytest.mark.anyio
PATH = "/account/holidays"


async def days(person: Person) -> list[str]:
    return (await person.get("/api/account")).json()["holidays"]


async def pressed(visitor: Visitor, **fields: str) -> int:
    await visitor.open(PATH)
    return (await visitor.press(PATH, **fields)).status_code


def problems(visitor: Visitor) -> list[str]:
    """Returns the lines with an error."""
    found = re.findall(r"<li><b>Line (\d+)</b> · <bdi>(.*?)</bdi> · (.*?)</li>", visitor.page)
    return [f"{number}: {text}: {why.split('.')[0]}" for number, text, why in found]


async def test_adds_a_day_and_a_list_and_removes_them(alice: Person) -> None:
    visitor = await entered(alice)
    assert await pressed(visitor, day="2027-12-24", days="") == 303
    await visitor.open(visitor.next)
    assert "Saved. The calendar follows the new days off." in visitor.page
    assert "Fri 24 Dec" in visitor.page
    listed = """
        2027-12-24
        2027-12-27, Christmas Day (observed)
        New Year's Day\t1 January 2028
        Karfreitag;14.4.28
        May Day 1 May 2028
        "Friday, December 31, 2027"
    """
    assert await pressed(visitor, days=listed) == 303
    everything = ["2027-12-24", "2027-12-27", "2027-12-31", "2028-01-01", "2028-04-14", "2028-05-01"]
    assert await days(alice) == everything
    assert await pressed(visitor, day="2028-06-01", days="2 June 2028") == 303
    assert await pressed(visitor, remove="2028-06-01") == 303
    assert await pressed(visitor, remove="2028-06-02") == 303
    assert await pressed(visitor, remove="2031-06-02") == 303  # removed by somebody else
    assert await days(alice) == everything
    assert visitor.page.count('name="remove"') == 6
    with another_time():
        making.begin(alice, "2028-01-02T12:00")
        visitor = await entered(alice)
        assert await pressed(visitor, remove_past="1") == 303
        assert await days(alice) == everything[4:]


async def test_names_each_wrong_line_and_adds_nothing(alice: Person) -> None:
    visitor = await entered(alice)
    listed = "2027-12-24\n31 February 2027\n\nDate,Name\n03/04/2027 Spring\n1999-12-31\n2027-12-27"
    assert await pressed(visitor, days=listed) == 422
    assert problems(visitor) == [
        "2: 31 February 2027: This is not a date",
        "4: Date,Name: This is not a date",
        "5: 03/04/2027 Spring: This could be 4 March 2027 or 3 April 2027",
        "6: 1999-12-31: Enter a date in the years 2000 to 2100",
    ]
    assert "31 February 2027\n\nDate,Name" in visitor.page  # the list is kept
    assert await days(alice) == []
    for fields in ({"day": ""}, {"day": "soon"}, {"day": "2027-02-30"}, {"day": "1999-12-31"}):
        assert await pressed(visitor, **fields) == 422
        assert re.findall(r'class="p-fault" id="([a-z]+)-fault"', visitor.page) == ["day"]
    assert await days(alice) == []


PERIODS = """\
24.-26. Dezember 2027
December 24-26, 2027
Winter break Dec 27-31 2027
Dec 24 & 25, 2027
2027-12-24, 2027-12-25, 2027-12-26
24 December 2027 - 26 December 2027
2027-12-24/2027-12-26
24/12/2027 to 26/12/2027
"""


async def test_refuses_lines_with_several_days(alice: Person) -> None:
    visitor = await entered(alice)
    for line in PERIODS.splitlines():
        assert await pressed(visitor, days=line) == 422, line
        assert len(problems(visitor)) == 1, line
    assert await days(alice) == []


async def test_too_many_days_off_are_refused(alice: Person) -> None:
    visitor = await entered(alice)
    assert await pressed(visitor, days="\n".join(f"2027-03-{day:02}" for day in range(1, 31))) == 422
    assert "There are too many consecutive days off." in visitor.page
    hundred = [f"{year}-{month:02}-01" for year in range(2027, 2036) for month in range(1, 13)][:100]
    assert await pressed(visitor, days="\n".join(hundred)) == 303
    assert "100 days, of at most 100" in (await visitor.open(PATH)).text
    assert await pressed(visitor, day="2036-01-01") == 422
    assert "An account can have at most 100 days off." in visitor.page
    assert await days(alice) == hundred


async def test_refuses_a_list_with_too_many_lines(alice: Person) -> None:
    visitor = await entered(alice)
    listed = "2027-12-24\n" * 500
    assert await pressed(visitor, days=f"{listed}\n2027-12-27") == 422
    assert "Nothing was added. Paste at most 500 lines at once." in visitor.page
    assert await days(alice) == []
    assert "maxlength" not in visitor.page.partition('<textarea class="p-in" id="days"')[2].partition(">")[0]
    assert await pressed(visitor, days=listed) == 303


async def test_the_calendar_follows(alice: Person) -> None:
    """Maya's birthday is Wednesday, 17 March."""
    with another_time():
        making.begin(alice)
        await making.team(alice)
        await making.started(alice)
        visitor = await entered(alice)
        assert await pressed(visitor, day="2027-03-17") == 303
        await visitor.open("/desk/calendar?month=2027-03")
        assert "closes Tue 16 Mar" in visitor.page


async def test_only_owners_change_days_off(world: World, alice: Person, mallory: Person) -> None:
    visitor = await entered(alice)
    assert await pressed(visitor, day="2027-12-24") == 303
    other = await entered(mallory)
    await other.open(PATH)
    assert "24 Dec" not in other.page
    assert await pressed(other, remove="2027-12-24") == 303
    assert await days(alice) == ["2027-12-24"]
    await visitor.open(PATH)
    token = visitor.token()
    await world.owner.execute("update memberships set role = 'member' where user_id = $1", alice.user_id)
    assert (await visitor.open(PATH)).status_code == 403
    assert (await visitor.press(PATH, form_token=token, day="2027-12-27")).status_code == 403
