"""The settings of a card at the desk: privileges, errors and concurrent changes."""

import html
import re
from typing import Any

import pytest

from tests import make
from tests.contributions import giving
from tests.later import day
from tests.web.desk.people import signed_in
from tests.web.visitor import Visitor
from tests.world import Person
from wellwish.base import ids
from wellwish.web.desk.cards import settings

pytestmark = pytest.mark.anyio


def path_of(card: dict[str, Any]) -> str:
    return f"/desk/cards/{card['id']}/settings"


def shown(visitor: Visitor) -> dict[str, str]:
    """Returns the fields of the open form as a browser would send them."""
    page = visitor.page.partition('id="words-group"')[2]
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
    found |= dict(re.findall(r'type="checkbox" id="\w+" name="(\w+)" value="(1)" checked', page))
    found |= dict(re.findall(r'type="radio" name="(\w+)" value="([^"]*)" checked', page))
    checked = re.search(r'name="design" value="([^"]+)"[^>]* checked', page)
    found.pop("occasion", None)
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


@pytest.mark.parametrize(
    ("currency", "goal", "suggested", "minor", "example"),
    [
        ("JPY", "¥9,000", "¥500, 1,000", (9000, [500, 1000]), "¥1,500"),
        ("EUR", "1.234,50 €", "5; 10; 20,50", (123_450, [500, 1000, 2050]), "€12.50"),
        # The page prints dinars of Iraq without their three decimals.
        ("IQD", "25,000", "5,000 10,000", (25_000_000, [5_000_000, 10_000_000]), "IQD\u00a012.5"),
        ("KWD", "1.234", "1.5 10", (1234, [1500, 10_000]), "KWD\u00a012.500"),
    ],
)
async def test_takes_amounts_as_the_page_prints_them(
    alice: Person, currency: str, goal: str, suggested: str, minor: tuple[int, list[int]], example: str
) -> None:
    card = await make.card(alice, collection={"add_money": "everyone", "currency": currency})
    visitor, at = await signed_in(alice), path_of(card)
    await visitor.open(at)
    wrong = await visitor.press(at, **{**shown(visitor), "goal_amount": "1.2345.6"})
    assert wrong.status_code == 422
    assert f"Enter an amount in figures, like {example}" in visitor.page
    for _ in range(2):  # then as the form contains them
        amounts = {"goal_amount": goal, "suggested_amounts": suggested}
        assert (await visitor.press(at, **{**shown(visitor), **amounts})).status_code == 303, visitor.page
        money = (await alice.get(f"/api/cards/{card['id']}")).json()["collection"]
        assert (money["goal_amount"], money["suggested_amounts"]) == minor
        await visitor.open(at)
        goal, suggested = shown(visitor)["goal_amount"], shown(visitor)["suggested_amounts"]


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


async def test_responds_to_a_foreign_card_as_to_a_missing_one(alice: Person, mallory: Person) -> None:
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


GROUPS = [
    ("words", {"title": "New words", "sender": "All of us"}, {"title": "New words", "sender": "All of us"}),
    ("people", {"people": "Lena", "end_day": ""}, {"recipient": "Lena", "contribution_end_date": None}),
    ("signers", {"contribution_limit": "9"}, {"contribution_limit": 9, "auto_reminders": False}),
    ("notes", {"moderation": "pre", "see_notes": "nobody"}, {"moderation": "pre", "see_notes": "nobody"}),
    ("emails", {"organiser_mail": "none"}, {"organiser_mail": "none"}),
    ("links", {"public_read": "1"}, {"public_read": True}),
]


@pytest.mark.parametrize(("group", "given", "after"), GROUPS)
async def test_each_group_saves_its_own_fields_and_says_so(
    alice: Person, group: str, given: dict[str, str], after: dict[str, Any]
) -> None:
    """A form of one group leaves the switches of all others as they are."""
    card = await make.card(
        alice, auto_reminders=True, contribution_end_date=day(3), collection={"add_cash": True}
    )
    visitor = await signed_in(alice)
    await visitor.open(path_of(card))
    sent = {name: visitor.value(name) for name in ("form_token", "form_key", "version", "was")}
    fields = {name: value for name, value in shown(visitor).items() if name in settings.GROUPS[group]}
    fields.pop("auto_reminders", None)
    answer = await visitor.press(path_of(card), **{**sent, **fields, "group": group, **given})
    assert answer.status_code == 303, answer.text
    assert visitor.next == f"{path_of(card)}?open={group}&said=saved#{group}-group"
    await visitor.open(visitor.next.partition("#")[0])
    assert "Saved." in visitor.page
    assert f'id="{group}-group" open' in visitor.page
    now = (await alice.get(f"/api/cards/{card['id']}")).json()
    assert {name: now[name] for name in after} == after
    kept = {"auto_reminders": True, "shared_link": True} if group != "signers" else {"shared_link": True}
    assert {name: now[name] for name in kept} == kept
    assert now["collection"]["add_cash"]


GIFTS = [
    ("nobody", {"gift": "1"}, "everyone"),
    ("nobody", {}, "nobody"),
    ("contributors", {"gift": "1"}, "contributors"),
    ("contributors", {"gift": "1", "add_money": "admins"}, "admins"),
    ("contributors", {"add_money": "contributors"}, "nobody"),
]


@pytest.mark.parametrize(("before", "given", "after"), GIFTS)
async def test_the_switch_of_the_gift_decides_who_can_give(
    alice: Person, before: str, given: dict[str, str], after: str
) -> None:
    card = await make.card(alice, collection={"add_money": before})
    visitor = await signed_in(alice)
    await visitor.open(path_of(card))
    sent = {name: visitor.value(name) for name in ("form_token", "form_key", "version", "was")}
    money = {"currency": card["collection"]["currency"], "see_total": "admins"}
    others = {"see_contributors": card["collection"]["see_contributors"]}
    answer = await visitor.press(path_of(card), **sent, group="gift", **money, **others, **given)
    assert answer.status_code == 303, answer.text
    assert (await alice.get(f"/api/cards/{card['id']}")).json()["collection"]["add_money"] == after


async def test_ends_a_card_last_and_says_why_it_cannot(alice: Person) -> None:
    card = await make.card(alice)
    visitor = await signed_in(alice)
    await visitor.open(path_of(card))
    assert visitor.page.index('id="end"') > visitor.page.index('id="links-group"')
    assert (f'/{card["id"]}/archive"' in visitor.page, f'/{card["id"]}/cancel"' in visitor.page) == (
        False,
        True,
    )
    await alice.post(f"/api/cards/{card['id']}/close")
    await visitor.open(path_of(card))
    assert f'/{card["id"]}/archive"' in visitor.page
    funded = await giving.card(alice)
    await giving.gave(alice, funded["id"])
    await visitor.open(path_of(funded))
    assert "Not possible while the card holds money." in visitor.page
    assert f'/{funded["id"]}/delete"' not in visitor.page


async def test_summarises_the_design_in_the_language_of_the_reader(alice: Person) -> None:
    card = await make.card(alice)
    visitor = await signed_in(alice)
    for language, name in (("en", "Birthday cake"), ("de", "Geburtstagstorte")):
        await visitor.open(f"{path_of(card)}?lang={language}")
        if visitor.next:
            await visitor.open(path_of(card))
        line = visitor.page.partition('id="words-group"')[2].partition("</summary>")[0]
        assert name in line
