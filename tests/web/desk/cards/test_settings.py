"""The settings of a card at the desk: privileges, errors and concurrent changes."""

import html
import re
from typing import Any

import pytest

from tests import make
from tests.later import day
from tests.web.desk.people import signed_in
from tests.web.visitor import Visitor
from tests.world import Person
from wellwish.base import ids

pytestmark = pytest.mark.anyio


def path_of(card: dict[str, Any]) -> str:
    return f"/desk/cards/{card['id']}/settings"


def shown(visitor: Visitor) -> dict[str, str]:
    """Returns the fields of the open form as a browser would send them."""
    page = visitor.page.partition('class="d-compose"')[2]
    found = {
        name: visitor.value(name) for name in ("form_token", "form_key", "version", "was") if name in page
    }
    found |= {
        name: html.unescape(value)
        for name, value in re.findall(
            r'<input class="p-in" id="\w+" name="(\w+)" type="\w+" value="([^"]*)"', page
        )
    }
    found |= {
        name: html.unescape(value)
        for name, value in re.findall(
            r'<textarea class="p-in" id="\w+" name="(\w+)"[^>]*>\n(.*?)</textarea>', page, re.DOTALL
        )
    }
    for name, options in re.findall(
        r'<select class="p-in" id="\w+" name="(\w+)"[^>]*>(.*?)</select>', page, re.DOTALL
    ):
        chosen = re.search(r'value="([^"]*)" selected', options)
        found[name] = chosen[1] if chosen else ""
    found |= dict(re.findall(r'type="checkbox" name="(\w+)" value="(1)" checked', page))
    checked = re.search(r'name="design" value="([^"]+)"[^>]* checked', page)
    return found | ({"design": checked[1]} if checked else {})


async def test_saves_only_what_was_changed(alice: Person) -> None:
    card = await make.card(
        alice,
        recipients=[{"name": "Maya", "email": "maya@example.org", "external_id": "m-1"}],
        contribution_end_date=f"{day(3)}T18:00:00+01:00",
        timezone="Europe/Berlin",
        contribution_limit=7,
        cover_text=["Thirty"],
        collection={"add_money": "everyone", "currency": "JPY", "suggested_amounts": [500, 1000]},
    )
    visitor = await signed_in(alice)
    await visitor.open(path_of(card))
    given = shown(visitor)
    assert (given["end_day"], given["end_time"]) == (day(3), "18:00")
    assert given["suggested_amounts"] == "500 1000"
    assert (await visitor.press(path_of(card), **given)).status_code == 303
    after = (await alice.get(f"/api/cards/{card['id']}")).json()
    assert after["version"] == card["version"]  # nothing was changed
    await visitor.open(path_of(card))
    more = {"people": "Maya <maya@example.org>\nLena", "title": "Thirty", "goal_amount": "9000"}
    answer = await visitor.press(path_of(card), **{**shown(visitor), **more, "shared_link": ""})
    assert answer.status_code == 303, answer.text
    after = (await alice.get(f"/api/cards/{card['id']}")).json()
    assert [each["name"] for each in after["recipients"]] == ["Maya", "Lena"]
    assert after["recipients"][0]["external_id"] == "m-1"
    assert after["recipients"][0]["view_url"] == card["recipients"][0]["view_url"]
    assert (after["title"], after["shared_link"], after["collection"]["goal_amount"]) == (
        "Thirty",
        False,
        9000,
    )
    assert after["contribution_end_date"] == card["contribution_end_date"]
    same = ("sender", "cover_text", "template_id", "palette", "moderation", "see_notes", "contribution_limit")
    assert {name: after[name] for name in same} == {name: card[name] for name in same}


async def test_shows_both_values_after_a_change_in_between(alice: Person) -> None:
    card = await make.card(alice)
    visitor = await signed_in(alice)
    await visitor.open(path_of(card))
    given = shown(visitor)
    await alice.patch(f"/api/cards/{card['id']}", {"title": "Theirs", "see_notes": "nobody"})
    answer = await visitor.press(path_of(card), **{**given, "title": "Mine", "sender": "All of us"})
    assert answer.status_code == 409
    assert "On the card now: <bdi>Theirs</bdi>" in visitor.page
    assert visitor.page.count("On the card now") == 1
    merged = shown(visitor)
    assert (merged["title"], merged["sender"], merged["see_notes"]) == ("Mine", "All of us", "nobody")
    assert (await alice.get(f"/api/cards/{card['id']}")).json()["title"] == "Theirs"
    assert (await visitor.press(path_of(card), **merged)).status_code == 303
    after = (await alice.get(f"/api/cards/{card['id']}")).json()
    assert (after["title"], after["sender"], after["see_notes"]) == ("Mine", "All of us", "nobody")


@pytest.mark.parametrize(
    ("field", "given", "says"),
    [
        ("title", "", "Enter a title"),
        ("end_day", "2020-01-01", "Choose a time in the future"),
        ("people", "Maya <", "Line 1: enter a name"),
        ("min_amount", "free", "Enter an amount in figures"),
    ],
)
async def test_keeps_what_was_typed(alice: Person, field: str, given: str, says: str) -> None:
    card = await make.card(alice)
    visitor = await signed_in(alice)
    await visitor.open(path_of(card))
    answer = await visitor.press(path_of(card), **{**shown(visitor), "sender": "Typed", field: given})
    assert answer.status_code == 422
    assert says in visitor.page
    assert shown(visitor)["sender"] == "Typed"
    assert (await alice.get(f"/api/cards/{card['id']}")).json()["version"] == card["version"]


async def test_an_admin_changes_only_what_their_privilege_allows(alice: Person, bob: Person) -> None:
    card = await make.card(
        alice, recipients=[{"name": "Maya", "email": "maya@example.org"}], public_read=True
    )
    admin = await make.admin(alice, card["id"], bob)
    visitor = await signed_in(bob)
    assert (await visitor.open(path_of(card))).status_code == 403
    await alice.put(f"/api/card-admins/{admin['id']}", {"privilege": {"can_update": True}})
    assert (await visitor.open(path_of(card))).status_code == 200
    for name in ("see_notes", "shared_link", "public_read", "reply_to", "add_money", "currency"):
        assert f'name="{name}"' not in visitor.page
    assert "maya@example.org" not in visitor.page
    sneaked = {**shown(visitor), "title": "By bob", "see_notes": "everyone", "public_read": ""}
    assert (await visitor.press(path_of(card), **sneaked)).status_code == 303
    after = (await alice.get(f"/api/cards/{card['id']}")).json()
    assert (after["title"], after["see_notes"], after["public_read"]) == ("By bob", "signed", True)
    assert after["recipients"][0]["email"] == "maya@example.org"


async def test_responds_alike_for_a_foreign_and_a_missing_card(alice: Person, mallory: Person) -> None:
    card = await make.card(alice)
    visitor = await signed_in(mallory)
    await visitor.open("/desk")
    token = visitor.token()
    pages = set[str]()
    for card_id in (card["id"], ids.new("card")):
        for method in ("GET", "POST"):
            data = {"form_token": token, "version": "1"} if method == "POST" else None
            answer = await visitor.request(method, f"/desk/cards/{card_id}/settings", data=data)
            assert answer.status_code == 404
            text = answer.text.replace(answer.headers["Request-Id"], "REQ").replace(card_id, "CARD")
            pages.add(f"{method} {text}")
    assert len(pages) == 2


async def test_keeps_a_retired_design_and_an_archived_card(alice: Person) -> None:
    card = await make.card(alice)
    visitor = await signed_in(alice)
    sql = "update templates set retired_at = {} where id = $1"
    await alice.world.owner.execute(sql.format("now()"), card["template_id"])
    try:
        await visitor.open(path_of(card))
        given = shown(visitor)
        assert "design" not in given
        assert (await visitor.press(path_of(card), **{**given, "title": "Kept"})).status_code == 303
    finally:
        await alice.world.owner.execute(sql.format("null"), card["template_id"])
    after = (await alice.get(f"/api/cards/{card['id']}")).json()
    assert (after["title"], after["template_id"]) == ("Kept", card["template_id"])
    await visitor.open(path_of(card))
    given = shown(visitor)
    await alice.post(f"/api/cards/{card['id']}/close")
    await alice.post(f"/api/cards/{card['id']}/archive")
    answer = await visitor.press(path_of(card), **{**given, "title": "Late"})
    assert answer.status_code == 409
    assert "be changed" in visitor.page
    assert 'name="save"' not in visitor.page


async def test_refuses_a_form_of_another_site(alice: Person) -> None:
    card = await make.card(alice)
    visitor = await signed_in(alice)
    await visitor.open(path_of(card))
    given = {**shown(visitor), "title": "Another"}
    assert (await visitor.press(path_of(card), **{**given, "form_token": "x"})).status_code == 403
    assert (await visitor.press(path_of(card), **given)).status_code == 303  # the control
