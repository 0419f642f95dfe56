"""Invite people at the desk: the list, its check, and the invitations."""

import html
import re
from typing import Any

import pytest

from tests import make
from tests.web.desk.people import signed_in
from tests.web.visitor import Visitor
from tests.world import Person
from wellwish.web.desk.people import fixes
from wellwish.web.desk.people.people_field import FILE_BYTES

pytestmark = pytest.mark.anyio
_FIELDS = ("form_key", "people", "title", "message", "reminder", "send")


def path(card: dict[str, Any]) -> str:
    return f"/desk/cards/{card['id']}/invitations/new"


async def send(visitor: Visitor, card: dict[str, Any], file: Any = None, **fields: Any) -> int:
    """Submits a form of the open page."""
    data = {"form_token": visitor.token(), "step": "check", **fields}
    files: Any = {"file": ("list.csv", file or b"")}
    return (await visitor.request("POST", path(card), data=data, files=files)).status_code


async def check(person: Person, card: dict[str, Any], people: str = "", **fields: Any) -> Visitor:
    """Returns a browser on the page with the checked list."""
    visitor = await signed_in(person)
    await visitor.open(path(card))
    assert await send(visitor, card, people=people, **fields) == 200
    return visitor


def kept(visitor: Visitor) -> dict[str, Any]:
    """Returns the fields of the second page, as they are."""
    was = {"was": visitor.value("was")} if 'name="was"' in visitor.page else {}
    return {name: visitor.value(name) for name in _FIELDS} | was | fixed(*fields(visitor))


def fixed(*texts: str) -> dict[str, str]:
    """Returns the fields of the entries that need a look, filled in."""
    return {f"fix{index}": text for index, text in enumerate(texts)}


def fields(visitor: Visitor) -> list[str]:
    """Returns the entries that need a look."""
    return [html.unescape(each) for each in re.findall(r'name="fix\d+"[^>]* value="([^"]*)"', visitor.page)]


async def press(visitor: Visitor, card: dict[str, Any], step: str = "invite", **changed: Any) -> int:
    return await send(visitor, card, step=step, **{**kept(visitor), **changed})


async def invited(person: Person, card: dict[str, Any]) -> list[str]:
    listed = (await person.get(f"/api/cards/{card['id']}/invitations")).json()["data"]
    return sorted(each["delivery_id"] for each in listed)


async def test_shows_each_line_and_invites_the_good_ones(alice: Person) -> None:
    card = await make.card(alice, recipient_email="maya@example.com")
    await make.invitations(alice, card["id"], "old@example.com")
    people = (
        "Ana <ana@example.com>\nBo, bo@example.com\nana@EXAMPLE.com\nold@example.com\n"
        "maya@example.com\nnobody\nwrong@\n12 345 6789\n" + "x" * 256 + " <long@example.com>"
    )
    visitor = await check(alice, card, people, message="Bring cake.\nAnd tea.")
    assert "2 people will be invited · 4 need a look" in visitor.page
    for text in (
        "Twice in the list", "Already invited", "The card is for this person",
        "There is no email address or phone number here", "a valid email address",
        "Begin with + and the country code", "This name is too long", "Invite 2 people", "Bring cake.",
    ):  # fmt: skip
        assert text in html.unescape(visitor.page), text
    assert await invited(alice, card) == ["old@example.com"]  # the check itself invites nobody
    answer = (await press(visitor, card), visitor.next)
    assert answer == (303, f"{path(card).removesuffix('/new')}?said=invited&n=2")
    assert await invited(alice, card) == ["ana@example.com", "bo@example.com", "old@example.com"]


async def test_a_form_sent_twice_invites_once(alice: Person) -> None:
    card = await make.card(alice)
    visitor = await check(alice, card, "ana@example.com")
    sent = {**kept(visitor), "form_token": visitor.token(), "step": "invite"}
    for _ in range(2):
        assert await send(visitor, card, **sent) == 303
        assert visitor.next.endswith("?said=invited&n=1")
    assert await alice.world.owner.fetchval("select count(*) from invitations") == 1


async def test_reads_a_file(alice: Person) -> None:
    card = await make.card(alice)
    file = '\ufeffName;E-Mail;Telefon\nZoë;zoe@example.com;\n"Weber; Bo";;+442079460958\nNobody;;\n'
    for raw in (file.encode(), file.encode("utf-16"), file.removeprefix("\ufeff").encode("cp1252")):
        visitor = await check(alice, card, "ana@example.com", file=raw)
        assert "3 people will be invited · 1 needs a look" in visitor.page
        assert "Zoë" in visitor.page
    assert await press(visitor, card) == 303
    assert await invited(alice, card) == ["+442079460958", "ana@example.com", "zoe@example.com"]
    names = await alice.world.owner.fetch("select name from invitations where name is not null order by name")
    assert [row["name"] for row in names] == ["Weber; Bo", "Zoë"]


@pytest.mark.parametrize(
    ("file", "says"),
    [
        (b"\x89PNG\r\n\x1a\n\x00\x00", "This file isn't a text file"),
        (b"ana@example.com\n" * (FILE_BYTES // 16 + 1), "larger than 1 MB"),
        (b"ana@example.com\n" * 1001, "at most 1,000 people"),
    ],
)
async def test_a_wrong_file_keeps_what_was_typed(alice: Person, file: bytes, says: str) -> None:
    card = await make.card(alice)
    visitor = await signed_in(alice)
    await visitor.open(path(card))
    assert await send(visitor, card, file, people="bo@example.com", message="Bring cake.") == 422
    assert says in html.unescape(visitor.page)
    assert "bo@example.com</textarea>" in visitor.page
    assert "Bring cake.</textarea>" in visitor.page
    assert await invited(alice, card) == []


async def test_refuses_too_many_lines_and_none(alice: Person) -> None:
    card = await make.card(alice)
    visitor = await signed_in(alice)
    await visitor.open(path(card))
    many = "\n".join(f"p{number}@example.com" for number in range(1001))
    assert await send(visitor, card, people=many) == 422
    assert "at most 1,000 people" in visitor.page
    assert "p1000@example.com</textarea>" in visitor.page
    assert await send(visitor, card, people=" \n,;\n") == 422
    assert "Enter at least one person" in visitor.page
    assert await send(visitor, card, people=many.partition("\n")[2]) == 200  # the control: 1,000 lines
    assert "1,000 people will be invited" in visitor.page


async def test_each_problem_is_corrected_in_place(alice: Person) -> None:
    card = await make.card(alice)
    typed = "Ana <ana@acme.example>\nMia Rossi mia@@acme.example\nleo@nowhere\nnobody\nbo@acme.example"
    visitor = await check(alice, card, typed)
    assert "2 people will be invited · 3 need a look" in visitor.page
    assert fields(visitor) == [
        "Mia Rossi mia@acme.example",
        "leo@nowhere",
        "nobody",
    ]  # the first is suggested
    # After another check, a corrected entry is included, an omitted one is gone, and the rest remains.
    typed_anew = fixed("Mia Rossi mia@acme.example", "leo@", "nobody")
    assert await press(visitor, card, "again", **typed_anew, drop=["2"]) == 422
    assert "3 people will be invited · 1 needs a look" in visitor.page
    assert fields(visitor) == ["leo@"]
    assert await invited(alice, card) == []
    # Pressing "Invite" keeps an entry that was changed and is still wrong.
    assert await press(visitor, card, fix0="leo@nowhere") == 422
    assert fields(visitor) == ["leo@nowhere"]
    assert await invited(alice, card) == []
    assert await press(visitor, card, fix0="leo@acme.example") == 303
    assert visitor.next.endswith("?said=invited&n=4")
    names = await alice.world.owner.fetch("select name, delivery_id from invitations order by delivery_id")
    assert [tuple(row) for row in names] == [
        ("Ana", "ana@acme.example"),
        (None, "bo@acme.example"),
        (None, "leo@acme.example"),
        ("Mia Rossi", "mia@acme.example"),
    ]


async def test_an_address_that_the_service_refuses_is_corrected_in_place(alice: Person) -> None:
    card = await make.card(alice)
    visitor = await check(alice, card, "ana@example.com\n12 345 6789")
    assert fields(visitor) == ["12 345 6789"]
    assert await press(visitor, card, "again", fix0="+442079460958") == 200
    assert "2 people will be invited" in visitor.page
    assert fields(visitor) == []
    assert await press(visitor, card) == 303
    assert await invited(alice, card) == ["+442079460958", "ana@example.com"]


async def test_unchanged_problems_are_left_out_and_the_form_sent_twice_invites_once(alice: Person) -> None:
    card = await make.card(alice)
    visitor = await check(alice, card, "ana@example.com\n12 345 6789\nnobody")
    sent = {**kept(visitor), "form_token": visitor.token(), "step": "invite"}
    for _ in range(2):
        assert await send(visitor, card, **sent) == 303
        assert visitor.next.endswith("?said=invited&n=1")
    assert await invited(alice, card) == ["ana@example.com"]


async def test_many_problems_follow_one_another(alice: Person) -> None:
    card = await make.card(alice)
    visitor = await check(alice, card, "ana@example.com\n" + "\n".join(f"p{n}@nowhere" for n in range(30)))
    assert "1 person will be invited · 30 need a look" in visitor.page
    assert len(fields(visitor)) == fixes.MOST
    assert "18 more entries are not used." in visitor.page
    assert await press(visitor, card, "again", drop=[str(n) for n in range(fixes.MOST)]) == 200
    assert "1 person will be invited · 18 need a look" in visitor.page
    assert await press(visitor, card, "edit") == 200
    assert "p29@nowhere" in visitor.page
    for was in ("nonsense", "[1]", '[{"text":1}]'):
        assert await send(visitor, card, step="again", people="ana@example.com", was=was, fix0="x") == 200


async def test_says_that_nothing_was_sent_with_links_only(alice: Person) -> None:
    card = await make.card(alice)
    visitor = await check(alice, card, "ana@example.com\nbo@example.com", send="no")
    assert await press(visitor, card) == 303
    await visitor.open(visitor.next)
    assert "2 people are on the list, each with a link. Nothing was sent." in visitor.page


async def test_a_formula_in_a_name_is_only_text(alice: Person) -> None:
    card = await make.card(alice)
    visitor = await check(alice, card, "=cmd('<i>') <ana@example.com>\n<script>alert(1)</script>")
    assert "<i>" not in visitor.page
    assert "<script>" not in visitor.page
    assert "=cmd(&#39;" in visitor.page


async def test_counts_people_and_says_what_is_not_used(alice: Person) -> None:
    card = await make.card(alice)
    visitor = await check(alice, card, "ana@example.com bo@example.com and Cy (cy@example.com), leo@acme")
    assert "3 people will be invited · 1 needs a look" in visitor.page
    assert "Line 1" not in visitor.page
    assert "it has no ending such as .com" in visitor.page
    assert await press(visitor, card) == 303
    assert await invited(alice, card) == ["ana@example.com", "bo@example.com", "cy@example.com"]
    names = await alice.world.owner.fetch("select name from invitations where name is not null")
    assert [row["name"] for row in names] == ["Cy"]


async def test_names_the_columns_and_addresses_of_a_file_that_are_not_used(alice: Person) -> None:
    card = await make.card(alice)
    file = (
        "Department,Name,E-mail 1 - Type,E-mail 1 - Value\n"
        "Sales,Ana Oz,* Home,ana@example.com\nHR,Bo Li,* Work,bo@example.com ::: bo2@example.com\n"
    )
    visitor = await check(alice, card, "", file=file.encode())
    assert "This column is not used: <bdi>Department</bdi>." in visitor.page
    assert "Not used: <bdi>bo2@example.com</bdi>" in visitor.page
    assert "2 people will be invited" in visitor.page
    assert await press(visitor, card) == 303
    assert await invited(alice, card) == ["ana@example.com", "bo@example.com"]


async def test_reads_contacts(alice: Person) -> None:
    card = await make.card(alice)
    file = "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ana Oz\r\nitem1.EMAIL:ana@example.com\r\nEND:VCARD\r\n"
    visitor = await check(alice, card, "bo@example.com", file=file.encode())
    assert "2 people will be invited" in visitor.page
    assert await press(visitor, card) == 303
    assert await invited(alice, card) == ["ana@example.com", "bo@example.com"]


async def test_a_problem_of_a_file_never_becomes_a_person_on_the_way(alice: Person) -> None:
    card = await make.card(alice)
    file = "name,email,manager\nNobody,,boss@example.com\nAna,ana@example.com,boss@example.com\n"
    visitor = await check(alice, card, "", file=file.encode())
    assert "1 person will be invited · 1 needs a look" in visitor.page
    assert "boss@example.com" not in kept(visitor)["people"]
    assert await press(visitor, card) == 303
    assert await invited(alice, card) == ["ana@example.com"]


async def test_refuses_rows_with_too_many_columns(alice: Person) -> None:
    card = await make.card(alice)
    visitor = await signed_in(alice)
    await visitor.open(path(card))
    wide = ",".join(["email", *(f"c{number}" for number in range(300))])
    assert await send(visitor, card, people=wide) == 422
    assert "more than 250 columns" in visitor.page
    assert await send(visitor, card, wide.encode(), people="bo@example.com") == 422
    assert "more than 250 columns" in visitor.page


async def test_the_list_can_be_changed(alice: Person) -> None:
    card = await make.card(alice)
    visitor = await check(alice, card, "Ana <ana@example.com>", title="Psst", reminder="weekly", send="no")
    assert await press(visitor, card, "edit") == 200
    assert "Ana &lt;ana@example.com&gt;</textarea>" in visitor.page
    assert 'value="Psst"' in visitor.page
    assert '"weekly" selected' in visitor.page
    assert 'value="no" checked' in visitor.page


async def test_says_that_the_card_was_closed_meanwhile(alice: Person) -> None:
    card = await make.card(alice)
    visitor = await check(alice, card, "ana@example.com")
    await alice.post(f"/api/cards/{card['id']}/close")
    assert await press(visitor, card) == 409
    assert "nobody was invited" in visitor.page
    assert "ana@example.com</textarea>" in visitor.page
    await visitor.open(path(card))
    assert 'value="check"' not in visitor.page
    assert await invited(alice, card) == []


async def test_offers_groups_and_channels(alice: Person, bob: Person) -> None:
    card = await make.card(alice)
    members = [{"email": "mo@example.com"}]
    group = (await alice.post("/api/groups", {"name": "Kitchen", "members": members})).json()
    visitor = await check(alice, card, "", group=[group["id"]])
    assert "<bdi>Kitchen</bdi>" in visitor.page
    assert "Invite all of them" in visitor.page
    fields = kept(visitor)
    assert await send(visitor, card, step="invite", group=[group["id"]], **fields) == 303
    assert visitor.next.endswith("?said=groups_invited")
    await alice.world.work()
    assert await alice.world.owner.fetchval("select count(*) from invitations") == 2
    await make.admin(alice, card["id"], bob, invite_contributors=True)
    admin = await signed_in(bob)
    await admin.open(path(card))
    assert 'name="people"' in admin.page
    assert "Kitchen" not in admin.page


async def test_a_group_deleted_meanwhile_invites_nobody(alice: Person) -> None:
    card = await make.card(alice)
    group = (await alice.post("/api/groups", {"name": "Kitchen", "members": []})).json()
    visitor = await check(alice, card, "ana@example.com", group=[group["id"]])
    await alice.delete(f"/api/groups/{group['id']}")
    assert await send(visitor, card, step="invite", group=[group["id"]], **kept(visitor)) == 409
    assert "Nobody was invited, because something has changed" in visitor.page
    assert "This group doesn&#39;t exist any more" in visitor.page
    assert await invited(alice, card) == []


async def test_a_fault_of_the_mail_is_at_its_field(alice: Person) -> None:
    card = await make.card(alice)
    visitor = await signed_in(alice)
    await visitor.open(path(card))
    fields: dict[str, Any] = {"people": "ana@example.com", "title": "x" * 256, "message": "y" * 5001}
    assert await send(visitor, card, **fields) == 422
    assert 'id="title-fault"' in visitor.page
    assert 'id="message-fault"' in visitor.page
    assert "ana@example.com</textarea>" in visitor.page


async def test_says_in_one_line_what_holds_for_the_message(alice: Person) -> None:
    card = await make.card(alice)
    visitor = await signed_in(alice)
    await visitor.open(path(card))
    assert "<span>Our usual words · Sent at once</span>" in visitor.page
    fields = {"people": "ana@example.com", "message": "Sign it", "reminder": "weekly", "send": "no"}
    assert await send(visitor, card, step="edit", **fields) == 200
    assert "<span>Your own words · Every week · Nothing is sent</span>" in visitor.page


async def test_refuses_others(alice: Person, bob: Person, mallory: Person) -> None:
    card = await make.card(alice)
    await make.admin(alice, card["id"], bob, can_update=True)
    for person, status in ((bob, 403), (mallory, 404)):
        visitor = await signed_in(person)
        for step in ("check", "edit", "invite"):
            await visitor.open("/desk")
            assert await send(visitor, card, people="ana@example.com", step=step) == status
        assert (await visitor.open(path(card))).status_code == status
    owner = await signed_in(alice)
    await owner.open(path(card))
    assert await send(owner, card, form_token="forged", people="ana@example.com", step="invite") == 403
    assert await invited(alice, card) == []


async def test_shows_the_mail_as_a_page_that_can_run_nothing(alice: Person) -> None:
    card = await make.card(alice)
    hostile = "Hi <script>alert(1)</script>\nhttps://evil.example/"
    visitor = await check(alice, card, people="Ana <ana@example.com>", title="For Maya", message=hostile)
    assert 'value="mail" formtarget="_blank"' in visitor.page
    given = kept(visitor) | {"form_token": visitor.token(), "step": "mail"}
    answer = await visitor.request("POST", f"/desk/cards/{card['id']}/invitations/new", data=given)
    assert answer.status_code == 200
    policy = answer.headers["Content-Security-Policy"]
    assert policy.endswith("sandbox")
    assert "script-src" not in policy
    assert "<script" not in answer.text
    assert "Hello" in answer.text
    assert "/u/" not in answer.text
    assert "/report/" not in answer.text
    found = (await alice.get(f"/api/cards/{card['id']}/invitations")).json()["data"]
    assert found == []


async def test_the_check_contains_html_only_if_asked(alice: Person) -> None:
    card = await make.card(alice)
    body = {"invitees": [{"delivery_type": "email", "delivery_id": "ana@example.com"}]}
    path = f"/api/cards/{card['id']}/invitations/check"
    assert "html" not in (await alice.post(path, body)).json()["mail"]
    mail = (await alice.post(path, {**body, "html": True})).json()["mail"]
    assert mail["html"].startswith("<!doctype html>")
    assert card["sign_url"] not in mail["html"]
