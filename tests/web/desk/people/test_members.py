"""Convert a group's members to lines of text and back."""

from wellwish.base.errors import Fault
from wellwish.base.language import ENGLISH
from wellwish.groups.group import Member
from wellwish.web.desk.people import members, pasted


def test_lines_are_read_as_they_were_written() -> None:
    listed = [
        Member(name='Ana "A" Doe, MD', email="ana@example.com", phone="+12025550147"),
        Member(name=None, email=None, phone="+12025550148"),
        Member(name="Bo", email=None, phone="+12025550149"),
    ]
    text = members.write(listed)
    people = pasted.parse(text, 10)
    assert members.read(people, listed) == [
        {"name": "Ana 'A' Doe, MD", "email": "ana@example.com", "phone": "+12025550147"},
        {"name": None, "phone": "+12025550148"},
        {"name": "Bo", "phone": "+12025550149"},
    ]


def test_names_the_lines_without_an_address_and_those_that_were_refused() -> None:
    people = members.distinct(pasted.parse("ana@example.com\nAna\n\nANA@example.com\nbo@x", 10))
    assert [each.line for each in people] == [1, 2, 5]
    [wrong] = members.incomplete(ENGLISH, people)
    assert wrong.startswith("Line 2: ")
    faults = [Fault("/members/2/email", "invalid_value", ""), Fault("/name", "required", "")]
    [wrong] = members.refused(ENGLISH, people, faults)
    assert wrong.startswith("Line 5: ")
