"""Add a list of people at the desk."""

import html
import random
import re
import threading

import httpx2
import pytest

from tests.occasions import making
from tests.people.test_sync import everyone, staff
from tests.web.desk.furnished import entered
from tests.web.visitor import Visitor
from tests.world import Person
from wellwish.web.desk.staff import upload
from wellwish.web.desk.staff.packed import pack
from wellwish.web.kit import multipart

pytestmark = pytest.mark.anyio
PATH = "/desk/people/list"
_LETTERS = "aaabcdeeefghiiijklmnnooprrsstuvwyzäöüßéñø"
HEAD = "Name,Email,Employee ID,Birthday,Start date,Department,Manager\n"
ROWS = (
    "Bo Smith,bo@example.com,1,03/25/1980,2005-01-31,Design,\n"
    "Maya Oz,maya@example.com,2,2 April 1987,2020-05-01,Design;Berlin,Bo Smith\n"
)


async def check(visitor: Visitor, people: str, **fields: str) -> httpx2.Response:
    await visitor.open(PATH)
    return await visitor.press(PATH, people=people, step="check", **fields)


def hidden(visitor: Visitor) -> dict[str, str]:
    """Returns the hidden fields of the page with the checked list."""
    found = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', visitor.page)
    return {name: html.unescape(value) for name, value in found}


async def save(visitor: Visitor, **fields: str) -> httpx2.Response:
    data = {**hidden(visitor), "step": "save", **fields}
    return await visitor.request("POST", PATH, data=data, files={"none": ("", b"")})


def faults(visitor: Visitor) -> list[str]:
    return re.findall(r'<p class="p-fault"[^>]*>.*?<span>(.*?)</span>', visitor.page)


async def names(person: Person) -> set[str]:
    return {each["name"] for each in (await person.get("/api/people?limit=200")).json()["data"]}


async def test_shows_what_changes_and_then_saves_it_once(alice: Person) -> None:
    visitor = await entered(alice)
    assert (await check(visitor, HEAD + ROWS)).status_code == 200
    for text in ("2 are new.", "Design", "Berlin", "Save 2 people", "25 March", "31 January 2005"):
        assert text in visitor.page, text
    assert "1980" not in visitor.page.replace(hidden(visitor)["packed"], "")
    assert await names(alice) == set()
    for _ in range(2):
        answer = await save(visitor)
        assert (answer.status_code, visitor.next.split("&")[0]) == (303, "/desk/rules?said=people_saved")
    people = await everyone(alice)
    assert people["2"]["manager"] == people["1"]["id"]
    assert people["1"]["dates"]["birthday"] == "--03-25"
    assert people["2"]["dates"] == {"birthday": "--04-02", "started_on": "2020-05-01", "own": []}
    assert {each["version"] for each in people.values()} == {1}
    await visitor.open(visitor.next)
    assert "were saved." in visitor.page
    await visitor.open("/desk/people")
    assert "Maya Oz" in visitor.page


async def test_only_without_rules_a_list_leads_to_them(alice: Person) -> None:
    await making.rule(alice)
    visitor = await entered(alice)
    await check(visitor, HEAD + ROWS)
    await save(visitor)
    assert visitor.next == "/desk/people?said=people_saved&n=2"
    assert (await check(visitor, HEAD + ROWS)).status_code == 200
    assert "Nothing changes" in visitor.page
    assert 'value="save"' not in visitor.page


async def test_asks_which_day_an_ambiguous_one_is(alice: Person) -> None:
    visitor = await entered(alice)
    text = HEAD + "Maya,maya@example.com,2,03/04/1987,,,\nBo,bo@example.com,1,05/06,,,\n"
    assert (await check(visitor, text)).status_code == 200
    assert "Which date is" in visitor.page
    assert 'value="save"' not in visitor.page
    for label in ('value="dmy"> 3 April', 'value="mdy"> 4 March'):
        assert label in visitor.page, label
    # A form that skips the question saves nothing.
    assert (await save(visitor)).status_code == 409
    assert await names(alice) == set()
    assert (await visitor.press(PATH, **hidden(visitor), order="mdy", step="check")).status_code == 200
    assert "4 March" in visitor.page
    assert (await save(visitor)).status_code == 303
    people = await everyone(alice)
    assert [people[each]["dates"]["birthday"] for each in ("1", "2")] == ["--05-06", "--03-04"]


async def test_days_in_both_orders_are_never_guessed(alice: Person) -> None:
    visitor = await entered(alice)
    text = HEAD + (
        "Maya,maya@example.com,2,03/04/1987,,,\n"
        "Bo,bo@example.com,1,12/31/1980,,,\n"
        "Ana,ana@example.com,3,31/12/1980,,,\n"
    )
    assert (await check(visitor, text)).status_code == 422
    [said] = faults(visitor)
    assert "3 April or 4 March" in said or "4 March or 3 April" in said
    assert "in both orders" in said
    for order in ("dmy", "mdy"):
        given = {**hidden(visitor), "order": order}
        assert (await visitor.press(PATH, **given, step="save")).status_code in (409, 422)
    assert await names(alice) == set()


async def test_shows_every_error_by_its_row_and_does_nothing(alice: Person) -> None:
    await alice.post("/api/groups", {"name": "Friends"})
    visitor = await entered(alice)
    text = HEAD + (
        "Ana,ana@example.com,1,31/02/1980,,,\n"
        "Ben,ben@,2,,,,\n"
        ",cleo@example.com,3,,,,\n"
        "Dan,dan@example.com,4,,2999-01-01,Friends,nobody@example.com\n"
        "Eve,eve@example.com,1,,,,\n"
        "Fay,,,,,,\n"
        "Gus,gus@example.com,7,,,Design,\n"
    )
    assert (await check(visitor, text)).status_code == 422
    lines = re.findall(r"Line (\d)", visitor.page)
    assert lines == ["2", "3", "4", "5", "6", "7"]
    for said in (
        "Enter a day and a month that the calendar has.",
        "This isn't a valid email address.",
        "Enter a name of 1 to 255 characters.",
        "This day is too far ahead.",
        "The list has this person twice.",
        "Enter an email address or an employee number.",
    ):
        assert said in html.unescape(visitor.page), said
    assert "6 rows need a change" in visitor.page
    assert (await save(visitor)).status_code == 409
    assert await names(alice) == set()
    assert (await alice.get("/api/groups?kind=team")).json()["data"] == []
    # The list comes back as typed.
    assert (await visitor.press(PATH, **hidden(visitor), step="edit")).status_code == 200
    assert "Dan,dan@example.com,4" in visitor.page


async def test_a_part_keeps_the_others_and_a_whole_list_asks_about_many_leavers(alice: Person) -> None:
    await alice.put("/api/people", {"people": staff(20)})
    visitor = await entered(alice)
    text = HEAD + ROWS.replace("Design;Berlin", "Design")
    assert (await check(visitor, text)).status_code == 200
    assert "marked as left" not in visitor.page
    assert (await check(visitor, text, extent="whole")).status_code == 200
    assert "20 people who are not listed are marked as left." in visitor.page
    assert 'name="allow_leavers" value="1" required' in visitor.page
    assert visitor.page.index("Person Number") < visitor.page.index("Maya Oz")  # leavers first
    # If the box is not ticked, nothing happens.
    assert (await save(visitor)).status_code == 409
    assert len(await names(alice)) == 20
    assert (await save(visitor, allow_leavers="1")).status_code == 303
    left = (await alice.get("/api/people?status=left&limit=200")).json()["data"]
    assert len(left) == 20


async def test_a_list_is_saved_only_as_it_was_shown(alice: Person) -> None:
    """Somebody else adds a person; the list would mark them as left, but the page did not name them."""
    await alice.put("/api/people", {"people": staff(20)})
    rows = "".join(f"{each['name']},{each['email']},{each['external_id']},,,,\n" for each in staff(19))
    visitor = await entered(alice)
    assert (await check(visitor, HEAD + rows, extent="whole")).status_code == 200
    shown = visitor.page
    late = (await alice.post("/api/people", {"name": "Late", "external_id": "late"})).json()
    for _ in range(2):
        visitor.page = shown
        assert (await save(visitor)).status_code == 409
        for says in ("Nothing was saved, because something has changed.", "Late", "2 people who are not"):
            assert says in visitor.page, says
        assert (await alice.get("/api/people?status=left")).json()["data"] == []
    visitor.page = shown.replace('name="digest"', 'name="other"')
    assert (await save(visitor)).status_code == 409
    assert (await alice.get("/api/people?status=left")).json()["data"] == []
    assert (await save(visitor)).status_code == 303
    left = (await alice.get("/api/people?status=left")).json()["data"]
    assert {each["id"] for each in left} >= {late["id"]}
    assert len(left) == 2


async def test_a_list_is_packed_outside_of_the_event_loop(
    alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: list[threading.Thread] = []

    def packed(text: str) -> str:
        threads.append(threading.current_thread())
        return pack(text)

    monkeypatch.setattr(upload, "pack", packed)
    await check(await entered(alice), HEAD + ROWS)
    assert threads
    assert threading.main_thread() not in threads


async def test_new_people_get_no_mail_only_in_the_first_days(alice: Person) -> None:
    visitor = await entered(alice)
    assert (await check(visitor, HEAD + ROWS)).status_code == 200
    assert "Each new person with an email address gets one email" in visitor.page
    assert (await check(visitor, HEAD + ROWS, quiet="1")).status_code == 200
    assert "New people get no email." in visitor.page
    assert (await save(visitor)).status_code == 303
    await alice.world.work()
    sent = "select count(*) from messages where recipient in ('bo@example.com', 'maya@example.com')"
    assert await alice.world.owner.fetchval(sent) == 0
    await alice.world.owner.execute("update people set created_at = created_at - interval '31 days'")
    more = HEAD + "New,new@example.com,9,,,,\n"
    assert (await check(visitor, more, quiet="1")).status_code == 422
    assert faults(visitor) == [
        "You added your first people more than 30 days ago, so new people get the email."
    ]
    assert (await check(visitor, more)).status_code == 200
    assert (await save(visitor)).status_code == 303
    await alice.world.work()
    assert (
        await alice.world.owner.fetchval("select count(*) from messages where recipient = 'new@example.com'")
        == 1
    )


async def test_one_leaver_of_a_whole_list_needs_no_tick(alice: Person) -> None:
    await alice.put("/api/people", {"people": staff(20)})
    rows = "".join(f"{each['name']},{each['email']},{each['external_id']},,,,\n" for each in staff(19))
    visitor = await entered(alice)
    assert (await check(visitor, HEAD + rows, extent="whole")).status_code == 200
    assert "1 person who is not listed is marked as left." in visitor.page
    assert (await save(visitor)).status_code == 303


def real(number: int) -> str:
    """Returns the row of a person with random names, so that the list compresses like a real one."""
    pick = random.Random(number)
    first = " ".join("".join(pick.choices(_LETTERS, k=pick.randint(4, 11))).title() for _ in range(2))
    last = "-".join("".join(pick.choices(_LETTERS, k=pick.randint(4, 12))).title() for _ in range(2))
    address = "".join(pick.choices("abcdefghijklmnopqrstuvwxyz", k=22))
    day = f"{pick.randint(1, 28)}.{pick.randint(1, 12)}."
    started = f"{pick.randint(1985, 2025)}-{pick.randint(1, 12):02}-{pick.randint(1, 28):02}"
    teams = f"Abteilung für Qualität {number % 90};Büro Köln {number % 7}"
    manager = f"p-{pick.randrange(number):07}" if number else ""
    return f"{first} {last},{address}@example.com,p-{number:07},{day},{started},{teams},{manager}\n"


async def checked_and_saved(person: Person, visitor: Visitor, count: int) -> None:
    await visitor.open(PATH)
    file = ("people.csv", (HEAD + "".join(map(real, range(count)))).encode())
    data = {"form_token": visitor.token(), "step": "check", "extent": "whole"}
    answer = await visitor.request("POST", PATH, data=data, files={"file": file})
    assert answer.status_code == 200, answer.text[:2000]
    assert f"Save {count:,} people" in visitor.page
    assert f"And {count - 200:,} more people." in visitor.page
    answer = await save(visitor)
    assert answer.status_code == 303, answer.text[:2000]
    sql = "select count(*) from people where left_at is null"
    assert await person.world.owner.fetchval(sql) == count


@pytest.mark.full
async def test_saves_ten_thousand_people_from_a_file(alice: Person) -> None:
    visitor = await entered(alice)
    await checked_and_saved(alice, visitor, 10_000)
    assert "Choose another file" in visitor.page
    assert len(hidden(visitor)["packed"]) > 512 * 1024  # the control: more than other fields may have


async def test_saves_a_list_that_is_longer_than_other_fields_may_be(
    alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(multipart, "MAX_FIELD_BYTES", 20 * 1024)
    visitor = await entered(alice)
    await checked_and_saved(alice, visitor, 500)
    assert len(hidden(visitor)["packed"]) > 20 * 1024  # the control


@pytest.mark.parametrize(
    ("raw", "says"),
    [
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\1\xff\xfe", "This file isn't a text file."),
        (b"x" * (3 * 1024 * 1024 + 1), "The file is larger than 3 MB."),
        ("ä".encode("latin-1") * (5 * 512 * 1024), "The list is longer than 4 MB of text."),
        (b"", "Enter at least one person."),
        (b"Name,Email\n" + b"A,a@example.com\n" * 10_001, "A list can have at most 10,000 people."),
        (b"Name,Email\n" + b"a," * 300, "A row has more than 250 columns."),
    ],
)
async def test_says_why_a_file_cannot_be_used(raw: bytes, says: str, alice: Person) -> None:
    visitor = await entered(alice)
    await visitor.open(PATH)
    data = {"form_token": visitor.token(), "step": "check"}
    answer = await visitor.request("POST", PATH, data=data, files={"file": ("people.csv", raw)})
    assert answer.status_code == 422
    assert says in visitor.page, faults(visitor)


@pytest.mark.parametrize("packed", ["", "nonsense", "AAAA", "eJw=", "\u0660"])
async def test_a_forged_list_is_an_empty_one(packed: str, alice: Person) -> None:
    visitor = await entered(alice)
    await visitor.open(PATH)
    answer = await visitor.press(PATH, packed=packed, step="save")
    assert answer.status_code == 422
    assert faults(visitor) == ["Enter at least one person."]


async def test_lines_without_a_header_are_names_and_addresses(alice: Person) -> None:
    visitor = await entered(alice)
    text = "Ana Oz <ana@example.com>\nben@example.com Ben\nnobody"
    assert (await check(visitor, text)).status_code == 422
    assert "Line 3" in visitor.page
    assert (await check(visitor, text.removesuffix("\nnobody"))).status_code == 200
    assert (await save(visitor)).status_code == 303
    assert await names(alice) == {"Ana Oz", "Ben"}
