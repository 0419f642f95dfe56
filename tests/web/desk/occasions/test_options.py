"""The options of a rule at the desk: organiser, gift, bundles."""

import html
import re
from typing import Any

import pytest

from tests.members.joining import join
from tests.occasions import making
from tests.occasions.test_choices import granted
from tests.web.desk.furnished import entered
from tests.web.visitor import Visitor
from tests.world import Person

pytestmark = pytest.mark.anyio
PATH = "/desk/rules"
# Values that the form does not have.
HIDDEN = {
    "add_money": "contributors",
    "add_cash": True,
    "restrict_cash": True,
    "see_contributor_names": 2,
    "min_amount": 200,
    "max_amount": 9000,
}
SHOWN = {
    "see_total": "recipient",
    "see_contributors": "nobody",
    "currency": "EUR",
    "goal_amount": 12550,
    "suggested_amounts": [500, 1000],
}


async def purchases(person: Person, count: int) -> list[str]:
    """Returns the IDs of the purchases, after creating more."""
    for number in range(count):
        await granted(person, number + 1)
    listed = (await person.get("/api/bundle-purchases")).json()["data"]
    return [each["id"] for each in listed]


async def stored(person: Person) -> dict[str, Any]:
    [found] = (await person.get("/api/occasion-rules")).json()["data"]
    return found


def form(visitor: Visitor) -> dict[str, Any]:
    """Returns what a browser sends for the large form of the open page."""
    [inside] = re.findall(r"<form[^>]* d-rule\">(.*?)</form>", visitor.page, re.DOTALL)
    found: dict[str, list[str]] = {}

    def add(name: str, value: str) -> None:
        found.setdefault(name, []).append(html.unescape(value))

    for tag in re.findall(r"<input[^>]*>", inside):
        name, value = re.search(r' name="([^"]*)"', tag), re.search(r' value="([^"]*)"', tag)
        is_box = 'type="checkbox"' in tag or 'type="radio"' in tag
        if name is not None and (not is_box or " checked" in tag):
            add(name[1], value[1] if value is not None else "on")
    for name, text in re.findall(r'<textarea[^>]* name="([^"]*)"[^>]*>\n(.*?)</textarea>', inside, re.DOTALL):
        add(name, text)
    for name, listed in re.findall(r'<select[^>]* name="([^"]*)"[^>]*>(.*?)</select>', inside, re.DOTALL):
        chosen = re.search(r'value="([^"]*)" selected', listed) or re.search(r'value="([^"]*)"', listed)
        assert chosen is not None
        add(name, chosen[1])
    return dict(found)


def labels(visitor: Visitor, name: str) -> dict[str, str]:
    """Returns the labels of the first choice with the name, by value."""
    found = re.search(rf'<select[^>]* name="{name}"[^>]*>(.*?)</select>', visitor.page, re.DOTALL)
    assert found is not None
    return dict(re.findall(r'<option value="([^"]*)"[^>]*>(.*?)</option>', found[1]))


async def test_what_the_form_does_not_show_survives_a_save(alice: Person, bob: Person) -> None:
    await join(bob, alice)
    listed = await purchases(alice, 2)
    made = await making.rule(
        alice,
        organiser_id=bob.user_id,
        manager_organises=True,
        bundle_purchase_ids=listed[:2],
        collection={**HIDDEN, **SHOWN},
    )
    visitor, path = await entered(alice), f"{PATH}/{made['id']}"
    await visitor.open(path)
    assert "The person&#39;s manager organises · people can chip in for a gift · 2 bundles in order" in (
        visitor.page
    )
    assert (await visitor.press(f"{path}/save", **form(visitor))).status_code == 303, visitor.page
    ignored = ("version", "updated_at")
    saved = await stored(alice)
    assert {**saved, **dict.fromkeys(ignored)} == {**made, **dict.fromkeys(ignored)}
    # A changed field leaves the others as they are.
    await visitor.open(path)
    given = {**form(visitor), "goal_amount": "", "suggested_amounts": "5", "purchases": [listed[1]]}
    assert (await visitor.press(f"{path}/save", **given)).status_code == 303
    saved = await stored(alice)
    assert saved["collection"] == {**made["collection"], "goal_amount": None, "suggested_amounts": [500]}
    assert (saved["bundle_purchase_ids"], saved["organiser_id"]) == ([listed[1]], bob.user_id)
    # A gift that is switched off and on again keeps its other settings.
    for gift, who in ((False, "nobody"), (True, "everyone")):
        await visitor.open(path)
        given = {**form(visitor), "currency": "EUR", "gift": "1" if gift else ""}
        assert (await visitor.press(f"{path}/save", **given)).status_code == 303
        assert (await stored(alice))["collection"]["add_money"] == who
    after = (await stored(alice))["collection"]
    assert {name: after[name] for name in HIDDEN if name != "add_money"} == {
        name: value for name, value in HIDDEN.items() if name != "add_money"
    }


async def test_creates_and_changes_a_rule_with_a_gift(alice: Person, bob: Person) -> None:
    listed = await purchases(alice, 2)
    await join(bob, alice)
    visitor = await entered(alice)
    await visitor.open(f"{PATH}/new")
    assert "You organise · no gift · any bundle" in visitor.page
    given = {
        **form(visitor),
        "manager_organises": "1",
        "gift": "1",
        "goal_amount": "125,50 EUR",
        "currency": "EUR",
        "suggested_amounts": "5 10",
        "purchases": [listed[1], listed[0], listed[1]],
    }
    assert (await visitor.press(f"{PATH}/new", **given)).status_code == 303, visitor.page
    made = await stored(alice)
    assert made["organiser_id"] == alice.user_id
    assert made["manager_organises"]
    assert made["bundle_purchase_ids"] == [listed[1], listed[0]]
    money = made["collection"]
    assert (money["add_money"], money["goal_amount"], money["suggested_amounts"]) == (
        "everyone",
        12550,
        [500, 1000],
    )
    assert (money["see_total"], money["see_contributors"]) == ("contributors", "contributors")
    await visitor.open(f"{PATH}/{made['id']}")
    given = {**form(visitor), "purchases": ["", ""], "manager_organises": ""}
    assert (await visitor.press(f"{PATH}/{made['id']}/save", **given)).status_code == 303
    after = await stored(alice)
    assert (after["bundle_purchase_ids"], after["manager_organises"]) == (None, False)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("goal_amount", "a lot"),
        ("suggested_amounts", "1 2 3 4 5"),
        ("suggested_amounts", "1,234"),
        ("currency", "XXX"),
        ("organiser_id", "usr_01h455vb4pex5vsknk084sn02q"),
        ("purchases", ["bp_01h455vb4pex5vsknk084sn02q"]),
    ],
)
async def test_names_the_option_with_an_error(alice: Person, field: str, value: Any) -> None:
    made = await making.rule(alice)
    visitor = await entered(alice)
    for path, action in ((f"{PATH}/new", ""), (f"{PATH}/{made['id']}", "/save")):
        await visitor.open(path)
        given = {**form(visitor), "gift": "1", field: value}
        assert (await visitor.press(f"{path}{action}", **given)).status_code == 422
        assert re.findall(r'<p class="p-fault" id="([a-z_]+)-fault">', visitor.page) == [field]
    assert (await stored(alice))["version"] == made["version"]


def saved_by_others(visitor: Visitor) -> list[str]:
    return re.findall(r"Saved by someone else: <bdi>(.*?)</bdi>", visitor.page)


async def test_the_later_of_two_keeps_what_the_first_saved(alice: Person, bob: Person) -> None:
    """What only the first changed is in the form of the second, and is saved with it."""
    await join(bob, alice)
    listed = await purchases(alice, 2)
    made = await making.rule(alice, bundle_purchase_ids=listed[:2])
    visitor, path = await entered(alice), f"{PATH}/{made['id']}"
    await visitor.open(path)
    mine = {**form(visitor), "title": "Mine"}
    theirs = {
        "organiser_id": bob.user_id,
        "manager_organises": True,
        "bundle_purchase_ids": [listed[1], listed[0]],
        "collection": {"add_money": "everyone", "goal_amount": 5000},
        "closes_hour": 17,
    }
    assert (await alice.patch(f"/api/occasion-rules/{made['id']}", theirs)).status_code == 200
    assert (await visitor.press(f"{path}/save", **mine)).status_code == 409
    assert saved_by_others(visitor) == []
    assert (await visitor.press(f"{path}/save", **form(visitor))).status_code == 303
    saved = await stored(alice)
    assert (saved["title"], saved["collection"]["goal_amount"]) == ("Mine", 5000)
    for name in theirs.keys() - {"collection"}:
        assert saved[name] == theirs[name], name


async def test_the_later_of_two_sees_each_value_that_both_changed(alice: Person, bob: Person) -> None:
    await join(bob, alice)
    listed = await purchases(alice, 2)
    group = (await alice.post("/api/groups", {"name": "Friends", "members": []})).json()
    made = await making.rule(
        alice, organiser_id=bob.user_id, bundle_purchase_ids=listed[:1], collection={"add_money": "everyone"}
    )
    visitor, path = await entered(alice), f"{PATH}/{made['id']}"
    await visitor.open(path)
    typed = {
        "organiser_id": [alice.user_id],
        "manager_organises": ["1"],
        "goal_amount": ["70"],
        "purchases": [listed[2], listed[0]],
        "invites": ["nobody"],
        "closes_hour": ["12"],
        "days_off": ["keep"],
    }
    theirs = {
        "manager_organises": True,
        "bundle_purchase_ids": [listed[1]],
        "collection": {"add_money": "nobody"},
        "invites": "group",
        "group_id": group["id"],
        "closes_hour": 17,
        "days_off": "after",
    }
    mine = {**form(visitor), **typed}
    assert (await alice.patch(f"/api/occasion-rules/{made['id']}", theirs)).status_code == 200
    assert (await visitor.press(f"{path}/save", **mine)).status_code == 409
    [purchase] = [label for value, label in labels(visitor, "purchases").items() if value == listed[1]]
    assert {*saved_by_others(visitor)} == {
        "A saved group", "17:00", "On the working day after", "Off", purchase,
    }  # fmt: skip
    assert '<details class="d-fold" open><summary><b>More options</b>' in visitor.page
    assert '<details class="d-fold" open><summary><b>When it opens and closes</b>' in visitor.page
    for name in ("invites", "closes_hour", "gift", "days_off"):
        assert re.search(rf'aria-describedby="[^"]*{name}-other"', visitor.page), name
        assert visitor.page.count(f'id="{name}-other"') == 1
    shown = form(visitor)
    assert {name: shown[name] for name in typed if name != "purchases"} == {
        name: value for name, value in typed.items() if name != "purchases"
    }
    assert [*filter(None, shown["purchases"])] == typed["purchases"]
    assert (await visitor.press(f"{path}/save", **shown)).status_code == 303, visitor.page
    saved = await stored(alice)
    assert (saved["invites"], saved["closes_hour"], saved["days_off"]) == ("nobody", 12, "keep")
    assert (saved["collection"]["add_money"], saved["collection"]["goal_amount"]) == ("everyone", 7000)
    assert (saved["bundle_purchase_ids"], saved["organiser_id"]) == (typed["purchases"], alice.user_id)


async def test_both_choose_another_organiser(alice: Person, bob: Person) -> None:
    await join(bob, alice)
    made = await making.rule(alice)
    visitor, path = await entered(alice), f"{PATH}/{made['id']}"
    await visitor.open(path)
    mine = form(visitor)
    await alice.patch(f"/api/occasion-rules/{made['id']}", {"organiser_id": bob.user_id})
    await visitor.open(path)
    theirs = {**form(visitor), "organiser_id": alice.user_id}
    await alice.patch(f"/api/occasion-rules/{made['id']}", {"title": "Theirs"})
    assert (await visitor.press(f"{path}/save", **theirs)).status_code == 409
    assert form(visitor)["organiser_id"] == [alice.user_id]
    assert (await visitor.press(f"{path}/save", **mine)).status_code == 409
    assert form(visitor)["organiser_id"] == [bob.user_id]
    assert (await stored(alice))["organiser_id"] == bob.user_id


async def test_saving_keeps_the_order_of_the_designs(alice: Person) -> None:
    listed = [*reversed(await making.template_ids(alice, 3))]
    for order in (listed, [listed[1], listed[2], listed[0]]):
        made = await making.rule(alice, template_ids=order)
        visitor, path = await entered(alice), f"{PATH}/{made['id']}"
        await visitor.open(path)
        assert (await visitor.press(f"{path}/save", **{**form(visitor), "title": "Mine"})).status_code == 303
        saved = (await alice.get(f"/api/occasion-rules/{made['id']}")).json()
        assert (saved["title"], saved["template_ids"]) == ("Mine", order)


async def test_a_form_with_every_design_is_told_how_many_are_allowed(alice: Person) -> None:
    await purchases(alice, 5)
    every = await making.template_ids(alice, 37)
    made = await making.rule(alice)
    visitor = await entered(alice)
    for path, action in ((f"{PATH}/new", ""), (f"{PATH}/{made['id']}", "/save")):
        await visitor.open(path)
        given = {**form(visitor), "title": "Kept", "designs": every}
        assert (await visitor.press(f"{path}{action}", **given)).status_code == 422
        assert "Choose at most 20 designs." in visitor.page
        assert 'value="Kept"' in visitor.page
