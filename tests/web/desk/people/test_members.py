"""Convert a group's members to lines of text and back."""

from wellwish.base.errors import Fault
from wellwish.base.language import ENGLISH
from wellwish.groups.group import Member
from wellwish.web.desk.people import members
from wellwish.web.lists.read import read


def test_lines_are_read_as_they_were_written() -> None:
    listed = [
        Member(name="Ana 'A' Doe, MD", email="ana@example.com", phone="+12025550147"),
        Member(name=None, email="cy@example.com", phone="+12025550140"),
        Member(name=None, email=None, phone="+12025550148"),
        Member(name="Bo", email=None, phone="+12025550149"),
        Member(name=None, email='"di an"@example.com', phone=None),
    ]
    found = read(members.write(listed), 10)
    assert not found.problems
    assert members.read(found.people) == members.read(members.people(listed))


def test_keeps_a_member_whose_address_only_the_api_accepts() -> None:
    leo = Member(name="Leo", email="leo@intranet", phone=None)
    found = read(members.write([leo, Member(name=None, email="ana@example.com", phone=None)]), 10)
    assert [each.reason for each in found.problems] == ["unreachable"]
    found = members.restored(found, [leo])
    assert not found.problems
    assert [each.email for each in found.people] == ["leo@intranet", "ana@example.com"]


def test_a_number_next_to_an_address_needs_a_country_code() -> None:
    found = read("Ana, ana@example.com, 0170 1234567\nBo, 0170 1234567", 10)
    assert [each["phone"] for each in members.read(found.people)] == [None, "0170 1234567"]
    first, second = members.shown(found.people, has_lines=True)
    assert (list(first.others), list(second.others)) == (["0170 1234567"], [])


def test_names_the_people_that_were_refused() -> None:
    people = members.distinct(read("ana@example.com\nANA@example.com\nBo; 12 345 6789", 10).people)
    assert [each.line for each in people] == [1, 3]
    faults = [Fault("/members/1/phone", "invalid_value", ""), Fault("/name", "required", "")]
    [wrong] = members.refused(ENGLISH, people, faults)
    assert wrong.startswith("“\u2068Bo; 12 345 6789\u2069”: ")
