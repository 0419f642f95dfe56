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
# What the form does not have.
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
    """Returns the ids of the purchases, after creating more."""
    for number in range(count):
        await granted(person, number + 1)
    listed = (await person.get("/api/bundle-purchases")).json()["data"]
    return [each["id"] for each in listed]


async def stored(person: Person) -> dict[str, Any]:
    [found] = (await person.get("/api/occasion-rules")).json()["data"]
    return found


def form(visitor: Visitor) -> dict[str, Any]:
    """Returns what a browser sends of the large form of the open page."""
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
    # A gift that is switched off and on again has its other settings.
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
