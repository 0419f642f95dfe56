"""One occasion at the desk: change it, move it, skip it, and withdraw this."""

import html
import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.later import another_time, frozen_at, pass_until
from tests.occasions import making
from tests.web.desk.furnished import entered
from tests.web.visitor import Visitor
from tests.world import Person, World
from wellwish.occasions import store
from wellwish.people import choice
from wellwish.people.choice import Choice
from wellwish.web.desk.occasions import change

pytestmark = pytest.mark.anyio
# Maya's birthday is 17 March, a Wednesday; her card opens on 10 March.
NOTHING = dict.fromkeys(("opens_on", "closes_on", "title", "message", "template_id"))


@pytest.fixture(autouse=True)
def _begin(alice: Person) -> Iterator[None]:
    with another_time():
        making.begin(alice)
        yield


async def furnished(person: Person, **rule: Any) -> str:
    """Creates Maya and a started rule. Returns the path of her birthday."""
    maya = await making.team(person)
    await making.started(person, **rule)
    return f"/desk/calendar/{maya['id']}.birthday.2027."


def typed(visitor: Visitor) -> dict[str, Any]:
    """Returns the fields of the open form."""
    found = {name: visitor.value(name) for name in ("form_token", "version", "was")}
    for name in ("opens_on", "closes_on", "title"):
        [given] = re.findall(rf'id="{name}" name="{name}"[^>]* value="([^"]*)"', visitor.page)
        found[name] = html.unescape(given)
    [given] = re.findall(r"<textarea[^>]*>\n([^<]*)</textarea>", visitor.page)
    found["message"] = html.unescape(given)
    [found["design"]] = re.findall(r'name="design" value="([^"]*)" checked', visitor.page)
    return found


async def planned(person: Person) -> dict[str, Any]:
    [found] = await making.occasions(person, until="2027-06-01")
    return found


def faults(visitor: Visitor) -> list[str]:
    return re.findall(r'<p class="p-fault" id="([a-z_]+)-fault">', visitor.page)


async def test_shows_what_holds_and_saves_it_unchanged(alice: Person) -> None:
    path = await furnished(alice, message="Sign for {name}\nby Friday")
    visitor = await entered(alice)
    await visitor.open("/desk/calendar?view=list")
    assert f'href="{path}"' in visitor.page
    await visitor.open(path)
    shown = typed(visitor)
    assert {name: shown[name] for name in ("opens_on", "closes_on", "title", "message", "design")} == {
        "opens_on": "2027-03-10",
        "closes_on": "2027-03-17",
        "title": "Happy birthday, Maya!",
        "message": "Sign for Maya\nby Friday",
        "design": "",
    }
    assert "it stays 5 working days before the closing day" in visitor.page
    assert "Undo all changes" not in visitor.page
    answer = await visitor.press(path, **shown)
    assert answer.headers["location"] == f"{path}?said=occasion_changed"
    assert (await planned(alice))["changes"] is None


async def test_moves_and_changes_one_card_and_undoes_that(alice: Person) -> None:
    path = await furnished(alice, message="Sign for {name}")
    [_, design] = await making.template_ids(alice, 2)
    before = await planned(alice)
    visitor = await entered(alice)
    await visitor.open(path)
    assert (await visitor.press(path, **{**typed(visitor), "closes_on": "2027-03-19"})).status_code == 303
    moved = await planned(alice)
    assert moved["changes"] == {**NOTHING, "closes_on": "2027-03-19"}
    assert moved["opens_on"] == "2027-03-12"  # the same number of working days before
    await visitor.open(path)
    given = {"title": "Maya turns the page", "message": "A farewell, too", "design": design}
    assert (await visitor.press(path, **{**typed(visitor), **given})).status_code == 303
    changes = {**NOTHING, "closes_on": "2027-03-19", **given}
    changes["template_id"] = changes.pop("design")
    assert (await planned(alice))["changes"] == changes
    await visitor.open("/desk/calendar?view=list")
    assert "Differs from its rule" in visitor.page
    await visitor.open(path)
    shown = typed(visitor)
    assert {name: shown[name] for name in given} == given
    # Empty and unchanged fields follow the rule again.
    again = {"closes_on": "", "title": "Happy birthday, Maya!", "message": "", "design": ""}
    assert (await visitor.press(path, **{**shown, **again, "opens_on": "2027-03-11"})).status_code == 303
    assert (await planned(alice))["changes"] == {**NOTHING, "opens_on": "2027-03-11"}
    await visitor.open(path)
    assert (await visitor.press(path, **{**typed(visitor), "undo": "1"})).status_code == 303
    assert visitor.next == f"{path}?said=occasion_restored"
    assert await planned(alice) == {**before, "version": 4}


async def test_a_change_by_api_with_placeholders_stays_as_it_is(alice: Person) -> None:
    path = await furnished(alice)
    person_id = path.split("/")[-1].partition(".")[0]
    of = {"person_id": person_id, "occasion": "birthday", "year": 2027}
    changes = {"title": "{name} turns the page", "opens_on": "2027-03-11"}
    assert (await alice.post("/api/occasions/change", {**of, **changes})).status_code == 200
    visitor = await entered(alice)
    await visitor.open(path)
    shown = typed(visitor)
    assert (shown["title"], shown["opens_on"]) == ("Maya turns the page", "2027-03-11")
    assert (await visitor.press(path, **{**shown, "message": "Hello"})).status_code == 303
    assert (await planned(alice))["changes"] == {**NOTHING, **changes, "message": "Hello"}


async def test_skips_and_withdraws_that(alice: Person) -> None:
    path = await furnished(alice)
    visitor = await entered(alice)
    for button, state, next_button in (("skip", "skipped", "unskip"), ("unskip", "planned", "skip")):
        await visitor.open(path)
        assert (await visitor.press(path, **{**typed(visitor), button: "1"})).status_code == 303
        assert (await planned(alice))["state"] == state
        await visitor.open(path)
        assert f'name="{next_button}"' in visitor.page
    # Saving plans a skipped occasion again, also unchanged.
    await visitor.press(path, **{**typed(visitor), "skip": "1"})
    await visitor.open(path)
    assert "Save and don't skip" in visitor.page
    assert (await visitor.press(path, **typed(visitor))).status_code == 303
    assert ((await planned(alice))["state"], (await planned(alice))["changes"]) == ("planned", None)
    await visitor.open(path)
    await visitor.press(path, **{**typed(visitor), "skip": "1"})
    await visitor.open(path)
    await visitor.press(path, **{**typed(visitor), "closes_on": "2027-03-18"})
    assert ((await planned(alice))["state"], (await planned(alice))["closes_on"]) == ("planned", "2027-03-18")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("closes_on", "2027-04-17"),
        ("closes_on", "2027-03-01"),  # today
        ("closes_on", "soon"),
        ("opens_on", "2027-03-17"),
        ("opens_on", "2027-01-17"),
        ("opens_on", "2027-02-30"),
        ("title", "For {who}"),
        ("title", "x" * 256),
        ("message", "{nobody}"),
        ("design", "tpl_01h455vb4pex5vsknk084sn02q"),
    ],
)
async def test_names_the_field_with_an_error_and_keeps_what_was_typed(
    alice: Person, field: str, value: str
) -> None:
    path = await furnished(alice)
    visitor = await entered(alice)
    await visitor.open(path)
    given = {**typed(visitor), "message": "Kept", field: value}
    if field == "closes_on":
        given["opens_on"] = "2027-02-25"
    assert (await visitor.press(path, **given)).status_code == 422
    assert faults(visitor) == [field]
    assert "Kept" in visitor.page or field == "message"
    assert (await planned(alice))["changes"] is None


async def test_a_card_that_would_have_closed_can_only_be_moved(alice: Person) -> None:
    maya = await making.someone(alice, "Maya", dates={"birthday": "--03-17"})
    await making.started(alice)
    path = f"/desk/calendar/{maya['id']}.birthday.2027."
    await pass_until(alice, making.OPENS)
    await pass_until(alice, "2027-03-25T12:00")
    visitor = await entered(alice)
    await visitor.open(path)
    assert "Nobody to ask" in visitor.page
    for given in ({"title": "Late"}, {}, {"undo": "1"}):
        assert (await visitor.press(path, **{**typed(visitor), **given})).status_code == 422
        assert faults(visitor) == ["closes_on"]
    for button in ("skip", "unskip"):  # of a form that was opened earlier
        assert (await visitor.press(path, **{**typed(visitor), button: "1"})).headers["location"] == path
    await visitor.open(path)
    assert "Nobody to ask" in visitor.page
    assert (await visitor.press(path, **{**typed(visitor), "closes_on": "2027-03-29"})).status_code == 303
    assert (await visitor.open(visitor.next)).status_code == 200
    assert 'value="2027-03-29"' in visitor.page


async def test_of_two_who_change_a_card_the_second_sees_what_the_first_saved(alice: Person) -> None:
    path = await furnished(alice)
    visitor = await entered(alice)
    await visitor.open(path)
    mine = {**typed(visitor), "title": "Mine", "closes_on": "2027-03-18"}
    await visitor.press(path, **{**typed(visitor), "title": "Theirs"})
    assert (await visitor.press(path, **mine)).status_code == 409
    assert "Someone changed this card in the meantime." in visitor.page
    assert "Saved by someone else: <bdi>Theirs</bdi>" in visitor.page
    assert (await planned(alice))["changes"] == {**NOTHING, "title": "Theirs"}
    assert typed(visitor)["title"] == "Mine"
    assert (await visitor.press(path, **typed(visitor))).status_code == 303
    assert (await planned(alice))["changes"] == {**NOTHING, "title": "Mine", "closes_on": "2027-03-18"}


async def test_skipping_does_not_hide_what_someone_else_saved(alice: Person) -> None:
    path = await furnished(alice)
    visitor = await entered(alice)
    await visitor.open(path)
    mine = typed(visitor)
    await visitor.press(path, **{**mine, "title": "Theirs"})
    assert (await visitor.press(path, **{**mine, "skip": "1"})).status_code == 409
    assert (await planned(alice))["state"] == "planned"
    assert typed(visitor)["title"] == "Theirs"
    assert (await visitor.press(path, **{**typed(visitor), "skip": "1"})).status_code == 303
    assert (await planned(alice))["state"] == "skipped"


async def test_a_form_that_is_sent_twice_is_saved_once(alice: Person) -> None:
    path = await furnished(alice)
    changes = {"title": "Mine", "closes_on": "2027-03-18"}
    pressed: list[dict[str, str]] = [changes, {"undo": "1"}, {"skip": "1"}, {"unskip": "1"}]
    visitor = await entered(alice)
    for version, given in enumerate(pressed, 1):
        await visitor.open(path)
        mine = {**typed(visitor), **given}
        first = await visitor.press(path, **mine)
        again = await visitor.press(path, **mine)
        assert (first.status_code, again.status_code) == (303, 303), given
        assert again.headers["location"] == first.headers["location"]
        assert (await planned(alice))["version"] == version


async def test_the_last_occasion_of_the_calendar_has_a_page(alice: Person) -> None:
    making.begin(alice, "2027-12-01T12:00")
    maya = await making.team(alice, dates={"birthday": "--01-10"})
    await making.started(alice)
    path = f"/desk/calendar/{maya['id']}.birthday.2030."
    visitor = await entered(alice)
    await visitor.open("/desk/calendar?view=list&from=2029-12-01")
    assert f'href="{path}"' in visitor.page
    assert (await visitor.open(path)).status_code == 200
    assert (await visitor.press(path, **{**typed(visitor), "title": "Mine"})).status_code == 303
    assert (await visitor.open(path.replace("2030", "2031"))).status_code == 404


async def test_a_card_that_exists_is_shown_instead(world: World, alice: Person) -> None:
    path = await furnished(alice)
    visitor = await entered(alice)
    await visitor.open(path)
    mine = typed(visitor)
    with frozen_at(making.OPENS):
        await pass_until(alice, making.OPENS)
        [card] = await making.cards(alice)
        visitor = await entered(alice)
        for button in ({}, {"undo": "1"}, {"skip": "1"}, {"unskip": "1"}):
            answer = await visitor.open(path)
            assert answer.headers["location"] == f"/desk/cards/{card['id']}"
            await visitor.open("/desk/calendar")
            answer = await visitor.press(path, **{**mine, "form_token": visitor.token(), **button})
            assert answer.status_code == 303
            assert answer.headers["location"] in (path, f"/desk/cards/{card['id']}")
        assert (await making.occasions(alice))[0]["changes"] is None


async def test_a_declined_or_unknown_occasion_is_not_found(
    world: World, alice: Person, mallory: Person
) -> None:
    path = await furnished(alice)
    mallory.token = None
    other = await entered(mallory)
    await other.open("/desk/rules")
    token = other.token()
    person_id = path.split("/")[-1].partition(".")[0]
    visitor = await entered(alice)
    await visitor.open(path)
    assert (await other.open(path)).status_code == 404
    assert (await other.press(path, form_token=token, skip="1")).status_code == 404
    for wrong in (
        "x",
        "a.b.c.d",
        f"{person_id}.birthday.2027",
        f"{person_id}.birthday.0000.",
        f"{person_id}.birthday.0001.",
        f"{person_id}.birthday.9999.",
        f"{person_id}.birthday.2031.",
        f"{person_id}.anniversary.2027.",
        f"{person_id}.date.2027.x",
        f"{'x' * 300}.birthday.2027.",
    ):
        assert (await visitor.open(f"/desk/calendar/{wrong}")).status_code == 404, wrong
    async with world.services.db.transaction([alice.account_id]) as tx:
        await choice.choose(tx, alice.account_id, person_id, Choice(no_birthday=True))
    assert (await visitor.open(path)).status_code == 404
    assert "17 Mar" not in visitor.page


async def test_a_person_has_a_list_of_their_cards(world: World, alice: Person) -> None:
    path = await furnished(alice)
    person_id = path.split("/")[-1].partition(".")[0]
    visitor = await entered(alice)
    await visitor.open(f"/desk/people/{person_id}")
    assert "Cards of the next year" in visitor.page
    assert f'href="{path}"' in visitor.page
    async with world.services.db.transaction([alice.account_id]) as tx:
        await choice.choose(tx, alice.account_id, person_id, Choice(no_birthday=True))
    await visitor.open(f"/desk/people/{person_id}")
    assert "Cards of the next year" not in visitor.page


async def test_a_member_changes_nothing(world: World, alice: Person) -> None:
    path = await furnished(alice)
    person_id = path.split("/")[-1].partition(".")[0]
    visitor = await entered(alice)
    await visitor.open(path)
    given = typed(visitor)
    await world.owner.execute("update memberships set role = 'member' where user_id = $1", alice.user_id)
    assert (await visitor.open(path)).status_code == 403
    assert (await visitor.press(path, **{**given, "skip": "1"})).status_code == 403
    assert (await visitor.open(f"/desk/people/{person_id}")).status_code == 200
    assert "Cards of the next year" not in visitor.page


async def test_undoing_the_changes_leaves_a_card_skipped(alice: Person) -> None:
    path = await furnished(alice)
    visitor = await entered(alice)
    await visitor.open(path)
    await visitor.press(path, **{**typed(visitor), "closes_on": "2027-03-19"})
    await visitor.open(path)
    await visitor.press(path, **{**typed(visitor), "skip": "1"})
    await visitor.open(path)
    assert (await visitor.press(path, **{**typed(visitor), "undo": "1"})).status_code == 303
    found = await planned(alice)
    assert (found["state"], found["changes"], found["closes_on"]) == ("skipped", None, "2027-03-17")
    await visitor.open(visitor.next)
    assert "The card is still skipped." in visitor.page
    # A form that clears every change and saves plans the card again, without them.
    await visitor.press(path, **{**typed(visitor), "title": "Mine"})
    await visitor.open(path)
    await visitor.press(path, **{**typed(visitor), "skip": "1"})
    await visitor.open(path)
    assert (await visitor.press(path, **{**typed(visitor), "title": ""})).status_code == 303
    found = await planned(alice)
    assert (found["state"], found["changes"]) == ("planned", None)


@pytest.mark.parametrize("other", [False, True])
async def test_a_skipped_card_of_a_deleted_rule_is_shown_and_can_be_unskipped(
    alice: Person, other: bool
) -> None:
    path = await furnished(alice)
    visitor = await entered(alice)
    await visitor.open(path)
    await visitor.press(path, **{**typed(visitor), "skip": "1"})
    mine = typed(visitor)
    [rule] = (await alice.get("/api/occasion-rules")).json()["data"]
    assert (await alice.delete(f"/api/occasion-rules/{rule['id']}")).status_code == 204
    if other:
        await making.started(alice)
    assert (await visitor.open(path)).status_code == 200
    assert "The rule of this card was deleted." in visitor.page
    assert visitor.page.count('name="unskip"') == 1
    # A form that was opened before saves nothing, and shows the same.
    mine["version"] = "1"
    assert (await visitor.press(path, **{**mine, "title": "Mine"})).headers["location"] == path
    await visitor.open(path)
    assert (await visitor.press(path, unskip="1")).status_code == 303
    assert visitor.next == "/desk/calendar?month=2027-03&said=occasion_unskipped"
    assert await making.states(alice) == ({"Maya": "planned"} if other else {})
    assert (await visitor.open(visitor.next)).status_code == 200


async def test_a_day_without_effect_does_not_block_other_changes(alice: Person) -> None:
    """The birthday moved away from the day to which the card was moved."""
    path = await furnished(alice)
    visitor = await entered(alice)
    await visitor.open(path)
    moved = {"opens_on": "2027-03-11", "closes_on": "2027-03-20"}
    await visitor.press(path, **{**typed(visitor), **moved})
    person_id = path.split("/")[-1].partition(".")[0]
    answer = await alice.patch(f"/api/people/{person_id}", {"dates": {"birthday": "--05-12"}})
    assert answer.status_code == 200
    await visitor.open(path)
    assert (await visitor.press(path, **{**typed(visitor), "title": "Mine"})).status_code == 303, visitor.page
    found = await planned(alice)
    assert (found["changes"], found["closes_on"]) == ({**NOTHING, "title": "Mine"}, "2027-05-12")


async def test_only_what_was_typed_is_changed(alice: Person) -> None:
    """Neither spaces and line breaks, which forms send differently, nor a rule that changed since matter."""
    rule = {"title": "Happy  birthday,  {name}!", "message": " Sign for {name}\r\n\nby Friday\n"}
    path = await furnished(alice, **rule)
    [_, design] = await making.template_ids(alice, 2)
    visitor = await entered(alice)
    await visitor.open(path)
    sent = {**typed(visitor), "design": design}
    sent["message"] = re.sub("\r?\n", "\r\n", sent["message"])
    assert (await visitor.press(path, **sent)).status_code == 303
    assert (await planned(alice))["changes"] == {**NOTHING, "template_id": design}
    await visitor.open(path)
    [made] = (await alice.get("/api/occasion-rules")).json()["data"]
    await alice.patch(f"/api/occasion-rules/{made['id']}", {"title": "All the best, {name}!"})
    assert (await visitor.press(path, **{**typed(visitor), "closes_on": "2027-03-18"})).status_code == 303
    found = await planned(alice)
    assert found["changes"] == {**NOTHING, "template_id": design, "closes_on": "2027-03-18"}


async def test_the_later_of_two_sees_each_value_and_loses_nothing(alice: Person) -> None:
    path = await furnished(alice)
    [_, design] = await making.template_ids(alice, 2)
    visitor = await entered(alice)
    await visitor.open(path)
    form = typed(visitor)
    await visitor.press(path, **{**form, "design": design, "message": "Theirs", "title": "Theirs"})
    # Both buttons first show the saved values, and keep the typed ones.
    for button in ({"undo": "1"}, {}):
        mine = {**form, "title": "Mine", "closes_on": "2027-03-18", **button}
        assert (await visitor.press(path, **mine)).status_code == 409
        assert visitor.page.count("Saved by someone else:") == 1
        assert "Saved by someone else: <bdi>Theirs</bdi>" in visitor.page
        shown = typed(visitor)
        assert (shown["title"], shown["closes_on"]) == ("Mine", "2027-03-18")
        assert (shown["message"], shown["design"]) == ("Theirs", design)
    assert (await visitor.press(path, **shown)).status_code == 303
    changes = {"message": "Theirs", "template_id": design, "title": "Mine", "closes_on": "2027-03-18"}
    assert (await planned(alice))["changes"] == {**NOTHING, **changes}
    # Both chose a design.
    assert (
        await visitor.press(path, **{**form, "design": (await making.template_ids(alice, 3))[2]})
    ).status_code == 409
    name = next(
        each["name"] for each in (await alice.get("/api/templates")).json()["data"] if each["id"] == design
    )
    assert f"Saved by someone else: <bdi>{name}</bdi>" in visitor.page
    assert '<details class="d-fold" open><summary><b>Design</b>' in visitor.page


async def test_a_save_between_reading_and_writing_is_seen(
    alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = await furnished(alice)
    visitor = await entered(alice)
    await visitor.open(path)
    mine, real = {**typed(visitor), "title": "Mine"}, change._rule
    of = {"person_id": path.split("/")[-1].partition(".")[0], "occasion": "birthday", "year": 2027}

    async def slow(*given: Any) -> Any:
        monkeypatch.setattr(change, "_rule", real)
        assert (await alice.post("/api/occasions/change", {**of, "title": "Theirs"})).status_code == 200
        return await real(*given)

    monkeypatch.setattr(change, "_rule", slow)
    assert (await visitor.press(path, **mine)).status_code == 409
    assert "Saved by someone else: <bdi>Theirs</bdi>" in visitor.page
    assert (await planned(alice))["changes"] == {**NOTHING, "title": "Theirs"}


async def test_says_that_too_many_cards_are_changed(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "MAX_CHANGED", 0)
    path = await furnished(alice)
    visitor = await entered(alice)
    says = "Nothing was saved, because 1,000 cards are skipped or changed already."
    await visitor.open(path)
    mine = {**typed(visitor), "title": "Mine"}
    for button in ({}, {"skip": "1"}):
        assert (await visitor.press(path, **mine, **button)).status_code == 409
        assert says in visitor.page
        assert typed(visitor) == {**mine, "form_token": visitor.token()}
    await visitor.open("/desk/calendar?view=list")
    given = {"back": "view=list", "skip": path.rpartition("/")[2]}
    assert (await visitor.press("/desk/calendar", **given)).status_code == 409
    assert says in visitor.page
    assert "Maya" in visitor.page


async def test_a_card_of_somebody_who_has_left_leads_to_the_person(alice: Person) -> None:
    path = await furnished(alice)
    person_id = path.split("/")[-1].partition(".")[0]
    visitor = await entered(alice)
    await visitor.open(path)
    mine = {**typed(visitor), "title": "Mine"}
    await alice.patch(f"/api/people/{person_id}", {"status": "left"})
    assert (await visitor.press(path, **mine)).headers["location"] == path
    assert (await visitor.open(path)).headers["location"] == f"/desk/people/{person_id}"
    assert (await planned(alice))["changes"] is None
