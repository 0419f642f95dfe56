"""Change an occasion."""

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.later import another_time, pass_until, set_to
from tests.occasions.making import (
    OPENS,
    begin,
    cards,
    occasions,
    someone,
    started,
    states,
    team,
    template_ids,
)
from tests.people.test_create import pointers
from tests.privacy.test_export import exported
from tests.waiting import until_waiting
from tests.world import Person, World
from wellwish.base.errors import TooManyChangedOccasions
from wellwish.occasions import create_cards, store
from wellwish.people.choice import Choice, choose

pytestmark = pytest.mark.anyio

# Maya's birthday is 17 March, a Wednesday; her card opens on 10 March.
NOTHING = dict.fromkeys(("opens_on", "closes_on", "title", "message", "template_id"))


@pytest.fixture(autouse=True)
def _begin(alice: Person) -> Iterator[None]:
    with another_time():
        begin(alice)
        yield


def of(maya: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {"person_id": maya["id"], "occasion": "birthday", "year": 2027, **fields}


async def changed(person: Person, maya: dict[str, Any], **fields: Any) -> dict[str, Any]:
    answer = await person.post("/api/occasions/change", of(maya, **fields))
    assert answer.status_code == 200, answer.text
    return answer.json()


async def test_refuses_to_change_or_skip_too_many(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    assert f"{store.MAX_CHANGED:,} occasions" in TooManyChangedOccasions.fix
    monkeypatch.setattr(store, "MAX_CHANGED", 2)
    maya = await team(alice)
    pat, sam = [await someone(alice, each, dates={"birthday": "--03-18"}) for each in ("Pat", "Sam")]
    await started(alice)

    async def ask(operation: str, person: dict[str, Any], **fields: Any) -> int:
        body = {"person_id": person["id"], "occasion": "birthday", "year": 2027, **fields}
        answer = await alice.post(f"/api/occasions/{operation}", body)
        if answer.status_code == 409:
            assert answer.json()["code"] == "too_many_changed_occasions"
        return answer.status_code

    assert await ask("skip", pat) == 200
    assert await ask("change", maya, title="For Maya") == 200
    assert await ask("skip", sam) == 409
    assert await ask("change", sam, title="For Sam") == 409
    # Occasions that are already changed or skipped can be changed again, and each withdrawal makes room.
    assert await ask("change", maya, title="For Maya!") == 200
    assert await ask("skip", maya) == 200
    assert await ask("skip", pat, skip=False) == 200
    assert await ask("change", sam, title="For Sam") == 200
    assert await ask("change", sam) == 200
    assert await ask("skip", pat) == 200
    assert await ask("change", sam, title="For Sam") == 409
    # Cards that have closed do not count.
    await pass_until(alice, "2027-03-20T12:00")
    assert await ask("change", sam, year=2028, title="For Sam") == 200


async def test_a_moved_occasion_opens_and_closes_on_its_new_days(alice: Person) -> None:
    maya = await team(alice)
    await started(alice)
    [planned] = await occasions(alice)
    assert planned["changes"] is None
    moved = await changed(alice, maya, opens_on="2027-03-15", closes_on="2027-03-20")
    assert moved == {
        **planned,
        "opens_on": "2027-03-15",
        "closes_on": "2027-03-20",
        "opens_at": "2027-03-15T09:00:00.000Z",
        "closes_at": "2027-03-20T09:00:00.000Z",
        "changes": {**NOTHING, "opens_on": "2027-03-15", "closes_on": "2027-03-20"},
        "version": 1,
    }
    assert await occasions(alice) == [moved]
    assert await changed(alice, maya, opens_on="2027-03-15", closes_on="2027-03-20") == moved
    assert await occasions(alice, from_="2027-03-20", until="2027-03-20") == [moved]
    assert await occasions(alice, from_="2027-03-17", until="2027-03-19") == []
    await pass_until(alice, OPENS)
    assert await cards(alice) == []
    await pass_until(alice, "2027-03-15T09:00")
    [card] = await cards(alice)
    assert card["contribution_ends_at"] == "2027-03-20T09:00:00.000Z"
    # The record still has the changes later.
    made = {**moved, "state": "made", "card_id": card["id"]}
    assert await occasions(alice) == [made]
    await pass_until(alice, "2027-04-20T12:00")
    assert await occasions(alice, from_="2027-03-01", until="2027-04-30") == [made]
    assert len(await cards(alice)) == 1


async def test_a_card_that_opens_earlier_is_created_in_time(alice: Person) -> None:
    """It opens many more working days ahead than the rule provides for."""
    maya = await team(alice, dates={"birthday": "--04-14"})
    await started(alice, opens_days_before=1)
    await changed(alice, maya, opens_on="2027-03-31", closes_on="2027-04-28")
    await alice.world.work()
    await pass_until(alice, "2027-03-31T08:59")
    assert await cards(alice) == []
    await pass_until(alice, "2027-03-31T09:00")
    assert len(await cards(alice)) == 1


async def test_only_one_day_is_changed(alice: Person) -> None:
    """The card opens the same number of working days before the new closing day."""
    maya = await team(alice)
    await started(alice)
    closes_later = await changed(alice, maya, closes_on="2027-03-19")
    assert (closes_later["opens_on"], closes_later["closes_on"]) == ("2027-03-12", "2027-03-19")
    opens_later = await changed(alice, maya, opens_on="2027-03-16")
    assert (opens_later["opens_on"], opens_later["closes_on"]) == ("2027-03-16", "2027-03-17")


async def test_the_words_and_the_design_of_one_card(alice: Person) -> None:
    maya = await team(alice)
    await someone(alice, "Pat", manager="bo@example.com", dates={"birthday": "--03-17"})
    await started(alice, message="Sign for {name}")
    [_, design] = await template_ids(alice, 2)
    given = {"title": "{name} turns the page", "message": "A farewell, too: {name}", "template_id": design}
    answer = await changed(alice, maya, **given)
    assert (answer["changes"], answer["template_id"]) == ({**NOTHING, **given}, design)
    await pass_until(alice, OPENS)
    by_title = {each["title"]: each for each in await cards(alice)}
    assert set(by_title) == {"Maya turns the page", "Happy birthday, Pat!"}
    card = by_title["Maya turns the page"]
    assert card["template_id"] == design
    invited = (await alice.get(f"/api/cards/{card['id']}/invitations")).json()["data"]
    assert {each["message"] for each in invited} == {"A farewell, too: Maya"}


async def test_a_change_replaces_the_former_and_none_withdraws_it(alice: Person, world: World) -> None:
    maya = await team(alice)
    await started(alice)
    [planned] = await occasions(alice)
    await changed(alice, maya, closes_on="2027-03-19", title="Goodbye")
    answer = await changed(alice, maya, title="Hello")
    assert answer == {**planned, "changes": {**NOTHING, "title": "Hello"}, "version": 2}
    for _ in range(2):
        assert await changed(alice, maya) == {**planned, "version": 3}
    assert await occasions(alice) == [{**planned, "version": 3}]
    await pass_until(alice, OPENS)
    [card] = await cards(alice)
    assert card["title"] == "Happy birthday, Maya!"
    assert await world.owner.fetchval("select count(*) from occasions") == 1


async def test_changing_plans_a_skipped_occasion_again(alice: Person) -> None:
    maya = await team(alice)
    await started(alice)
    await changed(alice, maya, title="Goodbye")
    for skip, state in ((True, "skipped"), (False, "planned"), (True, "skipped")):
        answer = (await alice.post("/api/occasions/skip", of(maya, skip=skip))).json()
        assert (answer["state"], answer["changes"]["title"]) == (state, "Goodbye")
        assert await states(alice) == {"Maya": state}
    assert (await changed(alice, maya, closes_on="2027-03-18"))["state"] == "planned"
    [planned] = await occasions(alice)
    assert (planned["state"], planned["closes_on"]) == ("planned", "2027-03-18")


async def test_withdrawing_the_changes_keeps_an_occasion_skipped(alice: Person) -> None:
    maya = await team(alice)
    await started(alice)
    [planned] = await occasions(alice)
    await changed(alice, maya, closes_on="2027-03-19")
    await alice.post("/api/occasions/skip", of(maya))
    skipped = {**planned, "state": "skipped", "cards": 0, "version": 3}
    for _ in range(2):
        assert await changed(alice, maya) == skipped
        assert await occasions(alice) == [skipped]
    await pass_until(alice, OPENS)
    assert await cards(alice) == []


async def test_of_two_who_decide_at_once_the_later_is_refused(alice: Person) -> None:
    maya = await team(alice)
    await started(alice)
    [planned] = await occasions(alice)
    assert planned["version"] == 0

    async def ask(operation: str, version: int, **fields: Any) -> tuple[int, str]:
        headers = {"If-Match": f'"{version}"'}
        answer = await alice.post(f"/api/occasions/{operation}", of(maya, **fields), headers=headers)
        return answer.status_code, answer.headers["ETag"]

    both = await asyncio.gather(*(ask("change", 0, title=each) for each in ("Mine", "Theirs")))
    assert sorted(both) == [(200, '"1"'), (412, '"1"')]
    [saved] = await occasions(alice)
    assert (saved["changes"]["title"], saved["version"]) == ("Mine" if both[0][0] == 200 else "Theirs", 1)
    assert await ask("change", 0, title="Late") == (412, '"1"')
    assert await ask("skip", 0) == (412, '"1"')
    assert await occasions(alice) == [saved]
    assert await ask("skip", 1) == (200, '"2"')
    assert await ask("skip", 1, skip=False) == (412, '"2"')
    assert await ask("skip", 2, skip=False) == (200, '"3"')
    # Without the header, the last one wins; the job that creates the card keeps the version.
    assert (await changed(alice, maya, title="Last"))["version"] == 4
    await pass_until(alice, OPENS)
    [made] = await occasions(alice)
    assert (made["state"], made["version"]) == ("made", 4)


@pytest.mark.parametrize(
    ("columns", "counts"),
    [
        ("no_cards = true", False),
        ("no_birthday = true", False),
        ("skipped_year = 2027", False),
        ("celebrate = false", False),
        ("left_at = now()", False),
        ("only_team = true", True),
    ],
)
async def test_what_owners_cannot_see_does_not_count_towards_the_limit(
    alice: Person, world: World, monkeypatch: pytest.MonkeyPatch, columns: str, counts: bool
) -> None:
    monkeypatch.setattr(store, "MAX_CHANGED", 1)
    maya = await team(alice)
    pat = await someone(alice, "Pat", dates={"birthday": "--03-18"})
    await started(alice)
    await changed(alice, maya, title="For Maya")
    await world.owner.execute(f"update people set {columns} where id = $1", maya["id"])
    answer = await alice.post("/api/occasions/skip", of(pat))
    assert answer.status_code == (409 if counts else 200), answer.text


async def test_an_occasion_with_a_card_is_not_changed(alice: Person) -> None:
    maya = await team(alice)
    await started(alice)
    await pass_until(alice, OPENS)
    before = await occasions(alice)
    answer = await alice.post("/api/occasions/change", of(maya, title="Goodbye"))
    assert (answer.status_code, answer.json()["code"]) == (409, "occasion_made")
    assert await occasions(alice) == before


async def test_a_change_and_the_card_exclude_each_other(
    alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The change is sent while the job creates the card: it waits, and is refused."""
    maya = await team(alice)
    await started(alice)
    await pass_until(alice, "2027-03-10T08:59")
    set_to(OPENS)
    create, sent = create_cards.create_card, list[asyncio.Task[Any]]()

    async def slow(*given: Any) -> Any:
        sent.append(asyncio.create_task(alice.post("/api/occasions/change", of(maya, title="Goodbye"))))
        await until_waiting(alice.world.owner)
        return await create(*given)

    monkeypatch.setattr(create_cards, "create_card", slow)
    await create_cards.run(alice.world.services, {"account_id": alice.account_id})
    answer = await sent[0]
    assert (answer.status_code, answer.json()["code"]) == (409, "occasion_made")
    [card] = await cards(alice)
    assert card["title"] == "Happy birthday, Maya!"


async def test_the_row_of_a_card_refuses_a_change(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    """The plan does not see the row, as if the card had been created in between."""
    maya = await team(alice)
    await started(alice)
    await pass_until(alice, OPENS)
    before = await occasions(alice)

    async def nothing(*_: Any) -> dict[Any, Any]:
        return {}

    with monkeypatch.context() as patched:
        patched.setattr(store, "load", nothing)
        answer = await alice.post("/api/occasions/change", of(maya, title="Goodbye"))
    assert (answer.status_code, answer.json()["code"]) == (409, "occasion_made")
    assert await occasions(alice) == before


@pytest.mark.parametrize(
    ("fields", "pointer"),
    [
        ({"closes_on": "2027-03-02"}, "/closes_on"),  # 15 days before
        ({"closes_on": "2027-04-01"}, "/closes_on"),
        ({"closes_on": "2027-02-31"}, "/closes_on"),
        ({"closes_on": "17 March"}, "/closes_on"),
        ({"opens_on": "2027-03-17"}, "/opens_on"),  # the day on which it closes
        ({"opens_on": "2027-02-16"}, "/opens_on"),  # 29 days before
        ({"opens_on": "2027-03-20", "closes_on": "2027-03-20"}, "/opens_on"),
        ({"title": "Dear {nam}"}, "/title"),
        ({"title": "{years} years"}, "/title"),  # of a birthday
        ({"message": "{who}"}, "/message"),
        ({"template_id": "tpl_01m8k6bvtxenys4s1vjhe9zqfs"}, "/template_id"),
        ({"date_name": "name_day"}, "/date_name"),
        ({"colour": "red"}, "/colour"),
    ],
)
async def test_refuses(alice: Person, fields: dict[str, Any], pointer: str) -> None:
    maya = await team(alice)
    await started(alice)
    before = await occasions(alice)
    answer = await alice.post("/api/occasions/change", of(maya, **fields))
    assert (answer.status_code, pointers(answer)) == (422, [pointer])
    assert await occasions(alice) == before


async def test_refuses_a_day_that_has_passed(alice: Person) -> None:
    maya = await team(alice)
    await started(alice)
    await alice.post("/api/occasions/skip", of(maya))
    await pass_until(alice, "2027-03-14T12:00")
    answer = await alice.post("/api/occasions/change", of(maya, closes_on="2027-03-13"))
    assert (answer.status_code, pointers(answer)) == (422, ["/closes_on"])
    assert await states(alice) == {"Maya": "skipped"}


async def test_what_closed_without_a_card_keeps_its_reason(alice: Person) -> None:
    maya = await someone(alice, "Maya", dates={"birthday": "--03-17"})
    await started(alice)
    await pass_until(alice, OPENS)
    for now in ("2027-03-16T12:00", "2027-03-25T12:00"):
        await pass_until(alice, now)
        [before] = await occasions(alice, from_="2027-03-01", until="2027-03-31")
        assert before["state"] == "no_signers"
        for fields in ({"title": "Late"}, {}):
            answer = await alice.post("/api/occasions/change", of(maya, **fields))
            assert (answer.status_code, pointers(answer)) == (422, ["/closes_on"])
        assert await occasions(alice, from_="2027-03-01", until="2027-03-31") == [before]
    for skip in (True, False):
        answer = await alice.post("/api/occasions/skip", of(maya, skip=skip))
        assert (answer.status_code, pointers(answer)) == (422, ["/year"])
    assert await occasions(alice, from_="2027-03-01", until="2027-03-31") == [before]
    # A later day opens it again.
    moved = await changed(alice, maya, title="Late", closes_on="2027-03-29")
    assert await occasions(alice, until="2027-04-30") == [moved]
    assert (await alice.post("/api/occasions/skip", of(maya))).status_code == 200


async def test_a_day_has_no_effect_once_the_date_has_moved_away(alice: Person) -> None:
    maya = await team(alice)
    await started(alice)
    await changed(alice, maya, opens_on="2027-03-11", closes_on="2027-03-20", title="Goodbye")
    answer = await alice.patch(f"/api/people/{maya['id']}", {"dates": {"birthday": "--05-12"}})
    assert answer.status_code == 200
    [found] = await occasions(alice)
    assert (found["opens_on"], found["closes_on"]) == ("2027-05-05", "2027-05-12")
    assert found["changes"]["title"] == "Goodbye"


async def test_a_template_that_was_retired_gives_way_to_the_rule(alice: Person, world: World) -> None:
    maya = await team(alice)
    await started(alice)
    [first, second] = await template_ids(alice, 2)
    await changed(alice, maya, template_id=second)
    await world.owner.execute("update templates set retired_at = now() where id = $1", second)
    try:
        [found] = await occasions(alice)
        assert (found["state"], found["template_id"]) == ("planned", first)
    finally:
        await world.owner.execute("update templates set retired_at = null where id = $1", second)


async def test_what_was_changed_and_not_made_is_not_listed_later(alice: Person) -> None:
    maya = await team(alice)
    await started(alice)
    await changed(alice, maya, title="Goodbye")
    assert (await alice.patch(f"/api/people/{maya['id']}", {"status": "left"})).status_code == 200
    assert await states(alice) == {"Maya": "left"}
    await pass_until(alice, "2027-03-20T12:00")
    assert await occasions(alice, from_="2027-03-01") == []


async def test_refuses_what_no_rule_plans_or_another_account(alice: Person, mallory: Person) -> None:
    maya = await team(alice)
    assert (await alice.post("/api/occasions/change", of(maya, title="Hello"))).status_code == 404
    await started(alice)
    mallory.token = None
    assert (await mallory.post("/api/occasions/change", of(maya, title="Hello"))).status_code == 404
    async with alice.world.services.db.transaction([alice.account_id]) as tx:
        await choose(tx, alice.account_id, maya["id"], Choice(no_birthday=True))
    assert (await alice.post("/api/occasions/change", of(maya, title="Hello"))).status_code == 404


async def test_the_person_gets_the_words_of_their_occasion_once_its_card_closes(
    alice: Person, world: World
) -> None:
    maya = await team(alice)
    await started(alice)
    await changed(alice, maya, message="A secret party", closes_on="2027-03-18")
    said = json.dumps(await exported(world, maya["email"]), default=str)
    assert "2027-03-18" in said
    assert "secret" not in said
    await pass_until(alice, OPENS)
    await pass_until(alice, "2027-03-18T12:00")
    assert "secret" in json.dumps(await exported(world, maya["email"]), default=str)


async def test_a_declined_occasion_does_not_show_its_changes(alice: Person) -> None:
    maya = await team(alice)
    await started(alice)
    await changed(alice, maya, opens_on="2027-03-11", title="Goodbye")
    async with alice.world.services.db.transaction([alice.account_id]) as tx:
        await choose(tx, alice.account_id, maya["id"], Choice(no_birthday=True))
    [found] = await occasions(alice)
    assert (found["state"], found["changes"]) == ("declined", None)


async def test_a_paused_rule_refuses_a_day_that_has_passed(alice: Person) -> None:
    maya = await team(alice)
    made = await started(alice)
    assert (await alice.post(f"/api/occasion-rules/{made['id']}/pause")).status_code == 200
    await pass_until(alice, "2027-03-14T12:00")
    for day in ("2027-03-13", "2027-03-14"):
        answer = await alice.post("/api/occasions/change", of(maya, closes_on=day))
        assert (answer.status_code, pointers(answer)) == (422, ["/closes_on"])
    assert (await changed(alice, maya, closes_on="2027-03-18"))["state"] == "paused"


async def test_the_last_occasion_of_the_list_can_be_changed_and_skipped(alice: Person) -> None:
    maya = await team(alice)
    await started(alice)
    for span in (
        {"from_": "2029-02-28", "until": "2029-06-08"},
        {"from_": "2029-02-28", "until": "2030-04-03"},
    ):
        query = span if span["until"] < "2030" else {**span, "person_id": maya["id"]}
        last = (await occasions(alice, **query))[-1]
        given = of(maya, year=last["year"])
        assert (await alice.post("/api/occasions/change", {**given, "title": "Far"})).status_code == 200
        assert (await alice.post("/api/occasions/skip", given)).status_code == 200
        assert (await occasions(alice, **query))[-1]["state"] == "skipped"
    assert last["year"] == 2030
    assert (await alice.post("/api/occasions/skip", of(maya, year=2032))).status_code == 404
