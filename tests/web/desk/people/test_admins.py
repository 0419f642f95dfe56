"""The admins of a card at the desk, and the buttons for each set of privileges."""

import html
import re
from itertools import product
from typing import Any

import pytest

from tests import make
from tests.web.desk.people import signed_in
from tests.web.visitor import Visitor
from tests.world import Person
from wellwish.base import ids
from wellwish.pages import PAGES

pytestmark = pytest.mark.anyio
NAMES = ("can_update", "invite_contributors", "admin_management")
SETS = [dict(zip(NAMES, chosen, strict=True)) for chosen in product((False, True), repeat=3)]


def path(card: dict[str, Any]) -> str:
    return f"/desk/cards/{card['id']}/admins"


async def add(visitor: Visitor, card: dict[str, Any], **fields: str) -> int:
    await visitor.open(path(card))
    return (await visitor.press(path(card), form_key=visitor.value("form_key"), **fields)).status_code


async def change(visitor: Visitor, card: dict[str, Any], admin: dict[str, Any], **fields: str) -> int:
    given = {"step": "save", "version": str(admin["version"]), **fields}
    return (await visitor.press(f"{path(card)}/{admin['id']}", **given)).status_code


async def admins(person: Person, card: dict[str, Any]) -> list[dict[str, Any]]:
    return (await person.get(f"/api/card-admins/card/{card['id']}")).json()["data"]


async def test_adds_changes_and_removes(alice: Person) -> None:
    card = await make.card(alice)
    visitor = await signed_in(alice)
    await visitor.open(path(card))
    assert "This card has no other organisers yet" in visitor.page
    given = {"email": "Bo@example.com", "name": "<i>Bo</i>", "can_update": "yes"}
    assert (await add(visitor, card, **given), visitor.next) == (303, f"{path(card)}?said=admin_added")
    [made] = await admins(alice, card)
    assert (made["email"], made["name"]) == ("Bo@example.com", "<i>Bo</i>")
    assert made["privilege"] == {**dict.fromkeys(NAMES, False), "can_update": True}
    await visitor.open(path(card))
    assert "<i>Bo" not in visitor.page
    assert visitor.page.count(" checked>") == 1
    for _ in range(2):  # pressed twice
        assert await change(visitor, card, made, invite_contributors="yes") == 303
    [changed] = await admins(alice, card)
    assert changed["privilege"] == {**dict.fromkeys(NAMES, False), "invite_contributors": True}
    for _ in range(2):
        assert await change(visitor, card, changed, step="remove") == 303
    assert await admins(alice, card) == []


async def test_a_form_sent_twice_adds_once(alice: Person) -> None:
    card = await make.card(alice)
    visitor = await signed_in(alice)
    await visitor.open(path(card))
    sent = {"form_token": visitor.token(), "form_key": visitor.value("form_key"), "email": "bo@example.com"}
    statuses = [(await visitor.press(path(card), **sent)).status_code for _ in range(2)]
    assert statuses == [303, 303]
    assert len(await admins(alice, card)) == 1


async def test_a_wrong_address_is_kept_with_its_fault(alice: Person) -> None:
    card = await make.card(alice)
    visitor = await signed_in(alice)
    assert await add(visitor, card, email="bo at example", admin_management="yes") == 422
    assert 'value="bo at example"' in visitor.page
    assert 'id="email-fault"' in visitor.page
    assert " checked>" in visitor.page
    assert await add(visitor, card, email="bo@example.com") == 303
    assert await add(visitor, card, email="BO@example.com") == 409
    assert "already an organiser" in visitor.page


async def test_shows_a_change_in_between(alice: Person, bob: Person) -> None:
    card = await make.card(alice)
    made = await make.admin(alice, card["id"], bob)
    visitor = await signed_in(alice)
    await visitor.open(path(card))
    await alice.put(f"/api/card-admins/{made['id']}", {"privilege": {"can_update": True}})
    assert await change(visitor, card, made, admin_management="yes") == 409
    assert "Someone changed this organiser" in visitor.page
    assert "Now: Edit the card" in re.sub(r"\s+", " ", visitor.page)
    assert f'id="{made["id"]}-admin_management" name="admin_management" value="yes" checked' in visitor.page
    version = visitor.value("version")
    assert await change(visitor, card, made, admin_management="yes", version=version) == 303


async def test_grants_only_what_the_reader_has(alice: Person, bob: Person) -> None:
    card = await make.card(alice)
    other = (
        await alice.post(
            "/api/card-admins",
            {"card_id": card["id"], "email": "x@example.com", "privilege": {"can_update": True}},
        )
    ).json()
    await make.admin(alice, card["id"], bob, admin_management=True)
    visitor = await signed_in(bob)
    await visitor.open(path(card))
    assert f"{path(card)}/{other['id']}" not in visitor.page
    assert 'name="can_update"' not in visitor.page
    assert await change(visitor, card, other, step="remove") == 403
    assert await add(visitor, card, email="new@example.com", can_update="yes") == 403
    assert await add(visitor, card, email="new@example.com", admin_management="yes") == 303
    mine = next(each for each in await admins(alice, card) if each["email"] == bob.email)
    await visitor.open(path(card))
    assert (await change(visitor, card, mine, step="remove"), visitor.next) == (
        303,
        "/desk?said=admin_removed",
    )


async def test_an_archived_card_takes_no_admin(alice: Person) -> None:
    card = await make.card(alice)
    visitor = await signed_in(alice)
    await visitor.open(path(card))
    key = visitor.value("form_key")
    await alice.post(f"/api/cards/{card['id']}/close")
    await alice.post(f"/api/cards/{card['id']}/archive")
    answer = await visitor.press(path(card), form_key=key, email="bo@example.com")
    assert answer.status_code == 409
    assert "possible any more" in visitor.page
    assert "Add the organiser" not in visitor.page


async def test_refuses_other_accounts_like_missing_cards(alice: Person, mallory: Person) -> None:
    card = await make.card(alice)
    visitor = await signed_in(mallory)
    pages: set[str] = set()
    for card_id in (card["id"], ids.new("card")):
        await visitor.open("/desk")
        token = visitor.token()
        page = f"/desk/cards/{card_id}/admins"
        shown = await visitor.open(page)
        added = await visitor.press(page, form_token=token, email="mallory@example.com")
        for answer in (shown, added):
            assert answer.status_code == 404
            pages.add(answer.text.replace(answer.headers["Request-Id"], "REQ").replace(page, "PAGE"))
    assert len(pages) == 2  # GET and POST
    owner = await signed_in(alice)
    await owner.open(path(card))
    assert (await owner.press(path(card), form_token="forged", email="m@example.com")).status_code == 403
    assert await admins(alice, card) == []


# Compares visible buttons with permitted requests on all pages of a card.

_FORM = re.compile(r"<form\b([^>]*)>(.*?)</form>", re.DOTALL)
_INPUT = re.compile(r"<(?:input|button|textarea)\b([^>]*)>")
_ATTRIBUTE = re.compile(r'([a-z-]+)="([^"]*)"')
_FILLED = {"email": "new@example.com", "people": "new@example.com"}


def card_pages(card: dict[str, Any]) -> list[str]:
    """Returns the paths of all pages whose only ID is the card's, except the stream."""
    found = {
        page.path for page in PAGES if page.method == "GET" and page.path.startswith("/desk/cards/{card_id}")
    }
    return sorted(
        each.replace("{card_id}", card["id"])
        for each in found
        if each.count("{") == 1 and "." not in each and not each.endswith("/stream")
    )


def forms(visitor: Visitor, card: dict[str, Any]) -> dict[tuple[str, str], dict[str, str]]:
    """Returns the fields of each of the card's forms on the open page, by path and button."""
    found: dict[tuple[str, str], dict[str, str]] = {}
    for head, inside in _FORM.findall(visitor.page):
        attributes = dict(_ATTRIBUTE.findall(head))
        if attributes.get("method") != "post":
            continue
        fields: dict[str, str] = {}
        buttons: list[tuple[str, str]] = []
        for text in _INPUT.findall(inside):
            given = dict(_ATTRIBUTE.findall(text))
            target = given.get("formaction", attributes.get("action", ""))
            if "name" not in given or "formaction" in given:
                buttons += [(target, "")] if "formaction" in given else []
            elif given["name"] == "step":
                buttons.append((target, given.get("value", "")))
            elif given.get("type") not in ("checkbox", "radio", "file"):
                value = html.unescape(given.get("value", ""))
                fields[given["name"]] = value or _FILLED.get(given["name"], "")
        for target, step in buttons or [(attributes.get("action", ""), "")]:
            if target.startswith(f"/desk/cards/{card['id']}"):
                found[target, step] = {**fields, **({"step": step} if step else {})}
    return found


async def seen(visitor: Visitor, card: dict[str, Any]) -> dict[tuple[str, str], dict[str, str]]:
    found: dict[tuple[str, str], dict[str, str]] = {}
    for page in card_pages(card):
        if (await visitor.open(page)).status_code == 200:
            found |= forms(visitor, card)
    return found


async def test_refuses_exactly_the_forms_that_an_admins_pages_omit(alice: Person, bob: Person) -> None:
    """The server refuses with 403 exactly the forms that the admin's pages omit."""
    card = await make.card(alice)
    await make.invitations(alice, card["id"], "ana@example.com")
    await alice.world.work()
    admin = await make.admin(alice, card["id"], bob)
    owner, visitor = await signed_in(alice), await signed_in(bob)
    of_admin = f"{path(card)}/{admin['id']}"
    counts: set[int] = set()
    sections: set[str] = set()
    for privilege in SETS:
        await alice.put(f"/api/card-admins/{admin['id']}", {"privilege": privilege})
        everything, shown = await seen(owner, card), await seen(visitor, card)
        assert shown.keys() <= everything.keys()
        counts.add(len(shown))
        sections |= {key[0].removeprefix(f"/desk/cards/{card['id']}/").partition("/")[0] for key in shown}
        await visitor.open("/desk")
        token = visitor.token()
        for key, fields in everything.items():
            # The wrong version prevents changes by forms that send one.
            given = {**fields, "form_token": token, **({"version": "0"} if "version" in fields else {})}
            if key == (of_admin, "remove"):
                continue  # admins may always remove themselves, even without the button
            answer = await visitor.press(key[0], **given)
            assert (answer.status_code == 403) == (key not in shown), (privilege, key, answer.status_code)
    assert sections >= {"close", "invitations", "admins"}
    assert len(counts) >= 4
