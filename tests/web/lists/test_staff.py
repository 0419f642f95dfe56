"""Read the people of a company from pasted rows and files."""

from typing import Any

import pytest

from wellwish.base.language import LANGUAGES, Language
from wellwish.web.lists import header
from wellwish.web.lists.staff import read

MAYA = {
    "name": "Maya Oz",
    "email": "maya@x.org",
    "external_id": "7",
    "birthday": "--03-14",
    "started_on": "2020-05-01",
}


def one(text: str, order: str = "") -> Any:
    [member] = read(text, 10, this_year=2028, order=order).members
    return member


@pytest.mark.parametrize(
    "text",
    [
        "Name,Email,Employee ID,Birthday,Start date,Team\nMaya Oz,maya@x.org,7,1990-03-14,2020-05-01,Design",
        (
            "First name;Last name;E-Mail;Personalnummer;Geburtsdatum;Eintrittsdatum;Abteilung\n"
            "Maya;Oz;maya@x.org;7;14.03.1990;1.5.2020;Design"
        ),
        (
            "employee_name\twork_email\texternal_id\tdob\thire_date\tdepartment\n"
            "Maya Oz\tMaya <maya@x.org>\t7\t14 March\tMay 1, 2020\tDesign"
        ),
        "name,email,id,birthday,started_on,teams\nMaya Oz,maya@x.org,7,--03-14,2020-05-01 00:00:00,Design",
        "sep=;\nName;Email;ID;Born;Joined;Group\nMaya Oz;maya@x.org;7;14/3;2020/05/01;Design",
        (
            "People report\n\nName,Email,ID,Birthday (no year),Start,Department\n"
            "Maya Oz,maya@x.org,7,03-14-1990,2020-05-01,Design"
        ),
        (
            "الاسم;البريد الإلكتروني;الرقم الوظيفي;تاريخ الميلاد;تاريخ التعيين;القسم\n"
            "Maya Oz;maya@x.org;7;14 مارس 1990;1 مايو 2020;Design"
        ),
    ],
)
def test_reads_the_cells(text: str) -> None:
    member = one(text)
    assert (dict(member.cells), list(member.teams), dict(member.faults)) == (MAYA, ["Design"], {})


@pytest.mark.parametrize("language", LANGUAGES.values(), ids=list(LANGUAGES))
def test_reads_the_words_of_the_page(language: Language) -> None:
    names = ["Name", "Email address", *header.STAFF_COLUMNS.values()]
    cells = ["Maya", "maya@x.org", "7", "A; B|C", "bo@x.org", "--03-14", "2020-05-01", "Europe/Berlin", "de"]
    text = "\t".join(language.gettext(each) for each in names) + "\n" + "\t".join(cells)
    found = read(text, 10, this_year=2028)
    assert not found.unused
    assert list(found.members[0].teams) == ["A", "B", "C"]
    assert [*found.members[0].cells.values()] == [*cells[:3], *cells[4:]]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("29 Feb", "--02-29"),
        ("--02-29", "--02-29"),
        ("29.02.", "--02-29"),
        ("29.2.1992", "--02-29"),
        ("3/14", "--03-14"),
        ("March 14th", "--03-14"),
        ("14. März 1990", "--03-14"),
        ("5/5/1990", "--05-05"),
        ("1990-12-31T00:00:00", "--12-31"),
        ("30.2.", "no_day"),
        ("29.02.1990", "no_day"),
        ("soon", "no_day"),
        ("1990", "no_day"),
        ("14.03.2999", "not_born"),
        ("March 14 2029", "not_born"),
        ("1604-03-14", "not_born"),
        ("2028-03-14", "--03-14"),
        ("1900-03-14T00:00:00", "--03-14"),
        ("14 March 12", "--03-14"),
        ("3/4", "which_day"),
        ("03/04/1990", "which_day"),
        ("01-02-03", "which_day"),
    ],
)
def test_reads_birthdays(typed: str, meant: str) -> None:
    member = one(f"Name,Email,Birthday\nMaya,m@x.org,{typed}")
    assert member.faults.get("birthday", member.cells["birthday"]) == meant


@pytest.mark.parametrize(
    ("typed", "order", "meant"),
    [
        ("5/1/98", "mdy", "1998-05-01"),
        ("5/1/20", "dmy", "2020-01-05"),
        ("1.5.98", "", "1998-05-01"),
        ("1.5.2098", "", "2098-05-01"),  # the operation refuses it
        ("14 March", "", "no_day"),
        ("05/01/2020", "", "which_day"),
        ("13/01/2020", "mdy", "2020-01-13"),
    ],
)
def test_reads_first_days(typed: str, order: str, meant: str) -> None:
    member = one(f"Name,Email,Start date\nMaya,m@x.org,{typed}", order)
    assert member.faults.get("started_on", member.cells["started_on"]) == meant


def test_one_answer_decides_all_days_unless_the_list_shows_both_orders() -> None:
    head = "Name,Email,Birthday\nA,a@x.org,03/04\n"
    asked = read(head + "B,b@x.org,31/12\nC,c@x.org,1.2.", 10, this_year=2028)
    assert (asked.ambiguous, [*asked.days]) == ("03/04", ["dmy", "mdy"])
    answered = read(head + "B,b@x.org,31/12", 10, this_year=2028, order="dmy")
    assert [each.cells["birthday"] for each in answered.members] == ["--04-03", "--12-31"]
    assert not answered.ambiguous
    for order in ("", "dmy", "mdy"):
        mixed = read(head + "B,b@x.org,31/12\nC,c@x.org,12/31", 10, this_year=2028, order=order)
        assert (mixed.ambiguous, dict(mixed.days)) == ("", {})
        assert [dict(each.faults) for each in mixed.members] == [{"birthday": "two_orders"}, {}, {}]


def test_finds_managers_by_number_address_and_name() -> None:
    text = (
        "Name,Email,ID,Manager\nBo Smith,bo@x.org,1,\nAna,ana@x.org,2,Bo Smith\nBen,ben@x.org,3,1\n"
        "Cleo,cleo@x.org,4,Bo Smith <bo@x.org>\nDan,dan@x.org,5,elsewhere@x.org\nEve,eve@x.org,6,Ann Twice\n"
        "Ann Twice,a1@x.org,8,\nAnn Twice,a2@x.org,9,"
    )
    found = read(text, 100, this_year=2028).members
    assert [each.cells.get("manager") for each in found[1:6]] == [
        "1",
        "1",
        "bo@x.org",
        "elsewhere@x.org",
        "Ann Twice",
    ]
    assert [dict(each.faults) for each in found if each.faults] == [{"manager": "which_manager"}]


def test_names_columns_that_are_not_used() -> None:
    found = read("Name,Email,Shoe size,Empty\nMaya,m@x.org,44,\nBo,bo@x.org,,,extra", 10, this_year=2028)
    assert found.unused == ["Shoe size", "5"]
    assert len(found.members) == 2


def test_stops_after_one_too_many() -> None:
    rows = "".join(f"P{number},p{number}@x.org\n" for number in range(50))
    assert len(read("Name,Email\n" + rows, 10, this_year=2028).members) == 11
